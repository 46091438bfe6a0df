import { runCommand } from "./command.mjs";

// npm run restore -- <path>: puts a backup in the place of the data; the site must be stopped.
await runCommand("runRestoreCommand", "backup.js");
