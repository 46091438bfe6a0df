import { installBenchTools } from "./bench-tools.mjs";
import { inProject } from "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing, runNode } from "./ready.mjs";

/** Benches that measure the built site, with tools that nothing else needs. */
const WITH_TOOLS = ["pages", "server"];

// npm run bench:<name> runs bench/<name>.ts, with the packages and data it needs in place; what follows `--` goes to it.
const [name, ...options] = process.argv.slice(2);
process.env.NODE_ENV ??= "production";
await installWhatIsMissing();
await buildWhatIsStale();
if (WITH_TOOLS.includes(name)) await installBenchTools();
if (["pages", "pictures", "first-day", "week"].includes(name)) {
  const { installBrowserIfMissing } = await import("./browser.mjs");
  await installBrowserIfMissing();
}
await runNode("--import", "tsx", inProject("bench", `${name}.ts`), ...options);
