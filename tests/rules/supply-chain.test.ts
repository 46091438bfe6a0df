import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { lockFileProblems, supplyChainProblems } from "../../scripts/supply-chain.mjs";

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const lock = read("package-lock.json");
const manifest = read("package.json");

/** The lock file with one package changed. */
function withPackage(change: Record<string, unknown>) {
  const entry = { version: "1.0.0", license: "MIT", integrity: lock.packages["node_modules/zod"].integrity };
  return { packages: { ...lock.packages, "node_modules/stranger": { ...entry, ...change } } };
}

describe("the supply chain", () => {
  test("of this project is in order", () => {
    expect(lockFileProblems()).toEqual([]);
    expect(supplyChainProblems(withPackage({}), manifest)).toEqual([]);
  });

  test.each([
    ["without a hash", { integrity: undefined }, "has no sha512 integrity"],
    ["with a weak hash", { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }, "has no sha512 integrity"],
    ["from a URL", { resolved: "https://registry.example/x.tgz" }, "names a download URL"],
    ["without a license", { license: undefined }, "has the license undefined"],
    ["under a license nobody reviewed", { license: "GPL-3.0" }, "has the license GPL-3.0"],
    ["under another's exception", { license: "LGPL-3.0-or-later" }, "has the license LGPL-3.0-or-later"],
    ["with half an allowed license", { license: "(MIT AND GPL-3.0)" }, "has the license (MIT AND GPL-3.0)"],
    ["with a script of its own", { hasInstallScript: true }, "is not named in allowScripts"],
  ])("does not take a package %s", (_name, change, problem) => {
    const problems = supplyChainProblems(withPackage(change), manifest);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^stranger@1\.0\.0 /);
    expect(problems[0]).toContain(problem);
  });
});
