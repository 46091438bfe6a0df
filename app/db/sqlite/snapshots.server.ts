import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { config } from "../../config.server";

/**
 * A copy of the whole database that an update leaves next to it: from before a migration (open.server.ts), the migrated one of an update
 * that was taken back (scripts/update-database.mjs), or the folder of a trial that was killed (scripts/update.mjs). The update itself needs
 * them for a minute.
 */
const SNAPSHOT = /^site\.db\.(before-|migrated-|unfinished$|trial$)/;

/**
 * Deletes what updates have left next to the database.
 * @param until when the last one to delete was written; without it, all are deleted
 */
export function deleteSnapshots(until?: Date): void {
  if (!existsSync(config.DATA_DIR)) return;
  for (const name of readdirSync(config.DATA_DIR)) {
    const file = path.join(config.DATA_DIR, name);
    if (SNAPSHOT.test(name) && !(until && statSync(file).mtime > until))
      rmSync(file, { recursive: true, force: true });
  }
}
