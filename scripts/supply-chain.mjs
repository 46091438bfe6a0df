import { readFileSync } from "node:fs";
import { inProject } from "./project.mjs";

/** Licences that this project may be built of and handed on with. */
const LICENCES = new Set(
  "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT OFL-1.1 Unlicense WTFPL Zlib".split(
    " ",
  ),
);

/** Others, each looked at: who may have it, and why. */
const LOOKED_AT = {
  // sharp's libvips, linked at run time as its licence asks.
  "LGPL-3.0-or-later": /^@img\/sharp-/,
  "Apache-2.0 AND LGPL-3.0-or-later": /^@img\/sharp-/,
  "Apache-2.0 AND LGPL-3.0-or-later AND MIT": /^@img\/sharp-/,
  // Build and test tools, not handed on with the site.
  "MPL-2.0": /^axe-core$/,
  "Python-2.0": /^argparse$/,
  "CC-BY-4.0": /^caniuse-lite$/,
  "CC-BY-3.0": /^spdx-exceptions$/,
};

/** Packages of which the lock file knows no licence: read in the package itself. */
const NAMED_BY_HAND = {
  eval: "MIT",
  format: "MIT",
  "parse-cache-control": "BSD-3-Clause",
  "require-like": "MIT",
};

/** Where a lock file stands: the project's, and that of what the benches measure with. */
const LOCKED = [".", "bench"];

/**
 * What a supply chain can be asked without a network: that every package in the lock file is pinned by its hash and names no
 * download address, that its licence is one of ours, and that only the packages named in `allowScripts` run code when they
 * are installed.
 * @returns {string[]} one sentence for each thing that is wrong
 */
export function supplyChainProblems(lock, manifest) {
  const packages = Object.entries(lock.packages).filter(([place]) => place !== "");
  return packages.flatMap(([place, entry]) => {
    const name = entry.name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    const found = [];
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? "")) found.push("has no sha512 integrity");
    if (entry.resolved !== undefined) found.push("names a download address");
    if (!isLicensed(name, entry.license ?? NAMED_BY_HAND[name]))
      found.push(`has the licence ${entry.license}`);
    if (entry.hasInstallScript && manifest.allowScripts?.[name] !== true) {
      found.push("would run a script when it is installed, and is not named in allowScripts");
    }
    return found.map((problem) => `${name}@${entry.version} ${problem}`);
  });
}

/** Reads the project's lock files; says all that is wrong. */
export function lockedProblems() {
  const read = (...file) => JSON.parse(readFileSync(inProject(...file), "utf8"));
  return LOCKED.flatMap((folder) =>
    supplyChainProblems(read(folder, "package-lock.json"), read(folder, "package.json")),
  );
}

/** Ends the process where something is wrong with what is locked. */
export function checkSupplyChain() {
  const problems = lockedProblems();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}

function isLicensed(name, licence = "") {
  if (LOOKED_AT[licence]?.test(name)) return true;
  // One of several may be chosen; all of several must be ours.
  return licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => LICENCES.has(one)));
}
