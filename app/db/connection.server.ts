import { StartError } from "../values/start-error";
import { dataFolder } from "./folder.server";
import { DATA_LOCK, takeLock } from "./lock.server";
import { databaseFile, openDatabase } from "./open.server";

export { type Db, databaseFile, type SqliteConnection } from "./open.server";

// Until this process ends, so that a restore cannot replace the database under it.
if (!takeLock(DATA_LOCK, "shared")) {
  throw new StartError(`A backup is being restored in ${dataFolder}. Try again when it's done.`);
}

export const { sqlite, db, close: closeDatabase } = openDatabase(databaseFile);
