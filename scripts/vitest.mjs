import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { missingBrowsers } from "./browser-paths.mjs";
import { inProject, ROOT } from "./project.mjs";
import { canServeBucket } from "./swift.mjs";

/**
 * Runs the tests; the closing lines name the browsers that were not there.
 * @param {string[]} options file names or options for Vitest
 * @param {object} how
 * @param {string[]} [how.related] of files that import one of these, and no other
 * @param {Record<string, string>} [how.environment]
 * @param {string} [how.name] of the report in `node_modules/.cache`
 * @param {boolean} [how.isAside] beside another run, so that it prints when it has ended
 * @returns {Promise<{ passed: number, failures: string[], isGood: boolean }>}
 */
export async function runTests(options = [], { related, environment, name = "tests", isAside = false } = {}) {
  const report = inProject("node_modules", ".cache", `${name}.json`);
  mkdirSync(inProject("node_modules", ".cache"), { recursive: true });
  rmSync(report, { force: true });
  const status = await runVitest(
    [
      ...(related ? ["related", "--run", ...related] : ["run"]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...options,
    ],
    { ...process.env, ...environment, NODE_ENV: "test" },
    isAside,
  );
  const { passed, failures, hasStarted } = readResults(report);
  if (options.length === 0) {
    const missing = missingBrowsers();
    for (const name of missing) console.log(`skipped: ${name} is not installed`);
    if (!canServeBucket()) {
      console.log("skipped: pictures in a bucket, because OpenStack Swift (python3-swift) is not installed");
    }
    if (!missing.includes("WebKitGTK") && !hasStarted("WebKitGTK")) {
      console.log("skipped: WebKitGTK did not start");
    }
  }
  return { passed, failures, isGood: status === 0 && failures.length === 0 && passed > 0 };
}

function runVitest(options, env, isAside) {
  const running = spawn(process.execPath, [inProject("node_modules", "vitest", "vitest.mjs"), ...options], {
    cwd: ROOT,
    stdio: isAside ? ["ignore", "pipe", "pipe"] : "inherit",
    env,
  });
  const output = [];
  for (const stream of [running.stdout, running.stderr]) stream?.on("data", (chunk) => output.push(chunk));
  // This goes on when Vitest has ended. A terminal tells Vitest of its SIGINT too.
  const signals = { SIGINT: () => {}, SIGTERM: () => running.kill("SIGTERM") };
  for (const [signal, answer] of Object.entries(signals)) process.on(signal, answer);
  return new Promise((resolve, reject) => {
    running.on("error", reject);
    running.on("close", (status) => {
      for (const [signal, answer] of Object.entries(signals)) process.off(signal, answer);
      process.stdout.write(Buffer.concat(output));
      resolve(status);
    });
  });
}

/**
 * Names the tests that failed, because a log of CI may be cut off at its beginning, and prints the last line, which counts the tests
 * of all runs: `N passed, N failed`.
 * @param {{ passed: number, failures: string[], isGood: boolean }[]} runs
 * @returns {number} the exit status
 */
export function sumUp(...runs) {
  const failures = runs.flatMap((run) => run.failures);
  for (const failure of failures) console.log(`failed: ${failure}`);
  const passed = runs.reduce((total, run) => total + run.passed, 0);
  console.log(`${passed} passed, ${failures.length} failed`);
  return runs.every(({ isGood }) => isGood) ? 0 : 1;
}

function readResults(report) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    return {
      passed: numPassedTests,
      failures: testResults.flatMap(failuresOf),
      // The journeys of a browser are a group, whose tests are all skipped where it does not start.
      hasStarted: (name) =>
        testResults
          .flatMap((file) => file.assertionResults)
          .some((test) => test.ancestorTitles.includes(`in ${name}`) && test.status !== "skipped"),
    };
  } catch {
    return { passed: 0, failures: ["the tests left no report"], hasStarted: () => true };
  }
}

function failuresOf({ name, status, message, assertionResults }) {
  const file = path.relative(ROOT, name);
  // A file that fails to load, or whose hooks fail, may have no test that failed.
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && failed.length === 0) return [`${file}: ${firstLine(message)}`];
  return failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
}

function firstLine(text) {
  return (text ?? "").trim().split("\n")[0].slice(0, 300);
}
