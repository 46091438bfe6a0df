import { inProject } from "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing, run } from "./ready.mjs";

// npm run bench:<name> runs bench/<name>.ts on the sources, with the packages and data it needs in place.
const name = process.argv[2];
installWhatIsMissing();
await buildWhatIsStale();
run(process.execPath, ["--import", "tsx", inProject("bench", `${name}.ts`)]);
