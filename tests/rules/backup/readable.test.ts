import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What a source file says of JSON in a comment, and the column below it. */
const described = /^ {2}\/\*\* (?:The )?JSON[^\n]*\n {2}(\w+):/gm;

it("every column that the schema says is JSON is looked at before a restore", () => {
  const columns = [...readFileSync("app/db/schema.ts", "utf8").matchAll(described)].map(([, name]) => name);
  const looked = readFileSync("app/backup/readable.server.ts", "utf8");
  expect(columns.length).toBeGreaterThan(20);
  expect(columns.filter((name) => !new RegExp(`\\b${name}: "`).test(looked))).toEqual([]);
});
