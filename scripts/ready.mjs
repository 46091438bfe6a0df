import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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
];

/** Installs the packages if they are missing, or if the lock file or the Node version has changed. */
export function installWhatIsMissing() {
  const stamp = inProject("node_modules", ".installed");
  const wanted = `${fingerprint(["package-lock.json"])} ${process.version} ${process.platform} ${process.arch}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("Installing packages …");
  // A failed installation has no stamp, and a release's may be a hard link to another's.
  rmSync(stamp, { force: true });
  // Development packages build the site, so they are needed in production too.
  run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], compilerFlags());
  writeFileSync(stamp, wanted);
}

/** Builds the site and the VIN database if their inputs have changed. */
export async function buildWhatIsStale() {
  const stamp = inProject("build", ".built");
  const wanted = fingerprint(SOURCES);
  const whole = existsSync(inProject("build", "server", "index.js"));
  const { buildVinDatabase } = await import("./build-vin-database.mjs");
  await buildVinDatabase();
  if (whole && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("Building the site …");
  const { buildSite } = await import("./bundle.mjs");
  await buildSite();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Runs a command to completion; if it fails, exits with its status. */
export function run(command, args, environment = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...environment },
    shell: process.platform === "win32",
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Prints a progress message. */
export function say(message) {
  console.log(message);
}

/** On Node 24.19 and later, an addon compiled with Node's own header aborts (docs/decisions/node-24.md). */
function compilerFlags() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major !== 24 || minor < 19) return {};
  const header = inProject("scripts", "object-wrap-without-hooks.h");
  return { CXXFLAGS: `${process.env.CXXFLAGS ?? ""} -include "${header}"`.trim() };
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
