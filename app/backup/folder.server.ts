import path from "node:path";
import { config } from "~/config.server";

/** Where backups go. */
export const backupFolder = config.BACKUP_DIR ?? path.resolve("backups");

/** The files that a business edits, by their names in a backup. */
export const OWN_FILES: Record<string, string> = {
  "business.json": config.BUSINESS_FILE,
  "teardown.json": config.TEARDOWN_FILE,
};
