import { readFileSync } from "node:fs";
import { inProject } from "./project.mjs";

/** Licenses that any package may have. */
const LICENSES = new Set(
  "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 OFL-1.1 Unlicense WTFPL Zlib".split(
    " ",
  ),
);

/** Other licenses, each for the packages that were reviewed. */
const REVIEWED = {
  // sharp's libvips, linked at run time as its license requires.
  "LGPL-3.0-or-later": /^@img\/sharp-/,
  "Apache-2.0 AND LGPL-3.0-or-later": /^@img\/sharp-/,
  "Apache-2.0 AND LGPL-3.0-or-later AND MIT": /^@img\/sharp-/,
  // resvg is used unchanged, as its license asks; axe-core only tests.
  "MPL-2.0": /^(axe-core|@resvg\/resvg-js.*)$/,
  // Build and test tools, not distributed with the site.
  "Python-2.0": /^argparse$/,
  "CC-BY-4.0": /^caniuse-lite$/,
  "CC-BY-3.0": /^spdx-exceptions$/,
};

/** Licenses read in the packages themselves, because the lock file has none. */
const READ_IN_PACKAGE = {
  eval: "MIT",
  format: "MIT",
  "parse-cache-control": "BSD-3-Clause",
  "require-like": "MIT",
};

/** The folders with a lock file: the project's, and the benches'. */
const FOLDERS = [".", "bench"];

/**
 * Checks a lock file without a network: every package is pinned by its hash and names no download URL, its license is
 * allowed, and only the packages in `allowScripts` run code when they are installed.
 * @returns {string[]} one message for each problem
 */
export function supplyChainProblems(lock, manifest) {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
  return packages.flatMap(([path, entry]) => {
    const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const problems = [];
    if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? "")) problems.push("has no sha512 integrity");
    if (entry.resolved !== undefined) problems.push("names a download URL");
    if (!isLicensed(name, entry.license ?? READ_IN_PACKAGE[name]))
      problems.push(`has the license ${entry.license}`);
    if (entry.hasInstallScript && manifest.allowScripts?.[name] !== true) {
      problems.push("would run a script when it is installed, and is not named in allowScripts");
    }
    return problems.map((problem) => `${name}@${entry.version} ${problem}`);
  });
}

/** The problems of all lock files. */
export function lockFileProblems() {
  const read = (...file) => JSON.parse(readFileSync(inProject(...file), "utf8"));
  return FOLDERS.flatMap((folder) =>
    supplyChainProblems(read(folder, "package-lock.json"), read(folder, "package.json")),
  );
}

/** Prints the problems of all lock files and exits if there are any. */
export function checkSupplyChain() {
  const problems = lockFileProblems();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}

function isLicensed(name, license = "") {
  if (REVIEWED[license]?.test(name)) return true;
  // One of the licenses joined by OR is enough; all of those joined by AND are needed.
  return license
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => LICENSES.has(one)));
}
