import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inProject } from "./project.mjs";
import { UpdateError } from "./releases.mjs";

/** The site's database. */
export const databaseFile = () => path.resolve(process.env.DATA_DIR || inProject("data"), "site.db");

/**
 * The migrations that the database has had, in order.
 * @param {string} program a folder with its packages installed
 */
export function appliedMigrations(program, file = databaseFile()) {
  if (!existsSync(file)) return [];
  const database = open(program, file, { readonly: true });
  try {
    const table = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get();
    return table ? database.prepare("select name from kysely_migration order by name").pluck().all() : [];
  } finally {
    database.close();
  }
}

/**
 * Copies the database, which the site may be writing to, to a file that is not there yet.
 * @param {string} program a folder with its packages installed
 */
export function copyDatabase(program, target) {
  if (!existsSync(databaseFile())) return;
  const database = open(program, databaseFile(), { readonly: true });
  try {
    database.prepare("vacuum into ?").run(target);
  } finally {
    database.close();
  }
}

/**
 * If a release that is being taken back has migrated the database, puts the snapshot from before in its place, which it wrote
 * at its start (app/db/migrate.server.ts). The migrated database is kept.
 * @param {string[]} before the migrations of the program that comes back
 * @returns {string | undefined} the migrated database's new name; undefined if there was no migration
 * @throws {UpdateError} if there is no snapshot
 */
export function putBackDatabase(program, before, file = databaseFile()) {
  const first = appliedMigrations(program, file).find((name) => !before.includes(name));
  if (!first) return undefined;
  const snapshot = `${file}.before-${first}`;
  if (!existsSync(snapshot)) {
    throw new UpdateError(`The new release migrated ${file}, and ${snapshot} is missing: restore a backup.`);
  }
  moveJournalIntoFile(program, file);
  const kept = `${file}.migrated-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}`;
  linkSync(file, kept);
  const unfinished = `${file}.unfinished`;
  copyFileSync(snapshot, unfinished);
  const handle = openSync(unfinished, "r+");
  fsyncSync(handle);
  closeSync(handle);
  // In one step, so that a start at this moment finds one of the two, and never makes an empty database.
  renameSync(unfinished, file);
  for (const journal of ["-wal", "-shm"]) rmSync(file + journal, { force: true });
  return kept;
}

/** SQLite would apply a journal that is left to whatever file has the database's name. */
function moveJournalIntoFile(program, file) {
  const database = open(program, file);
  const [{ busy }] = database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  if (busy) throw new UpdateError(`${file} is in use by another process: end it, and run the update again.`);
}

function open(program, file, options) {
  const Database = createRequire(path.join(program, "package.json"))("better-sqlite3");
  return new Database(file, options);
}
