import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import path from "node:path";
import { inProject, ROOT } from "./project.mjs";

/** The build's inputs; a change in any of them makes the build stale. */
const SOURCES = [
  "app",
  "demo",
  "migrations",
  "public",
  "server.ts",
  "vite.config.ts",
  "package-lock.json",
  "scripts/bundle.mjs",
  "scripts/build-fonts.mjs",
  "scripts/build-elements.mjs",
  "scripts/terminal.mjs",
  "scripts/update-lock.mjs",
];

/** The interchange's inputs. */
const INTERCHANGE_SOURCES = [
  "app/interchange",
  "app/vehicles/trade-words.json",
  "app/vehicles/trade-words.ts",
  "app/values/normalize.ts",
  "scripts/write-interchange-database.ts",
  "scripts/build-vin-database.mjs",
];

/**
 * What a build's heap may grow to, in MB. Where there is little memory Node would rather take more than tidy up, and a machine with
 * 1 GB could build nothing. Elsewhere a build without these limits takes two thirds of the time.
 */
const BUILD_HEAP =
  memory() < 4 * 1024 ** 3
    ? ["--max-old-space-size=640", "--max-semi-space-size=8"]
    : ["--max-semi-space-size=32"];

/** The machine's memory in bytes, or what a container leaves of it. */
function memory() {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** Installs the packages if they are missing, or if the lock file or the Node version has changed. */
export async function installWhatIsMissing() {
  const { compiled } = await unpackWhatIsMissing();
  await compiled;
}

/**
 * Does the same, but is done once the packages are there. SQLite is compiled meanwhile, which takes a core for a minute: until
 * `compiled` resolves, nothing may open a database.
 * @returns {Promise<{ compiled: Promise<void> }>}
 */
export async function unpackWhatIsMissing() {
  const stamp = inProject("node_modules", ".installed");
  const wanted = `${fingerprint(["package-lock.json"])} ${process.version} ${process.platform} ${process.arch}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return { compiled: Promise.resolve() };
  say("Installing packages …");
  // A failed installation has no stamp, and a release's may be a hard link to another's.
  rmSync(stamp, { force: true });
  // Development packages build the site, so they are needed in production too.
  await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--ignore-scripts"]);
  const { allowScripts } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const compiled = run("npm", ["rebuild", ...Object.keys(allowScripts)], compilerFlags());
  return { compiled: compiled.then(() => writeFileSync(stamp, wanted)) };
}

/**
 * Builds the site and its databases if their inputs have changed, one thing after the other and each in a process that ends:
 * the one that goes on to serve the site would keep their memory.
 */
export async function buildWhatIsStale() {
  await buildDataIfStale();
  await buildSiteIfStale();
}

/** Builds the site if its inputs have changed. */
export async function buildSiteIfStale() {
  const stamp = inProject("build", ".built");
  const wanted = fingerprint(SOURCES);
  const whole = existsSync(inProject("build", "server", "index.js"));
  if (whole && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("Building the site …");
  for (const bundle of ["client", "server"]) await runNode(...BUILD_HEAP, "scripts/bundle.mjs", bundle);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Builds the VIN database and the interchange, which is held against it, if their inputs have changed. */
export async function buildDataIfStale() {
  const { hasVinDatabase } = await import("./build-vin-database.mjs");
  if (!(await hasVinDatabase())) {
    say("Building the VIN database …");
    await runNode("scripts/build-vin-database.mjs");
  }
  const stamp = inProject("build", "interchange", ".built");
  const wanted = fingerprint(INTERCHANGE_SOURCES);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("Building the interchange …");
  await runNode("--import", "tsx", "scripts/write-interchange-database.ts");
  writeFileSync(stamp, wanted);
}

/** Runs a script with this Node; see `run`. */
export function runNode(...args) {
  return run(process.execPath, args);
}

/**
 * Runs a command to completion. If it fails, this process exits with its status; a signal ends both.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} environment what it has beside this process's
 */
export async function run(command, args, environment = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...environment },
    shell: process.platform === "win32",
  });
  let stoppedBy;
  const stop = (signal) => {
    stoppedBy = signal;
    child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
  const { status, signal } = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status, signal) => resolve({ status, signal }));
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
  // As if nothing had caught it, which systemd takes for a clean end.
  if (stoppedBy) process.kill(process.pid, stoppedBy);
  if (signal === "SIGKILL") say("It was killed, as happens where there is too little memory.");
  if (stoppedBy || status !== 0) process.exit(status ?? 1);
}

/** Prints a progress message. */
export function say(message) {
  console.log(message);
}

/**
 * SQLite with `-O1` is as fast as with its `-O3`, and compiles in a third of the time. On Node 24.19 and later, an addon compiled
 * with Node's own header aborts. Both: docs/decisions/tools.md.
 */
function compilerFlags() {
  const CFLAGS = `-O1 ${process.env.CFLAGS ?? ""}`.trim();
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major !== 24 || minor < 19) return { CFLAGS };
  const header = inProject("scripts", "object-wrap-without-hooks.h");
  return { CFLAGS, CXXFLAGS: `${process.env.CXXFLAGS ?? ""} -include "${header}"`.trim() };
}

function fingerprint(sources) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => filesBelow(inProject(source))).sort()) {
    hash.update(path.relative(ROOT, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function filesBelow(entry) {
  if (!existsSync(entry)) return [];
  if (statSync(entry).isFile()) return [entry];
  return readdirSync(entry, { withFileTypes: true, recursive: true })
    .filter((found) => found.isFile())
    .map((found) => path.join(found.parentPath, found.name));
}
