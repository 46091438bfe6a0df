import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { analyse } from "scslre";
import ts from "typescript";
import { expect, test } from "vitest";

interface Expression {
  /** `app/values/phone.ts:12 /…/` */
  name: string;
  source: string;
  flags: string;
}

/** Every regular expression that a file has in it. */
function expressionsOf(file: string): Expression[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({
        name: `${file}:${line} ${node.text}`,
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isSlow = ({ source, flags }: Pick<Expression, "source" | "flags">) =>
  analyse({ source, flags }).reports.length > 0;

test("no regular expression takes more than its text's length: one cell of a file could hang the site", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const expressions = files.flatMap((name) => expressionsOf(path.join("app", name)));
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
