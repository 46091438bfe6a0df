import path from "node:path";
import { importFromProgram, isForThisNode, noteStart, programFolder } from "./program.mjs";
import { ROOT } from "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing, runNode } from "./ready.mjs";

process.env.NODE_ENV ??= "production";
noteStart();
const program = programFolder();
if (program === ROOT) {
  await installWhatIsMissing();
  await buildWhatIsStale();
} else if (!isForThisNode(program)) {
  // A release is complete, unless Node was upgraded since.
  await runNode(path.join(program, "scripts", "build.mjs"));
}
const { serveBuiltSite } = await importFromProgram("scripts", "serve.mjs");
await serveBuiltSite();
