import "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing } from "./ready.mjs";

installWhatIsMissing();
await buildWhatIsStale();
const { installBrowserIfMissing } = await import("./browser.mjs");
await installBrowserIfMissing();
const { runTests } = await import("./vitest.mjs");
process.exit(await runTests(process.argv.slice(2)));
