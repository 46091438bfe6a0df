import "./project.mjs";
import { runTestsOnPostgres } from "./postgres-tests.mjs";
import { buildWhatIsStale, installWhatIsMissing } from "./ready.mjs";
import { sumUp } from "./vitest.mjs";

// npm run test:postgres: takes Vitest's options, as npm test does.
await installWhatIsMissing();
await buildWhatIsStale();
process.exit(sumUp(await runTestsOnPostgres(process.argv.slice(2))));
