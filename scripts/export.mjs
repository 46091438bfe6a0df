import { runCommand } from "./command.mjs";

// npm run export [-- --to FILE]: everything in one zip file, whether the site runs or not.
await runCommand("runExportCommand");
