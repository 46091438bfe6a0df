import "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing } from "./ready.mjs";

// All tests, or those that Vitest's options name: `npm test -- requests/accounts/sign-in`.
const options = process.argv.slice(2);
await installWhatIsMissing();
await buildWhatIsStale();
if (!options.includes("!browser*")) {
  const { installBrowserIfMissing } = await import("./browser.mjs");
  await installBrowserIfMissing();
}
const { runTests, sumUp } = await import("./vitest.mjs");
process.exit(sumUp(await runTests(options)));
