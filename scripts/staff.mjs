import { importBuilt } from "./program.mjs";
import { startErrorMessage } from "./serve.mjs";

// npm run staff -- add|list|reset|remove <name>: staff's accounts, whether the site runs or not.
process.env.NODE_ENV ??= "production";
try {
  const site = await importBuilt();
  process.exitCode = await site.runStaffCommand(process.argv.slice(2));
} catch (error) {
  console.error(startErrorMessage(error));
  process.exitCode = 1;
}
