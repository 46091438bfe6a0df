import { runCommand } from "./command.mjs";

// npm run staff -- add|list|reset|remove <name>: staff's accounts, whether the site runs or not.
await runCommand("runStaffCommand");
