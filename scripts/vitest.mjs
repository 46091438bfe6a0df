import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { missingBrowsers } from "./browser-paths.mjs";
import { inProject, ROOT } from "./project.mjs";
import { canServeBucket } from "./swift.mjs";

/**
 * Runs the tests; the closing lines name the browsers that were not there.
 * @param {string[]} options file names or options for Vitest
 * @param {{ related?: string[], environment?: Record<string, string> }} how `related`: of files that import one of these, and no other
 * @returns {{ passed: number, failed: number, isGood: boolean }}
 */
export function runTests(options = [], { related, environment } = {}) {
  const report = inProject("node_modules", ".cache", "tests.json");
  mkdirSync(inProject("node_modules", ".cache"), { recursive: true });
  rmSync(report, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      inProject("node_modules", "vitest", "vitest.mjs"),
      ...(related ? ["related", "--run", ...related] : ["run"]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...options,
    ],
    { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...environment, NODE_ENV: "test" } },
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
