import { importFromProgram, programFolder } from "./program.mjs";
import { ROOT } from "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing } from "./ready.mjs";

process.env.NODE_ENV ??= "production";
// A release is complete; only the checkout may have changed.
if (programFolder() === ROOT) {
  installWhatIsMissing();
  await buildWhatIsStale();
}
const { serveBuiltSite } = await importFromProgram("scripts", "serve.mjs");
await serveBuiltSite();
