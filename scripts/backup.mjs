import { importBuilt } from "./program.mjs";
import { startErrorMessage } from "./serve.mjs";

// npm run backup: a checked copy of all data in BACKUP_DIR, whether the site runs or not.
process.env.NODE_ENV ??= "production";
try {
  const { runBackupCommand } = await importBuilt("backup.js");
  process.exitCode = await runBackupCommand(process.argv.slice(2));
} catch (error) {
  console.error(startErrorMessage(error));
  process.exitCode = 1;
}
