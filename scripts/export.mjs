import { runCommand } from "./command.mjs";

// npm run export [-- [interchange] --to FILE]: everything in one zip file, or the interchange, whether the site runs or not.
await runCommand("runExportCommand");
