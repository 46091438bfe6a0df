import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { config } from "~/config.server";
import type { Db, MovedTable, ReadDatabase, StoredValue } from "~/db/engine";
import { migrate } from "~/db/migrate.server";
import { type MovePlace, openMoveSource, openMoveTarget } from "~/db/move.server";
import { databaseFile, openDatabase } from "~/db/sqlite/open.server";
import { beginMoving, copyDatabase, finishMove } from "~/move/database.server";

/** What texts may have in them; SQLite stores half of a pair of surrogates as U+FFFD. */
const TEXTS = [
  "",
  'O\'Brien "x" \\ \n\t',
  "\ud83d\ude97 Zürich 車",
  "a\0b",
  "half \ud83d.",
  '{"n":"\\u0000\\ud800"}',
  "\\x41 é",
];
const NUMBERS = [0n, 1n, 9007199254740993n, 9223372036854775807n];
const ROWS = 9;

const server = process.env.TEST_POSTGRES ?? "";
let address: string;

describe.skipIf(!server)("moving the database", () => {
  beforeEach(async () => {
    rmSync(config.DATA_DIR, { recursive: true, force: true });
    const name = `move_${randomUUID().replaceAll("-", "")}`;
    await onServer("postgres", `create database ${name}`);
    address = server + name;
  });
  afterEach(() => onServer("postgres", `drop database if exists ${nameIn(address)} with (force)`));

  test("to PostgreSQL and back gives every record of every table, odd texts and big numbers included", async () => {
    await writeSite();
    const before = await recordsOf("sqlite");
    expect(Object.values(before).every((rows) => rows.length >= ROWS - 1)).toBe(true);
    const moved = await move("sqlite", { address });
    expect(moved.records).toBe(Object.values(before).reduce((sum, rows) => sum + rows.length, 0));
    expect(await recordsOf({ address })).toEqual(withoutNulls(before));
    expect((await recordsOf({ address })).changes?.length).toBe(ROWS - 1);

    rmSync(config.DATA_DIR, { recursive: true });
    expect(await move({ address }, "sqlite")).toMatchObject({ records: moved.records, digest: moved.digest });
    expect(await recordsOf("sqlite")).toEqual(withoutNulls(before));
    const file = new SqliteDatabase(databaseFile);
    expect(file.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(file.pragma("foreign_key_check")).toEqual([]);
    expect(() => file.exec("update changes set username = 'x'")).toThrow("The history is append-only.");
    // The number of the deleted last one is not given again.
    file.exec(
      `insert into changes (at, recordKind, recordId, recordName, action, source) values ('', '', '', '', '', '')`,
    );
    expect(file.prepare("select max(id) from changes").pluck().get()).toBe(ROWS + 1);
    file.close();
  });

  test("leaves the history append-only and the counters going on", async () => {
    await writeSite();
    await move("sqlite", { address });
    await onDatabase(async (query) => {
      await expect(query(`update changes set username = 'x'`)).rejects.toThrow("The history is append-only.");
      const insert = `insert into changes (at, "recordKind", "recordId", "recordName", action, source) values ('', '', '', '', '', '') returning id`;
      expect(await query(insert)).toEqual([{ id: String(ROWS + 1) }]);
      const version = `select number from "inventoryVersions" where inventory = 'parts'`;
      const [{ number }] = (await query(version)) as [{ number: string }];
      await query(`update parts set year = 1999`);
      expect(await query(version)).toEqual([{ number: String(BigInt(number) + 1n) }]);
    });
  });

  test("takes along what the site signs with", async () => {
    await writeSite();
    const file = path.join(config.DATA_DIR, "session-secret");
    writeFileSync(file, "of the site that moves, 32 letters", { mode: 0o600 });
    await move("sqlite", { address });
    await onDatabase(async (query) => {
      expect(await query("select value from secrets")).toEqual([
        { value: "of the site that moves, 32 letters" },
      ]);
      await query("update secrets set value = 'of another process, with 32 letters'");
    });
    const { aside } = await move({ address }, "sqlite", { replace: true });
    expect(readFileSync(file, "utf8")).toBe("of another process, with 32 letters");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(String(aside), "session-secret"), "utf8")).toContain("that moves");
  });

  test("again brings what was written meanwhile and drops what was deleted", async () => {
    await writeSite();
    const first = await move("sqlite", { address });
    const file = new SqliteDatabase(databaseFile);
    file.exec(`delete from "vinDecodes" where rowid = 1`);
    file.exec(`insert into "vinDecodes" values ('NEW', '{}', '2026-12-01')`);
    file.close();
    const second = await move("sqlite", { address });
    expect(second.records).toBe(first.records);
    expect(await recordsOf({ address })).toEqual(withoutNulls(await recordsOf("sqlite")));
    expect((await move("sqlite", { address })).digest).toBe(second.digest);
  });

  test("again leaves nothing of what the other start let a search find, or had counted", async () => {
    await writeSite();
    await move("sqlite", { address });
    const tables = [`"searchEntries"`, `"rateLimits"`];
    await onDatabase(async (query) => {
      await query(`insert into "searchEntries" (kind, "recordId", words) values ('customer', '1', 'ann')`);
      await query(`insert into "rateLimits" (key, points, expire) values ('login', 5, 9999999999999)`);
    });
    await move("sqlite", { address });
    await onDatabase(async (query) => {
      for (const table of tables) expect(await query(`select * from ${table}`)).toHaveLength(0);
    });
  });

  test("takes a migrated database without data as empty", async () => {
    await migrateTarget();
    await writeSite();
    expect((await move("sqlite", { address })).tables).toBeGreaterThan(20);
  });

  test("refuses a database with other data, a changed copy and another site's copy, unless told to replace it", async () => {
    await writeSite();
    await migrateTarget();
    await onDatabase((query) => query(`insert into "removedVehicles" values ('theirs')`));
    await expect(move("sqlite", { address })).rejects.toThrow(
      /^postgres:\S+ has data in it \(1 records\)\. Nothing was changed; to replace everything in it, add --replace\.$/,
    );
    await onDatabase(async (query) => expect(await query(`select * from "removedVehicles"`)).toHaveLength(1));
    await move("sqlite", { address }, { replace: true });
    await onDatabase((query) => query(`insert into "removedVehicles" values ('later')`));
    await expect(move("sqlite", { address })).rejects.toThrow(/has changed since the move of 20.*--replace/);
    await move("sqlite", { address }, { replace: true });
    await onDatabase((query) => query(`update "siteMove" set source = '/other/site.db'`));
    await expect(move("sqlite", { address })).rejects.toThrow(/is a copy of \/other\/site\.db\. .*--replace/);
  });

  test("refuses a database of another program or of a newer version, even to replace it", async () => {
    await writeSite();
    await onDatabase((query) => query(`create table invoices (id int)`));
    await expect(move("sqlite", { address }, { replace: true })).rejects.toThrow(
      /has tables of another program \(invoices\)/,
    );
    await onDatabase((query) => query(`drop table invoices`));
    await migrateTarget();
    await onDatabase((query) => query(`insert into kysely_migration values ('9999-12-31-next', '')`));
    await expect(move("sqlite", { address }, { replace: true })).rejects.toThrow(
      /was made by another version/,
    );
  });

  test("refuses a source of an older or a newer version", async () => {
    await writeSite();
    const file = new SqliteDatabase(databaseFile);
    file.exec(`insert into kysely_migration values ('9999-12-31-next', '')`);
    await expect(move("sqlite", { address })).rejects.toThrow(/was made by another version/);
    file.exec(`delete from kysely_migration where name > '2026-12-05'`);
    file.close();
    await expect(move("sqlite", { address })).rejects.toThrow(
      /is from an older version: it's missing 2026-12-.+\. Start the site once with this version, then move\.$/,
    );
    await onDatabase(async (query) => expect(await tablesOf(query)).toEqual([]));
  });

  test("says so where no database answers, the password is wrong or a site runs", async () => {
    await writeSite();
    await expect(openMoveTarget({ address: "postgres://u:secret@127.0.0.1:1/yard" })).rejects.toThrow(
      /^--to: postgres:\/\/127\.0\.0\.1:1\/yard can't be used: .*ECONNREFUSED/,
    );
    await expect(openMoveTarget({ address: `${server}nowhere` })).rejects.toThrow(
      /nowhere can't be used: database "nowhere" does not exist$/,
    );
    const nobody = address.replace("postgres@", "nobody:secret@");
    await expect(openMoveTarget({ address: nobody })).rejects.toThrow(
      /^--to: postgres:\/\/[^@]* can't be used: role "nobody" does not exist$/,
    );
    const site = new pg.Client({ connectionString: address, application_name: "yard" });
    await site.connect();
    await expect(openMoveTarget({ address })).rejects.toThrow(
      /^A site is running on postgres:.* Stop it, then move\.$/,
    );
    await site.end();
    const first = await openMoveTarget({ address });
    await expect(openMoveTarget({ address })).rejects.toThrow(/^Another move into .* is running/);
    await first.close();
  });

  test("a connection lost half way leaves a database that no site starts on, and the next move completes it", async () => {
    await writeSite();
    const terminate = () =>
      onServer(
        "postgres",
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yard-move'`,
      );
    await expect(
      move("sqlite", { address }, { onProgress: (table) => void (table === "parts" && terminate()) }),
    ).rejects.toThrow(/: .*[Cc]onnection/);
    await expect(migrateTarget()).rejects.toThrow(
      /^The move from \S+site\.db into postgres:\S+ is not finished\. Run npm run move again/,
    );
    // The server may take a moment to see that the site has gone.
    const listSites =
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'yard'";
    await expect.poll(() => onDatabase((query) => query(listSites))).toEqual([]);
    await move("sqlite", { address });
    expect(await recordsOf({ address })).toEqual(withoutNulls(await recordsOf("sqlite")));
    await migrateTarget();
  });

  test("a copy that is not followed by the site's stop is not usable either", async () => {
    await writeSite();
    const [source, target] = [await openMoveSource("sqlite"), await openMoveTarget({ address })];
    await beginMoving(source, target);
    await source.stopWrites();
    await copyDatabase(source, target, () => {});
    await Promise.all([source.close(), target.close()]);
    await expect(migrateTarget()).rejects.toThrow(/is not finished/);
    await expect(move({ address }, "sqlite", { replace: true })).rejects.toThrow(/is not finished/);
  });

  test("nothing is written to either engine while it is read, and a site is seen", async () => {
    await writeSite();
    await move("sqlite", { address });
    const sqlite = await openMoveSource("sqlite");
    await sqlite.stopWrites();
    const other = new SqliteDatabase(databaseFile, { timeout: 0 });
    expect(() => other.exec(`delete from "vinDecodes"`)).toThrow("database is locked");
    other.close();
    expect(await sqlite.isInUse()).toBe(false);
    await sqlite.close();

    const site = new pg.Client({ connectionString: address, application_name: "yard" });
    await site.connect();
    const postgres = await openMoveSource({ address });
    await postgres.stopWrites();
    const taken = await site.query("select pg_try_advisory_lock(1497453124, 1) as taken");
    expect(taken.rows).toEqual([{ taken: false }]);
    expect(await postgres.isInUse()).toBe(true);
    await site.end();
    expect(await postgres.isInUse()).toBe(false);
    await postgres.close();
  });

  test("back into a folder that has a database lays that aside, once told to", async () => {
    await writeSite();
    await move("sqlite", { address });
    await onDatabase((query) => query(`insert into "removedVehicles" values ('later')`));
    await expect(move({ address }, "sqlite")).rejects.toThrow(
      /site\.db has data in it \(\d+ records\)\. .*--replace/,
    );
    const { aside } = await move({ address }, "sqlite", { replace: true });
    const former = new SqliteDatabase(path.join(String(aside), "site.db"), { readonly: true });
    const removed = "select count(*) from removedVehicles where id = 'later'";
    expect(former.prepare(removed).pluck().get()).toBe(0);
    const now = new SqliteDatabase(databaseFile, { readonly: true });
    expect(now.prepare(removed).pluck().get()).toBe(1);
    for (const file of [former, now]) file.close();
    // It is an unchanged copy now.
    await move({ address }, "sqlite");
    expect(existsSync(path.join(config.DATA_DIR, ".moving"))).toBe(false);
  });

  test("of 5,000 parts takes them in batches", async () => {
    await writeSite();
    const file = new SqliteDatabase(databaseFile);
    const columns = file
      .prepare("select name from pragma_table_info('parts') where name not in ('id', 'stockNumberKey')")
      .pluck()
      .all()
      .map((name) => `"${name}"`)
      .join(", ");
    file.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
      insert into parts (id, "stockNumberKey", ${columns}) select 'p' || i, 's' || i, ${columns} from n, (select * from parts limit 1)`);
    file.close();
    const seen: number[] = [];
    const { records } = await move(
      "sqlite",
      { address },
      {
        onProgress: (table, done) => void (table === "parts" && seen.push(done)),
      },
    );
    expect(records).toBeGreaterThan(5_000);
    expect(seen.length).toBeGreaterThan(10);
  });
});

interface MoveOptions {
  replace?: boolean;
  onProgress?: (table: string, records: number) => void;
}

async function move(
  from: MovePlace,
  to: MovePlace,
  { replace = false, onProgress = () => {} }: MoveOptions = {},
) {
  const source = await openMoveSource(from);
  try {
    const target = await openMoveTarget(to);
    try {
      await beginMoving(source, target, replace);
      await source.stopWrites();
      const moved = await copyDatabase(source, target, onProgress);
      return { ...moved, aside: await finishMove(target, moved) };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** A site in DATA_DIR with odd records in every table, whatever tables there are. */
async function writeSite(): Promise<void> {
  const opened = openDatabase(databaseFile);
  await migrate(opened);
  const { sqlite } = opened;
  sqlite.pragma("foreign_keys = OFF");
  const source = await listed(opened.db);
  for (const table of source) {
    const references = sqlite.pragma(`foreign_key_list("${table.name}")`) as {
      from: string;
      table: string;
    }[];
    const keys = sqlite.prepare("select name from pragma_table_info(?) where pk").pluck().all(table.name);
    const unique = sqlite
      .prepare(
        `select i.name from pragma_index_list(?) l, pragma_index_info(l.name) i where l."unique" and l.origin <> 'pk'`,
      )
      .pluck()
      .all(table.name);
    const insert = sqlite.prepare(
      `insert or ignore into "${table.name}" (${table.columns.map(({ name }) => `"${name}"`)}) values (${table.columns.map(() => "?")})`,
    );
    for (let row = 0; row < ROWS; row++) {
      insert.run(
        table.columns.map((column, index) => {
          const pick = <One>(list: readonly One[]) => list[(row + index) % list.length] as One;
          if (column.name === table.counter) return row + 1;
          const reference = references.find(({ from }) => from === column.name);
          // A line of the book names another by its number.
          if (reference?.table === table.name && table.counter) return row + 1;
          if (reference) return `${row}`;
          if (column.name === "id") return `${row}`;
          if (column.name === "expiresAt" || column.name === "endsAt") return "2026-12-01";
          if (column.isNullable && !keys.includes(column.name) && (row + index) % 4 === 0) return null;
          const isInteger = column.dataType.toLowerCase() === "integer";
          if (isInteger && unique.includes(column.name)) return row + 1;
          if (isInteger) return pick(NUMBERS);
          if (column.dataType.toLowerCase() === "real") return pick([0.1 + 0.2, 12, 1e21]);
          return `${column.name}${row}${pick(TEXTS)}`;
        }),
      );
    }
  }
  sqlite.exec(`delete from changes where id = ${ROWS}`);
  expect(sqlite.pragma("foreign_key_check")).toEqual([]);
  opened.close();
}

async function listed(db: Db) {
  const tables = await db.introspection.getTables();
  // SQLite's index of words follows from another table.
  const real = tables.filter(({ name }) => !name.startsWith("searchWords"));
  return real.map(({ name, columns }) => ({
    name,
    columns,
    counter: columns.find((column) => column.isAutoIncrementing)?.name,
  }));
}

/** Every record of every table, sorted. */
async function recordsOf(place: MovePlace): Promise<Record<string, string[]>> {
  const source = await openMoveSource(place);
  const records: Record<string, string[]> = {};
  for (const table of await source.listTables()) {
    if (["siteMove", "rateLimits", "searchEntries"].includes(table.name)) continue;
    records[table.name] = (await rowsOf(source, table))
      .map((row) =>
        JSON.stringify(
          row.map((value, index) => [table.columns[index], typeof value === "bigint" ? `${value}n` : value]),
        ),
      )
      .sort();
  }
  await source.close();
  return records;
}

async function rowsOf(database: ReadDatabase, table: MovedTable): Promise<StoredValue[][]> {
  const rows: StoredValue[][] = [];
  for await (const batch of database.readRows(table)) rows.push(...batch);
  return rows;
}

/** PostgreSQL has no null characters. */
function withoutNulls(records: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(records).map(([table, rows]) => [
      table,
      rows.map((row) => row.replaceAll(/(?<!\\)\\u0000/g, "\ufffd")).sort(),
    ]),
  );
}

/** As a site does that starts there. */
async function migrateTarget(): Promise<void> {
  const { openPostgres } = await import("~/db/postgres/engine.server");
  const site = await openPostgres(`${address}?site=${randomUUID()}`);
  try {
    await migrate(site);
  } finally {
    await site.close();
  }
}

type Query = (statement: string) => Promise<unknown[]>;

async function onDatabase<Result>(run: (query: Query) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return await run(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}

async function tablesOf(query: Query): Promise<unknown[]> {
  return query("select tablename from pg_tables where schemaname = 'public'");
}

async function onServer(database: string, statement: string): Promise<void> {
  const client = new pg.Client(server + database);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

function nameIn(address: string): string {
  return new URL(address).pathname.slice(1);
}
