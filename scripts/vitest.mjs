import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { inProject, ROOT } from "./project.mjs";

/**
 * Runs the tests and closes with one line for the whole run: `N passed, N failed`.
 * @param {string[]} filters files or options for Vitest
 * @returns {Promise<number>} the status to exit with
 */
export async function runTests(filters = []) {
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
      ...filters,
    ],
    { cwd: ROOT, stdio: "inherit", env: { ...process.env, NODE_ENV: "test" } },
  );
  const { passed, failed } = countResults(report);
  console.log(`${passed} passed, ${failed} failed`);
  return status === 0 && failed === 0 && passed > 0 ? 0 : 1;
}

function countResults(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    // A file that could not even be loaded has no test to fail.
    const broken = testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0,
    );
    return { passed: numPassedTests, failed: numFailedTests + broken.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
