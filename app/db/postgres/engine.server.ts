import {
  CompiledQuery,
  HandleEmptyInListsPlugin,
  Kysely,
  replaceWithNoncontingentExpression,
  sql,
} from "kysely";
import type { Client, Pool, PoolConfig, QueryConfig } from "pg";
import { StartError } from "../../values/start-error";
import { CHECKED_TABLES, type Engine } from "../engine";
import type { Database } from "../schema";
import { ChangeWatch, NOTIFY_OF_CHANGES, type RunStatement } from "./changes.server";
import { CREATE_COUNTERS, openCounters } from "./counters.server";
import { SerialPostgresDialect } from "./dialect.server";
import { holdLock, takeLock } from "./lock.server";
import { CREATE_WORD_INDEXES } from "./words.server";

/** The name of its connections, so that a move sees whether a site is running. */
export const SITE_NAME = "yard";
/** Connections for queries; one more listens for changes, and one holds each lock. */
const MAX_CONNECTIONS = 10;
/** How long a question about the database's state may take. */
const CHECK_TIMEOUT_MS = 5_000;
/** When an idle connection is probed for its other end. */
const KEEP_ALIVE_MS = 10_000;
/** The oldest version that the tests run on. */
const OLDEST_VERSION = 15;
/** As long as a write waits with SQLite (sqlite/dialect.server.ts). */
const LOCK_TIMEOUT_MS = 5_000;
/** A process that has stopped without ending must not keep the others from writing. */
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Before the migrations, because the code that reads the secret is loaded before they run. */
export const CREATE_SECRETS =
  "create table if not exists secrets (name text primary key, value text not null)";
export const READ_SECRET = "select value from secrets where name = 'session'";

/** The error of a write that has waited as long as `lock_timeout` says. */
const LOCK_NOT_AVAILABLE = "55P03";
/** Errors of a server that ends or starts, of a connection, and of too many of them. */
const OUT_OF_REACH = /^(57P|08|53)/;

/** The engines of this process. Tests load the program twice, and each copy must see the other's writes at once. */
const engines: Map<string, Promise<Engine>> = sharedMap("yard.engines");

/**
 * Opens a PostgreSQL database for the site, once in a process.
 * @throws StartError if it can't be used
 */
export function openPostgres(address: string): Promise<Engine> {
  const opened = engines.get(address) ?? open(address);
  engines.set(address, opened);
  return opened;
}

async function open(address: string): Promise<Engine> {
  // Loaded only on demand.
  const { default: pg } = await import("pg");
  const options: PoolConfig = {
    connectionString: address,
    application_name: SITE_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: {
      // Whole numbers, counts and sums are numbers, as SQLite returns them.
      getTypeParser: (id: number, format?: "text" | "binary") =>
        id === pg.types.builtins.INT8 || id === pg.types.builtins.NUMERIC
          ? Number
          : pg.types.getTypeParser(id, format as "text"),
    } as NonNullable<PoolConfig["types"]>,
  };
  const pool = new pg.Pool({ ...options, max: MAX_CONNECTIONS, allowExitOnIdle: true });
  let isReachable = true;
  // A query on a lost connection fails on its own; the next one opens another connection.
  pool.on("connect", (client) => {
    client.on("error", () => {
      isReachable = false;
    });
  });
  pool.on("error", () => {});
  /** Asks over the pool, and gives up after `CHECK_TIMEOUT_MS`. */
  const ask = async (statement: string) => {
    try {
      const result = await pool.query({ text: statement, query_timeout: CHECK_TIMEOUT_MS } as QueryConfig);
      isReachable = true;
      return result;
    } catch (error) {
      isReachable = error instanceof pg.DatabaseError && !OUT_OF_REACH.test(error.code ?? "");
      throw error;
    }
  };
  const connect = async (): Promise<Client> => {
    const client = new pg.Client(options);
    client.on("error", () => {});
    await client.connect();
    return client;
  };
  const name = withoutPassword(address);
  await requireUsable("DATABASE_URL", name, ask);
  const watch = new ChangeWatch({ run: ask, connect });
  const db = new Kysely<Database>({
    // SQLite takes an empty list, in which nothing is.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
    dialect: new SerialPostgresDialect({
      pool,
      onWrite: (connection) =>
        watch.read((statement) => connection.executeQuery(CompiledQuery.raw(statement))),
    }),
  });
  return {
    name,
    db,
    close: async () => {
      await watch.stop();
      await pool.end();
    },
    // Its vacuum does it.
    overwriteDeleted: async () => {},
    isShared: true,
    migrateAlone: (migrate) => holdLock(connect, "migrate", migrate),
    beforeMigrations: () => {},
    afterMigrations: async () => {
      await pool.query(CREATE_COUNTERS + NOTIFY_OF_CHANGES + CREATE_WORD_INDEXES);
      await watch.start();
    },
    // PostgreSQL knows by its statistics.
    tableByIndex: (table) => sql.table(table),
    searchEntries: ({ terms, kind, limit }) => {
      const query = terms
        .map((words) => words.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ":*" : ""}`).join(" | "))
        .map((either) => `(${either})`)
        .join(" & ");
      const isOfKind = kind === undefined ? sql`` : sql` and "kind" = ${kind}`;
      // Sorted by a sum, or it would read the newest entries one by one until enough match; only their numbers, which are short.
      return sql`(select e."number", e."kind", e."recordId", e."words" from (select "number" from "searchEntries"
        where array_to_tsvector(string_to_array("words", ' ')) @@ ${query}::tsquery${isOfKind}
        order by "number" + 0 desc limit ${limit}) newest
        join "searchEntries" e on e."number" = newest."number")`;
    },
    dataVersion: () => watch.dataVersion(),
    inventoryVersions: () => watch.inventoryVersions(),
    isReachable: () => isReachable,
    isBusy: (error) => error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE,
    takeLock: (lock) => takeLock(connect, lock),
    sharedSecret: (own) => holdLock(connect, "secret", () => readSharedSecret(pool, own)),
    tryRead: async () => {
      for (const table of CHECKED_TABLES) await ask(`select id from "${table}" limit 1`);
    },
    tryWrite: async () => {
      // Into a table, because a full disk fails what grows, and into the log that every commit waits for.
      await ask(
        `create temporary table "healthCheck" (number integer) on commit drop;
        insert into "healthCheck" values (1);
        select pg_logical_emit_message(true, 'yard', 'health check')`,
      );
    },
    openCounters: () => openCounters(pool),
  };
}

/** The first process stores its own, such as that of a site that moved here; the others find it. */
async function readSharedSecret(pool: Pool, own: () => string): Promise<string> {
  await pool.query(CREATE_SECRETS);
  const read = async () => (await pool.query(READ_SECRET)).rows[0];
  const stored = (await read())?.value;
  if (stored !== undefined) return stored;
  const value = own();
  await pool.query("insert into secrets (name, value) values ('session', $1)", [value]);
  return value;
}

/**
 * @param option what named the database
 * @throws StartError if it is not one that the site can use
 */
export async function requireUsable(option: string, name: string, ask: RunStatement): Promise<void> {
  const { rows } = await ask(
    "select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding",
  ).catch((error: Error) => {
    throw new StartError(`${option}: ${name} can't be used: ${reasonOf(error)}`);
  });
  const [{ version, encoding }] = rows as [{ version: number; encoding: string }];
  if (version < OLDEST_VERSION) {
    throw new StartError(
      `${option}: ${name} is on PostgreSQL ${version}, and the site needs ${OLDEST_VERSION} or newer.`,
    );
  }
  if (encoding !== "UTF8") {
    throw new StartError(
      `${option}: ${name} has the encoding ${encoding}. Make a database with UTF8: createdb --encoding=UTF8 --template=template0 …`,
    );
  }
}

function sharedMap<Value>(name: string): Map<string, Value> {
  const shared = globalThis as unknown as Record<symbol, Map<string, Value> | undefined>;
  const key = Symbol.for(name);
  shared[key] ??= new Map();
  return shared[key];
}

/** What messages call an address. */
export function withoutPassword(address: string): string {
  const { host, pathname } = new URL(address);
  return `postgres://${host}${pathname}`;
}

/** Several addresses of one name fail together. */
export function reasonOf(error: Error): string {
  return error instanceof AggregateError
    ? error.errors.map(({ message }) => message).join(", ")
    : error.message;
}
