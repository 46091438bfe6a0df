import { Kysely } from "kysely";
import type { Client, ClientConfig, CustomTypesConfig, QueryResult } from "pg";
import { StartError } from "../../values/start-error";
import type { MovedTable, MoveSource, MoveTarget, ReadDatabase, StoredValue } from "../engine";
import type { Database } from "../schema";
import { NOTIFY_OF_CHANGES } from "./changes.server";
import { CREATE_COUNTERS } from "./counters.server";
import { SerialPostgresDialect, withoutNull } from "./dialect.server";
import {
  CREATE_SECRETS,
  READ_SECRET,
  reasonOf,
  requireUsable,
  SITE_NAME,
  withoutPassword,
} from "./engine.server";
import { advisoryLock } from "./lock.server";
import { CREATE_WORD_INDEXES } from "./words.server";

/** How long a move waits for the site's own writes. */
const LOCK_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;
const ROWS_PER_BATCH = 500;
/** How long no site process may be seen: one that has lost its connections opens others within a second. */
const UNSEEN_MS = 1500;

/** Opens the database of DATABASE_URL, where sites may be running. */
export async function openPostgresSource(address: string): Promise<MoveSource> {
  const { client, ...database } = await connect("DATABASE_URL", address);
  return {
    ...database,
    stopWrites: async () => {
      // Held by the session, so that the reads that follow begin after the last write.
      await client.query(`select pg_advisory_lock(${advisoryLock("write")})`);
      await client.query("begin isolation level repeatable read read only");
    },
    isInUse: async () => {
      if (await isSiteConnected(client)) return true;
      await new Promise((resolve) => setTimeout(resolve, UNSEEN_MS));
      return isSiteConnected(client);
    },
    readCounter: async (table) => {
      const { rows } = await client.query(
        `select case when is_called then last_value else 0 end as last from ${await sequenceOf(client, table)}`,
      );
      return BigInt(rows[0].last);
    },
    readSecret: async () => {
      const { rows } = await client.query("select to_regclass('secrets') as found");
      return rows[0].found === null ? undefined : (await client.query(READ_SECRET)).rows[0]?.value;
    },
  };
}

/**
 * Opens a PostgreSQL database that is to be filled.
 * @throws StartError if it can't be reached, or something else uses it
 */
export async function openPostgresTarget(address: string): Promise<MoveTarget> {
  const { client, ...database } = await connect("--to", address);
  const { name } = database;
  try {
    // Held until the end: a site that starts waits for it.
    const { rows } = await client.query(`select pg_try_advisory_lock(${advisoryLock("migrate")}) as taken`);
    if (!rows[0].taken) {
      throw new StartError(
        `Another move into ${name} is running, or a site is starting there. Try again later.`,
      );
    }
    if (await isSiteConnected(client)) {
      throw new StartError(`A site is running on ${name}. Stop it, then move.`);
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    ...database,
    present: database,
    // This session has the lock.
    migrateAlone: (migrate) => migrate(),
    beforeMigrations: () => {},
    afterMigrations: async () => {
      await client.query(CREATE_COUNTERS + NOTIFY_OF_CHANGES + CREATE_WORD_INDEXES);
    },
    // Nothing else writes to it.
    isBusy: () => false,
    toStored: (value) => withoutNull(value) as StoredValue,
    empty: async (tables) => {
      await client.query(`truncate ${tables.map(({ name }) => quote(name)).join(", ")} restart identity`);
    },
    fill: (table, run) => fillTable(client, table, run),
    setCounter: async (table, last) => {
      await client.query("select setval($1::regclass, $2)", [await sequenceOf(client, table), last]);
    },
    storeSecret: async (secret) => {
      await client.query(CREATE_SECRETS);
      await client.query(
        "insert into secrets (name, value) values ('session', $1) on conflict (name) do update set value = $1",
        [secret],
      );
    },
    finish: async () => {
      // Otherwise the first queries are planned without statistics.
      await client.query("analyze");
      return undefined;
    },
  };
}

type Connected = ReadDatabase & { client: Client };

/** @param option what named the address */
async function connect(option: string, address: string): Promise<Connected> {
  const { default: pg } = await import("pg");
  const name = withoutPassword(address);
  const options: ClientConfig = {
    connectionString: address,
    application_name: "yard-move",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    keepAlive: true,
  };
  const types: CustomTypesConfig = {
    getTypeParser: (id: number, format?: "text" | "binary") =>
      id === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(id, format as "text"),
  };
  const client = new pg.Client(options);
  // The query that runs then, or the next one, fails.
  client.on("error", () => {});
  try {
    await client.connect();
    await requireUsable(option, name, (statement) => client.query(statement));
  } catch (error) {
    await client.end().catch(() => {});
    if (error instanceof StartError) throw error;
    throw new StartError(`${option}: ${name} can't be used: ${reasonOf(error as Error)}`);
  }
  // One connection for all, whose session has the locks.
  const pool = { connect: async () => Object.assign(client, { release: () => {} }), end: async () => {} };
  const db = new Kysely<Database>({
    dialect: new SerialPostgresDialect({ pool, onWrite: async () => {} }),
  });
  return {
    client,
    name,
    db,
    listTables: async () => {
      const { rows } = await client.query("select current_schema() as schema");
      const tables = await db.introspection.getTables();
      return tables
        .filter(({ schema }) => schema === rows[0].schema)
        .map(({ name, columns }) => ({
          name,
          columns: columns.map((column) => column.name).sort(),
          counter: columns.find((column) => column.isAutoIncrementing)?.name,
        }));
    },
    listReferences: async () => {
      const { rows } = await client.query(
        `select t.relname as "table", r.relname as "to" from pg_constraint c
         join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid where c.contype = 'f'`,
      );
      return rows;
    },
    readRows: (table) => readRows(client, table, types),
    close: () => client.end().catch(() => {}),
  };
}

/** Whether a process of a site has a connection to this database. */
async function isSiteConnected(client: Client): Promise<boolean> {
  // In a transaction the view stays what it was at first.
  const results = (await client.query(
    `select pg_stat_clear_snapshot(); select 1 from pg_stat_activity
     where datname = current_database() and application_name = '${SITE_NAME}'`,
  )) as unknown as QueryResult[];
  return (results[1]?.rowCount ?? 0) > 0;
}

async function fillTable(
  client: Client,
  table: MovedTable,
  run: Parameters<MoveTarget["fill"]>[1],
): Promise<void> {
  const columns = table.columns.map(quote).join(", ");
  const name = quote(table.name);
  const insert = `insert into ${name} (${columns})
    select ${columns} from json_populate_recordset(null::${name}, $1)`;
  await client.query("begin");
  try {
    await client.query(`alter table ${name} disable trigger user`);
    // Rebuilt over all rows at once, which takes a fraction of the time.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = $1::regclass and indexrelid not in (select conindid from pg_constraint)`,
      [name],
    );
    for (const index of indexes) await client.query(`drop index ${index.name}`);
    await run(async (rows) => {
      await client.query(insert, [toJson(table, rows)]);
    });
    for (const index of indexes) await client.query(index.definition);
    await client.query(`alter table ${name} enable trigger user`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** One parameter for all rows. JSON has no bigint; PostgreSQL reads its text. */
function toJson({ columns }: MovedTable, rows: StoredValue[][]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        columns.map((column, index) => {
          const value = row[index] ?? null;
          return [column, typeof value === "bigint" ? value.toString() : value];
        }),
      ),
    ),
  );
}

async function* readRows(
  client: Client,
  table: MovedTable,
  types: CustomTypesConfig,
): AsyncGenerator<StoredValue[][]> {
  // A cursor ends with its transaction.
  const isOwn = client.getTransactionStatus() === "I";
  if (isOwn) await client.query("begin read only");
  try {
    const columns = table.columns.map(quote).join(", ");
    await client.query(`declare moved no scroll cursor for select ${columns} from ${quote(table.name)}`);
    for (;;) {
      const { rows } = await client.query<StoredValue[]>({
        text: `fetch ${ROWS_PER_BATCH} from moved`,
        rowMode: "array",
        types,
      });
      if (rows.length === 0) break;
      yield rows;
    }
    await client.query("close moved");
  } finally {
    if (isOwn) await client.query("commit").catch(() => {});
  }
}

async function sequenceOf(client: Client, { name, counter }: MovedTable): Promise<string> {
  const { rows } = await client.query("select pg_get_serial_sequence($1, $2) as sequence", [
    quote(name),
    counter,
  ]);
  return rows[0].sequence;
}

function quote(name: string): string {
  return `"${name}"`;
}
