import { spawn } from "node:child_process";
import { inProject, ROOT } from "./project.mjs";
import { buildDataIfStale, buildSiteIfStale, say, unpackWhatIsMissing } from "./ready.mjs";
import { checkSupplyChain } from "./supply-chain.mjs";

// What CI runs: packages, types, lint and format, build, every test, and on PostgreSQL what depends on it most.
say("Packages …");
checkSupplyChain();
const { compiled } = await unpackWhatIsMissing();
say("Types, lint and format, build …");
const checks = [
  startPackage("typescript/bin/tsc", "--noEmit"),
  startPackage("@biomejs/biome/bin/biome", "ci", "--error-on-warnings", "."),
];
// What CI still installs: browsers, PostgreSQL.
const { CHECK_BESIDE } = process.env;
if (CHECK_BESIDE) checks.push(start("bash", CHECK_BESIDE));
await Promise.all([compiled.then(buildDataIfStale), buildSiteIfStale()]);
if ((await Promise.all(checks)).some((status) => status !== 0)) process.exit(1);
const { installBrowserIfMissing } = await import("./browser.mjs");
await installBrowserIfMissing();
say("Tests …");
const { runTests, sumUp } = await import("./vitest.mjs");
// As many random histories of the counter's money as the check has time for; a test run has a tenth (docs/testing.md).
const runs = [runTests([], { environment: { HISTORIES: "10000" } })];
const { isPostgresInstalled } = await import("./postgres-server.mjs");
if (isPostgresInstalled()) {
  // Beside the others, because they wait for processes more than they compute. What they print comes when they end.
  const { CHECKED, runTestsOnPostgres } = await import("./postgres-tests.mjs");
  runs.push(runTestsOnPostgres(CHECKED, { isAside: true }));
} else {
  say("skipped: the tests on PostgreSQL, because it is not installed");
}
process.exit(sumUp(...(await Promise.all(runs))));

/** Starts a package's program; see `start`. */
function startPackage(program, ...args) {
  return start(process.execPath, inProject("node_modules", ...program.split("/")), ...args);
}

/** Starts a program, which runs beside what follows; resolves with its exit status. */
function start(program, ...args) {
  const running = spawn(program, args, { cwd: ROOT, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    running.on("error", reject);
    running.on("exit", (status) => resolve(status ?? 1));
  });
}
