import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { sql } from "kysely";

/** Tables that are not a site's records: what the schema is, versions, which only rise, and SQLite's index of another table. */
const KEPT = /^(kysely_|inventoryVersions$|searchWords)/;

/** Empties this process's site, whose database and files an earlier test file has filled. */
export async function removeRecords(): Promise<void> {
  const { DATA_DIR = "", UPLOADS_DIR = "", DATABASE_URL } = process.env;
  if (DATABASE_URL || existsSync(path.join(DATA_DIR, "site.db"))) await emptyTables();
  const limits = path.join(DATA_DIR, "limits.db");
  if (existsSync(limits)) {
    const counters = new SqliteDatabase(limits);
    counters.exec("delete from rateLimits");
    counters.close();
  }
  if (!existsSync(UPLOADS_DIR)) return;
  for (const name of readdirSync(UPLOADS_DIR)) {
    rmSync(path.join(UPLOADS_DIR, name), { recursive: true, force: true });
  }
}

async function emptyTables(): Promise<void> {
  const { db } = await import("~/db/connection.server");
  const empty = async (name: string) => {
    if (name === "bookLines") await emptyBook();
    else await sql`delete from ${sql.table(name)}`.execute(db);
  };
  const tables = (await db.introspection.getTables()).filter(
    ({ name, isView }) => !isView && !KEPT.test(name),
  );
  let left = tables.map(({ name }) => name);
  // A row that others refer to goes after them.
  while (left.length > 0) {
    const failed: string[] = [];
    for (const name of left) {
      await empty(name).catch((error: unknown) => {
        if (left.length === 1) throw error;
        failed.push(name);
      });
    }
    if (failed.length === left.length)
      throw new Error(`These tables cannot be emptied: ${failed.join(", ")}`);
    left = failed;
  }
}

/** Empties the book, which refuses it otherwise. */
export async function emptyBook(): Promise<void> {
  const { db, engine, transaction } = await import("~/db/connection.server");
  if (engine.isShared) {
    await sql`truncate "bookLines"`.execute(db);
    return;
  }
  // In one transaction, whose connection alone knows what the schema is meanwhile.
  await transaction(async () => {
    const putBack = await letBookBeEmptied();
    await sql`delete from "bookLines"`.execute(db);
    await putBack();
  });
}

/**
 * Takes away the trigger that keeps SQLite's book from being emptied; no program of the site does that. Whoever empties it thousands of
 * times does so once: after a change of the schema, SQLite compiles every statement again.
 * @returns what puts the trigger back
 */
export async function letBookBeEmptied(): Promise<() => Promise<void>> {
  const { db, engine } = await import("~/db/connection.server");
  if (engine.isShared) return async () => {};
  const { rows } = await sql<{
    sql: string;
  }>`select sql from sqlite_master where name = 'bookLines_delete'`.execute(db);
  if (rows.length > 0) await sql`drop trigger "bookLines_delete"`.execute(db);
  return async () => {
    for (const { sql: trigger } of rows) await sql.raw(trigger).execute(db);
  };
}
