import { inProject } from "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing, run } from "./ready.mjs";

// npm run drill: makes faults happen to the built site, on throwaway data, and prints what came of each. What follows `--`
// names the cases to run, by the first letters.
process.env.NODE_ENV ??= "production";
installWhatIsMissing();
await buildWhatIsStale();
run(process.execPath, ["--import", "tsx", inProject("drill", "drill.ts"), ...process.argv.slice(2)]);
