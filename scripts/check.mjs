import { inProject } from "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing, run, say } from "./ready.mjs";
import { checkSupplyChain } from "./supply-chain.mjs";

// What CI runs and what is run before a stop: packages, types, lint and format, build, every test.
say("Packages …");
checkSupplyChain();
installWhatIsMissing();
say("Types …");
run(process.execPath, [inProject("node_modules", "typescript", "bin", "tsc"), "--noEmit"]);
say("Lint and format …");
run(process.execPath, [
  inProject("node_modules", "@biomejs", "biome", "bin", "biome"),
  "ci",
  "--error-on-warnings",
  ".",
]);
await buildWhatIsStale();
const { installBrowserIfMissing } = await import("./browser.mjs");
await installBrowserIfMissing();
say("Tests …");
const { runTests } = await import("./vitest.mjs");
process.exit(await runTests());
