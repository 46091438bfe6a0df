import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { missingBrowsers } from "./browser-paths.mjs";
import { inProject, ROOT } from "./project.mjs";
import { canServeBucket } from "./swift.mjs";

/**
 * Runs the tests; the closing lines name the browsers that were not there, and the last one counts: `N passed, N failed`.
 * @param {string[]} options file names or options for Vitest
 * @returns {Promise<number>} the exit status
 */
export async function runTests(options = []) {
  const report = inProject("node_modules", ".cache", "tests.json");
  mkdirSync(inProject("node_modules", ".cache"), { recursive: true });
  rmSync(report, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      inProject("node_modules", "vitest", "vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...options,
    ],
    { cwd: ROOT, stdio: "inherit", env: { ...process.env, NODE_ENV: "test" } },
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
  console.log(`${passed} passed, ${failed} failed`);
  return status === 0 && failed === 0 && passed > 0 ? 0 : 1;
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
