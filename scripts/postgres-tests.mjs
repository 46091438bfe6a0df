import { startPostgres } from "./postgres-server.mjs";
import { canServeBucket, startSwift } from "./swift.mjs";
import { runTests } from "./vitest.mjs";

/** What opens the database, in a test's process or in another. */
const DATABASE_USERS = ["app/db/connection.server.ts", "tests/support/command.ts"];

/**
 * What `npm run check` runs of it: the rules of the subjects with the most SQL, the API's contract and sign-in, and what is about
 * PostgreSQL alone. The others take three and a half minutes of two cores more, and the whole check should stay under eight.
 */
export const CHECKED = [
  ...["customers", "db", "history", "lists", "move", "sales", "search", "vehicles"].map(
    (subject) => `tests/rules/${subject}/`,
  ),
  "tests/rules/import/parts.test.ts",
  "tests/rules/jobs.test.ts",
  "tests/requests/accounts/sign-in.test.ts",
  "tests/requests/api/contract-answers.test.ts",
  "tests/requests/vehicles/contract.test.ts",
  "tests/requests/postgres/",
];

/**
 * Runs the rules and requests that use the database on a PostgreSQL server that this starts and stops; tests that are about
 * SQLite itself are left out (tests/support/sqlite-only.ts). With `--project browser` the pictures are in a bucket, where Swift
 * is installed.
 * @param {string[]} options file names or options for Vitest
 * @param {{ isAside?: boolean }} how `isAside`: beside another run
 */
export async function runTestsOnPostgres(options = [], { isAside = false } = {}) {
  const projects = options.includes("--project") ? [] : ["--project", "!browser*"];
  const server = await startPostgres();
  const bucket = options.includes("browser") && canServeBucket() ? await startSwift() : undefined;
  try {
    const environment = {
      TEST_POSTGRES: server.address,
      ...(bucket ? { TEST_BUCKET: bucket.endpoint } : {}),
    };
    return await runTests([...projects, ...options], {
      environment,
      name: "tests-postgres",
      isAside,
      // A file that is named is run all the same.
      ...(options.length === 0 ? { related: DATABASE_USERS } : {}),
    });
  } finally {
    server.stop();
    await bucket?.stop();
  }
}
