import "./project.mjs";
import { buildIfMissing } from "./ready.mjs";
import { startErrorMessage } from "./serve.mjs";

// npm run backup: a checked copy of all data in BACKUP_DIR, whether the site runs or not.
process.env.NODE_ENV ??= "production";
await buildIfMissing();
try {
  const { runBackupCommand } = await import("../build/server/backup.js");
  process.exitCode = await runBackupCommand(process.argv.slice(2));
} catch (error) {
  console.error(startErrorMessage(error));
  process.exitCode = 1;
}
