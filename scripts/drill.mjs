import { inProject } from "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing, runNode } from "./ready.mjs";

// npm run drill: makes faults happen to the built site, on throwaway data, and prints what came of each. What follows `--`
// names the cases to run, by the first letters; `--seconds 600` is the length of the mixed load and of the money in two processes, 30 unless said, and `--runs 100000`
// how many the money lives, 2,000 unless said. All take a few minutes.
process.env.NODE_ENV ??= "production";
await installWhatIsMissing();
await buildWhatIsStale();
await runNode("--import", "tsx", inProject("drill", "drill.ts"), ...process.argv.slice(2));
