import { inProject } from "./project.mjs";
import { installWhatIsMissing, runNode } from "./ready.mjs";

// Writes the contract for people, docs/api.md.
await installWhatIsMissing();
await runNode("--import", "tsx", inProject("scripts", "write-api-guide.ts"));
