import { runCommand } from "./command.mjs";

// npm run backup: a checked copy of all data in BACKUP_DIR, whether the site runs or not.
await runCommand("runBackupCommand", "backup.js");
