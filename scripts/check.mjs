import { spawn } from "node:child_process";
import { inProject, ROOT } from "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing, say } from "./ready.mjs";
import { checkSupplyChain } from "./supply-chain.mjs";

// What CI runs: packages, types, lint and format, build, every test, and on PostgreSQL what depends on it most.
say("Packages …");
checkSupplyChain();
await installWhatIsMissing();
say("Types, lint and format, build …");
const types = start("typescript/bin/tsc", "--noEmit");
const lint = start("@biomejs/biome/bin/biome", "ci", "--error-on-warnings", ".");
await buildWhatIsStale();
if ((await types) !== 0 || (await lint) !== 0) process.exit(1);
const { installBrowserIfMissing } = await import("./browser.mjs");
await installBrowserIfMissing();
say("Tests …");
const { runTests, sumUp } = await import("./vitest.mjs");
const runs = [runTests()];
const { isPostgresInstalled } = await import("./postgres-server.mjs");
if (isPostgresInstalled()) {
  // Beside the others, because they wait for processes more than they compute. What they print comes when they end.
  const { CHECKED, runTestsOnPostgres } = await import("./postgres-tests.mjs");
  runs.push(runTestsOnPostgres(CHECKED, { isAside: true }));
} else {
  say("skipped: the tests on PostgreSQL, because it is not installed");
}
process.exit(sumUp(...(await Promise.all(runs))));

/** Starts a package's program, which runs beside what follows; resolves with its exit status. */
function start(program, ...args) {
  const running = spawn(process.execPath, [inProject("node_modules", ...program.split("/")), ...args], {
    cwd: ROOT,
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    running.on("error", reject);
    running.on("exit", (status) => resolve(status ?? 1));
  });
}
