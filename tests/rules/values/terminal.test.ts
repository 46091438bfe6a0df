import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { escapeControls, escapeInLines } from "~/values/terminal";

test("a text from elsewhere is one line on a terminal, which obeys nothing of it", () => {
  const text = "250 queued \u001b[2J\u009b1;1H\rSent\u0007\n\u202eto you\u2028.";
  expect(escapeControls(text)).toBe(
    "250 queued \\u001b[2J\\u009b1;1H\\u000dSent\\u0007 \\u202eto you\\u2028.",
  );
});

test("lines of ours stay, and JSON and letters are what they were", () => {
  expect(escapeInLines('Row,Value\r\n2,"a\tb\rc"\r\n')).toBe('Row,Value\r\n2,"a\tb\\u000dc"\r\n');
  const value = { name: "Böhm’s 汽车 👍\u009b31m\u202e" };
  const json = escapeInLines(JSON.stringify(value, null, 2));
  expect([JSON.parse(json), json.split("\n").length]).toEqual([value, 3]);
});

/** What is printed past it: a help of ours alone. */
const ELSEWHERE = /(?:console\.\w+|process\.std(?:out|err)\.write)\((?!(?:\w*HELP|help)\))/;

test("commands print there alone, but for their help", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".server.ts"),
  );
  const wrong = files.filter((file) => ELSEWHERE.test(readFileSync(`app/${file}`, "utf8")));
  expect(wrong).toEqual([]);
});
