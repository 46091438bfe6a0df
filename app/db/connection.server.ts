import { config } from "../config.server";
import { requireSameActor, runInTransaction, transactionDb } from "../context.server";
import type { Db, Engine } from "./engine";
import { openPostgres } from "./postgres/engine.server";
import { openSite } from "./sqlite/engine.server";

export type { Lock } from "./engine";

/** The engine that DATABASE_URL chooses: PostgreSQL, or else SQLite in DATA_DIR. */
export const engine: Engine = config.DATABASE_URL ? await openPostgres(config.DATABASE_URL) : openSite();

export const { name: databaseName } = engine;

/** The database; in a `transaction`, that transaction. */
export const db: Omit<Db, "transaction" | "startTransaction" | "connection"> = new Proxy(engine.db, {
  get: (whole, name) => {
    const target = transactionDb() ?? whole;
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === "function" ? value.bind(target) : value;
  },
});

/**
 * Runs a function in a transaction: its queries, and those of what it calls, are all stored or none. It holds the write lock from its
 * start, and runs nothing for someone who was signed out, or got another role, while it waited for the lock. Inside another transaction it
 * is part of that one, and only the outer one rolls back: what the function wrote stays if the outer one catches its error and continues.
 * @throws what the function throws, with nothing stored; a Response for someone who may no longer act
 */
export function transaction<Result>(run: () => Promise<Result>): Promise<Result> {
  if (transactionDb()) return run();
  return engine.db.transaction().execute((within) =>
    runInTransaction(within, async () => {
      await requireSameActor();
      return run();
    }),
  );
}
