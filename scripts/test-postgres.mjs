import "./project.mjs";
import { startPostgres } from "./postgres-server.mjs";
import { buildWhatIsStale, installWhatIsMissing } from "./ready.mjs";
import { runTests } from "./vitest.mjs";

// npm run test:postgres: the rules and requests on a PostgreSQL server that this starts and stops; tests that are about SQLite
// itself are left out (tests/support/sqlite-only.ts). Takes Vitest's options, as npm test does.
installWhatIsMissing();
await buildWhatIsStale();
const server = await startPostgres();
// Vitest is told of the signal too, and this goes on when it has ended.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
const options = process.argv.slice(2);
const projects = options.includes("--project") ? [] : ["--project", "rules", "--project", "requests"];
try {
  process.env.TEST_POSTGRES = server.address;
  process.exitCode = await runTests([...projects, ...options]);
} finally {
  server.stop();
}
