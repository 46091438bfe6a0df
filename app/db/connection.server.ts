import { config } from "../config.server";
import { StartError } from "../values/start-error";
import { DATA_LOCK, takeLock } from "./lock.server";
import { databaseFile, openDatabase, type SqliteConnection } from "./open.server";

export { type Db, databaseFile, type SqliteConnection } from "./open.server";

// Until this process ends, so that a restore cannot replace the database under it.
if (!takeLock(DATA_LOCK, "shared")) {
  throw new StartError(`A backup is being restored in ${config.DATA_DIR}. Try again when it's done.`);
}

const opened = openDatabase(databaseFile);

/** The raw connection, for SQLite-specific features. */
export const sqlite = opened.sqlite;
/** The query builder on the same connection. */
export const db = opened.db;

/** True if the database responds to a query. */
export function isDatabaseAvailable(connection: SqliteConnection = sqlite): boolean {
  try {
    return connection.prepare("select 1 as one").get() !== undefined;
  } catch {
    return false;
  }
}
