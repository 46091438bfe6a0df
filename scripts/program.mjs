import { appendFileSync, existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inProject, ROOT } from "./project.mjs";
import { buildWhatIsStale, installWhatIsMissing } from "./ready.mjs";

/** Where `npm run update` puts releases; its link `current` names the one that runs. */
export const RELEASES = inProject("releases");

/** Where starts leave their process id while an update waits for one; it makes the file, and removes it. */
export const STARTS = path.join(RELEASES, "starts");

/** Lets an update that waits for this start know of it, so that it need not wait once this process has ended. */
export function noteStart() {
  try {
    if (existsSync(STARTS)) appendFileSync(STARTS, `${process.pid}\n`);
  } catch {
    // Another user's: the update then waits as long as it may, which is no reason not to start.
  }
}

/** The folder of the program that runs: the current release, or this checkout if there is none. */
export function programFolder() {
  const current = path.join(RELEASES, "current");
  return existsSync(current) ? realpathSync(current) : ROOT;
}

/** True if a program's packages were installed for this major version of Node; compiled ones load in no other. */
export function isForThisNode(folder) {
  const [, version] = readFileSync(path.join(folder, "node_modules", ".installed"), "utf8").split(" ");
  return version?.split(".")[0] === process.version.split(".")[0];
}

/** A module of the program that runs. */
export function importFromProgram(...file) {
  return import(pathToFileURL(path.join(programFolder(), ...file)).href);
}

/**
 * The built site, or another file of its bundle, for a command that may run beside it. A finished build is used as it is, even
 * if the sources have changed: installing or building would change what the running site serves.
 */
export async function importBuilt(file = "index.js") {
  const has = (...parts) => existsSync(path.join(programFolder(), ...parts));
  if (!has("build", ".built") || !has("node_modules")) {
    await installWhatIsMissing();
    await buildWhatIsStale();
  }
  return importFromProgram("build", "server", file);
}
