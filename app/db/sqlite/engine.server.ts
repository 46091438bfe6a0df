import { statSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { sql } from "kysely";
import { config } from "../../config.server";
import { StartError } from "../../values/start-error";
import { CHECKED_TABLES, type Engine } from "../engine";
import { dataFolder } from "../folder.server";
import type { Versioned } from "../schema";
import { openCounters } from "./counters.server";
import { takeLock } from "./lock.server";
import { databaseFile, type OpenSqlite, openDatabase } from "./open.server";
import { takeDataLock } from "./secret.server";
import { deleteSnapshots } from "./snapshots.server";

/**
 * Opens the database of DATA_DIR for the site.
 * @throws StartError if data is being restored or moved there
 */
export function openSite(): Engine {
  // Until the database is closed, so that a restore cannot replace it under the site.
  const lock = takeDataLock("shared");
  if (!lock) {
    throw new StartError(`Data is being restored or moved in ${dataFolder}. Try again when it's done.`);
  }
  const opened = openDatabase(databaseFile);
  return {
    ...opened,
    ...watchChanges(opened),
    ...checkHealth(opened),
    close: async () => {
      opened.close();
      lock.release();
    },
    // SQLite's own secure_delete leaves some of what a page had before it was split or merged, and makes large writes twice as slow.
    overwriteDeleted: async ({ withCopies }) => {
      // First, because a full disk may be what keeps the rest from being done.
      if (withCopies) deleteSnapshots();
      await sql`insert into "searchWords" ("searchWords") values ('optimize')`.execute(opened.db);
      await sql`vacuum`.execute(opened.db);
      await emptyLog(opened.db);
    },
    isShared: false,
    // SQLite prefers an index that a filter can use, without knowing how many rows that leaves to sort.
    tableByIndex: (table, index) =>
      index ? sql`${sql.table(table)} indexed by ${sql.ref(index)}` : sql.table(table),
    searchEntries: ({ terms, kind, limit }) => {
      const query = terms
        .map((words) => words.map(({ word, isPrefix }) => `"${word}"${isPrefix ? " *" : ""}`).join(" OR "))
        .map((either) => `(${either})`)
        .join(" AND ");
      // The plus keeps it from reading every entry of the kind and searching the words of each.
      const isOfKind = kind === undefined ? sql`` : sql` and +e."kind" = ${kind}`;
      return sql`(select e."number", e."kind", e."recordId", e."words" from "searchWords"
        join "searchEntries" e on e."number" = "searchWords".rowid
        where "searchWords" match ${query}${isOfKind} order by "searchWords".rowid desc limit ${limit})`;
    },
    takeLock: async (name) => takeLock(path.join(config.DATA_DIR, `${name}.lock`), "exclusive"),
    sharedSecret: async (own) => own(),
    isReachable: () => true,
    openCounters: () => openCounters(path.join(dataFolder, "limits.db")),
  };
}

/** How long a reader, such as a list that is being sent, may hold the log. */
const LOG_PATIENCE_MS = 5_000;
const LOG_LOOK_MS = 100;

/**
 * Moves the log into the database's file, so that nothing of what was deleted stays in it.
 * @throws Error if a reader holds it for too long
 */
async function emptyLog(db: OpenSqlite["db"]): Promise<void> {
  for (const deadline = performance.now() + LOG_PATIENCE_MS; ; await setTimeout(LOG_LOOK_MS)) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return;
    if (performance.now() > deadline) throw new Error("somebody was still reading the database's log");
  }
}

/** SQLite's `data_version` counts other connections' writes, those of `db` too, and `total_changes` the raw connection's own. */
function watchChanges({ sqlite }: OpenSqlite): Pick<Engine, "dataVersion" | "inventoryVersions"> {
  const otherConnectionsVersion = sqlite.prepare("pragma data_version").pluck();
  const ownChangeCount = sqlite.prepare("select total_changes()").pluck();
  const prepareVersions = () =>
    sqlite.prepare<[], [Versioned, number]>('select inventory, number from "inventoryVersions"').raw();
  // Prepared on first use: the database is opened before the migration that creates the table runs.
  let statement: ReturnType<typeof prepareVersions> | undefined;
  let cached: { dataVersion: string; versions: Record<Versioned, number> } | undefined;
  const dataVersion = () => `${otherConnectionsVersion.get()}.${ownChangeCount.get()}`;
  return {
    dataVersion,
    inventoryVersions: () => {
      const current = dataVersion();
      if (cached?.dataVersion !== current) {
        statement ??= prepareVersions();
        const versions = Object.fromEntries(statement.all()) as Record<Versioned, number>;
        cached = { dataVersion: current, versions };
      }
      return cached.versions;
    },
  };
}

function checkHealth({ sqlite, db }: OpenSqlite): Pick<Engine, "tryRead" | "tryWrite"> {
  const openedFile = statSync(databaseFile);
  return {
    // Over a new connection, because an open one answers from its cache what is no longer in the file, and keeps using a file that was
    // deleted.
    tryRead: async () => {
      const { ino, dev } = statSync(databaseFile);
      if (ino !== openedFile.ino || dev !== openedFile.dev) {
        throw new Error(`${databaseFile} isn't the file that the site opened.`);
      }
      const connection = new SqliteDatabase(databaseFile, { readonly: true, fileMustExist: true });
      try {
        for (const table of CHECKED_TABLES) connection.prepare(`select id from "${table}" limit 1`).get();
      } finally {
        connection.close();
      }
    },
    tryWrite: async () => {
      const unchanged = Number(sqlite.pragma("user_version", { simple: true }));
      await sql.raw(`pragma user_version = ${unchanged}`).execute(db);
    },
  };
}
