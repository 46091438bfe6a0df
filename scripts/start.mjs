import path from "node:path";
import { importFromProgram, isForThisNode, programFolder } from "./program.mjs";
import { ROOT } from "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing, run } from "./ready.mjs";

process.env.NODE_ENV ??= "production";
const program = programFolder();
if (program === ROOT) {
  installWhatIsMissing();
  await buildWhatIsStale();
} else if (!isForThisNode(program)) {
  // A release is complete, unless Node was upgraded since.
  run(process.execPath, [path.join(program, "scripts", "build.mjs")]);
}
const { serveBuiltSite } = await importFromProgram("scripts", "serve.mjs");
await serveBuiltSite();
