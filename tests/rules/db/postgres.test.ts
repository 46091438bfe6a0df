import { AsyncResource } from "node:async_hooks";
import { expect, test } from "vitest";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { requireUsable } from "~/db/postgres/engine.server";
import { interpretText } from "~/parts/finder-query.server";

test("a PostgreSQL older than those that are tested is refused by its version", async () => {
  const answers = (version: number) => async () => ({ rows: [{ version, encoding: "UTF8" }] });
  await expect(requireUsable("DATABASE_URL", "postgres://db/yard", answers(14))).rejects.toThrow(
    "DATABASE_URL: postgres://db/yard is on PostgreSQL 14, and the site needs 15 or newer.",
  );
  await expect(requireUsable("DATABASE_URL", "postgres://db/yard", answers(15))).resolves.toBeUndefined();
});

test("what a search for parts may name is read while a transaction writes", async () => {
  await migrate(engine);
  const interpretForOthers = AsyncResource.bind(interpretText);
  await transaction(async () => {
    await db.insertInto("removedVehicles").values({ id: "in-transaction" }).execute();
    expect(await interpretForOthers("2012 camry alternator", new Date())).toBeDefined();
  });
});
