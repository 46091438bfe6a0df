import { runCommand } from "./command.mjs";

// npm run import -- retail|dismantled|parts <file>: vehicles or parts from a spreadsheet, whether the site runs or not.
await runCommand("runImportCommand");
