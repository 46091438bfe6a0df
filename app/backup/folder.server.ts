import path from "node:path";
import { config } from "~/config.server";

/** Where backups go. */
export const backupFolder = config.BACKUP_DIR ?? path.resolve("backups");
