import { chmodSync, renameSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { RateLimiterSQLite } from "rate-limiter-flexible";
import { log } from "../../http/log.server";
import type { Counters } from "../engine";

/** The table as the library creates it. */
const TABLE = `create table if not exists rateLimits (
  key text primary key,
  points integer not null default 0,
  expire integer
)`;

/** Counts in a separate file, because the library's transactions must not mix with those of the main database. */
export function openCounters(file: string): Counters {
  const counters = openCountersFile(file);
  const findLater = counters.prepare<[string, number]>(
    "select 1 from rateLimits where key = ? and expire > ?",
  );
  const setExpiry = counters.prepare<[number, string]>("update rateLimits set expire = ? where key = ?");
  const deleteOlder = counters.prepare<[number]>("delete from rateLimits where expire <= ?");
  return {
    createLimiter: (options) =>
      new RateLimiterSQLite({
        storeClient: counters,
        storeType: "better-sqlite3",
        tableName: "rateLimits",
        tableCreated: true,
        ...options,
      }),
    limitExpiry: async (key, latest) => {
      if (findLater.get(key, latest)) setExpiry.run(latest, key);
    },
    deleteExpired: async (now) => {
      deleteOlder.run(now);
    },
  };
}

/**
 * Opens a file of counters, creating it if needed. A broken one is set aside under a dated name and recreated: counters are no reason to
 * keep the site from starting.
 */
function openCountersFile(file: string): SqliteDatabase.Database {
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

/** @throws SqliteError where the file is broken, or cannot be used */
function openSound(file: string): SqliteDatabase.Database {
  const opened = new SqliteDatabase(file);
  try {
    // Who has asked for what is in it.
    chmodSync(file, 0o600);
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
