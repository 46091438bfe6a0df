import { runCommand } from "./command.mjs";

// npm run settings -- export [FILE] | import FILE: the business as a file, whether the site runs or not.
await runCommand("runSettingsCommand");
