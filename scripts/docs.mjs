import { inProject } from "./project.mjs";
import { installWhatIsMissing, run } from "./ready.mjs";

// Writes the contract for people, docs/api.md.
installWhatIsMissing();
run(process.execPath, ["--import", "tsx", inProject("scripts", "write-api-guide.ts")]);
