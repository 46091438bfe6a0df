import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { inProject } from "./project.mjs";
import { run, say } from "./ready.mjs";

/** Installs the benchmarks' tools, separately from the project's packages because they take 200 MB. */
export async function installBenchTools() {
  const lock = inProject("bench", "package-lock.json");
  const installed = inProject("bench", "node_modules", ".installed");
  if (existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(lock, "utf8")) return;
  say("Installing the tools of the benches …");
  // None of them has anything to compile.
  await run("npm", ["ci", "--prefix", inProject("bench"), "--ignore-scripts", "--no-audit", "--no-fund"]);
  copyFileSync(lock, installed);
}
