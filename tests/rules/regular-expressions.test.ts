import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { analyse } from "scslre";
import { parseAst, transformWithEsbuild } from "vite";
import { expect, test } from "vitest";

interface Expression {
  /** `app/values/phone.ts: /…/` */
  name: string;
  source: string;
  flags: string;
}

/** Every regular expression that a file has in it. */
async function expressionsOf(file: string): Promise<Expression[]> {
  const { code } = await transformWithEsbuild(readFileSync(file, "utf8"), file, { target: "esnext" });
  const found: Expression[] = [];
  const visit = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    if ("regex" in node) {
      const { pattern: source, flags } = node.regex as { pattern: string; flags: string };
      found.push({ name: `${file}: /${source}/${flags}`, source, flags });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(code));
  return found;
}

const isSlow = ({ source, flags }: Pick<Expression, "source" | "flags">) =>
  analyse({ source, flags }).reports.length > 0;

test("no regular expression takes more than its text's length: one cell of a file could hang the site", async () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const expressions = (await Promise.all(files.map((name) => expressionsOf(path.join("app", name))))).flat();
  expect(expressions.length).toBeGreaterThan(300);
  expect(expressions.filter(isSlow).map(({ name }) => name)).toEqual([]);
});

test.each([
  ["two repeats beside each other", "^\\s*\\s*$"],
  ["a repeat in a repeat", "^(a+)+$"],
  ["one that starts at each place again", "\\s*(mi|mile)$"],
])("%s is found", (_name, source) => {
  expect(isSlow({ source, flags: "" })).toBe(true);
});
