import { renameSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { dataFolder } from "~/db/folder.server";
import { log } from "./log.server";

/** The table as the library creates it. */
const TABLE = `create table if not exists rateLimits (
  key text primary key,
  points integer not null default 0,
  expire integer
)`;

/**
 * Opens a file of counters, creating it if needed. A broken one is set aside under a dated name and made anew: counters are no
 * reason to keep the site from starting.
 */
export function openCounters(file: string): SqliteDatabase.Database {
  try {
    return openSound(file);
  } catch (error) {
    if (!isBroken(error)) throw error;
    const aside = `${file}.broken-${new Date().toISOString().replaceAll(":", "-")}`;
    for (const part of ["", "-wal", "-shm"]) renameIfThere(file + part, aside + part);
    log.warn({ error, aside: path.basename(aside) }, "broken rate limits set aside");
    return openSound(file);
  }
}

/** A separate file, because the library's transactions must not mix with those of the main database. */
export const counters = openCounters(path.join(dataFolder, "limits.db"));

const findLater = counters.prepare<[string, number]>("select 1 from rateLimits where key = ? and expire > ?");
const setExpiry = counters.prepare<[number, string]>("update rateLimits set expire = ? where key = ?");
const deleteOlder = counters.prepare<[number]>("delete from rateLimits where expire <= ?");

/**
 * Ends what is counted under `key` at the latest after this time. It is counted longer only if the clock has been set back
 * since, and then a lock of a minute would last as long as the clock was wrong.
 */
export function limitExpiry(key: string, milliseconds: number): void {
  const latest = Date.now() + milliseconds;
  try {
    if (findLater.get(key, latest)) setExpiry.run(latest, key);
  } catch (error) {
    warnOncePerHour(error);
  }
}

/** Deletes the counters that have expired. */
export async function deleteExpiredCounters(now: Date): Promise<void> {
  deleteOlder.run(now.getTime());
}

/** @throws SqliteError where the file is broken, or cannot be used */
function openSound(file: string): SqliteDatabase.Database {
  const opened = new SqliteDatabase(file);
  try {
    opened.pragma("journal_mode = WAL");
    opened.pragma("synchronous = NORMAL");
    opened.pragma("busy_timeout = 2000");
    const found = String(opened.pragma("quick_check(1)", { simple: true }));
    if (found !== "ok") throw new SqliteDatabase.SqliteError(found, "SQLITE_CORRUPT");
    opened.exec(TABLE);
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

function isBroken(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

let warnedAt = Number.NEGATIVE_INFINITY;

/** The limits go on in memory, so this is no error of the request, and a line each would bury the others. */
function warnOncePerHour(error: unknown): void {
  if (performance.now() - warnedAt < 60 * 60 * 1000) return;
  warnedAt = performance.now();
  log.warn({ error }, "rate limits are counted in memory: limits.db cannot be used");
}
