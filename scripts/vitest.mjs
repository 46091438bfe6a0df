import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
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
  const { passed, failed, hasStarted } = readResults(report);
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
  return { passed, failed, isGood: status === 0 && failed === 0 && passed > 0 };
}

/**
 * Prints the last line, which counts the tests of all runs: `N passed, N failed`.
 * @param {{ passed: number, failed: number, isGood: boolean }[]} runs
 * @returns {number} the exit status
 */
export function sumUp(...runs) {
  const sum = (count) => runs.reduce((total, run) => total + run[count], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  return runs.every(({ isGood }) => isGood) ? 0 : 1;
}

function readResults(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    // A file that fails to load has no test that could fail.
    const unloaded = testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0,
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests + unloaded.length,
      // The journeys of a browser are a group, whose tests are all skipped where it does not start.
      hasStarted: (name) =>
        testResults
          .flatMap((file) => file.assertionResults)
          .some((test) => test.ancestorTitles.includes(`in ${name}`) && test.status !== "skipped"),
    };
  } catch {
    return { passed: 0, failed: 1, hasStarted: () => true };
  }
}
