import { runCommand } from "./command.mjs";

// npm run import -- retail|dismantled <file.csv>: vehicles from a spreadsheet, whether the site runs or not.
await runCommand("runImportCommand");
