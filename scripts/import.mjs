import { runCommand } from "./command.mjs";

// npm run import -- retail|dismantled|parts|customers|oldSales|purchases|fitments <file>: records from a spreadsheet, whether the site runs or not.
await runCommand("runImportCommand");
