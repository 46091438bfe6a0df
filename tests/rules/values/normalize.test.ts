import { expect, test } from "vitest";
import { foldText, normalizeLine, normalizeMessage, toNormalForm } from "~/values/normalize";

const LONGEST_RUN = 30;

test.each([
  ["marks of two kinds", `a${"\u0344".repeat(16_000)}${"\u0334".repeat(16_000)}`],
  ["marks in turn", "\u0344\u0334".repeat(16_000)],
  ["Japanese marks of half the width", "\uff9e\u0334".repeat(16_000)],
  ["Thai vowels", "\u0e33\u0e48".repeat(16_000)],
])("no text makes the site sort tens of thousands of %s, and none is lost", (_what, text) => {
  for (const normalize of [
    normalizeLine,
    normalizeMessage,
    (text: string) => toNormalForm(text, "NFKC"),
    (text: string) => toNormalForm(text, "NFKD"),
  ]) {
    const normal = normalize(text);
    const runs = normal.split("\u034f").flatMap((part) => part.match(/\p{M}+/gu) ?? []);
    expect(Math.max(...runs.map(({ length }) => length))).toBeLessThanOrEqual(LONGEST_RUN);
    expect(runs.join("").length).toBeGreaterThanOrEqual(15_000);
  }
  expect(foldText(text).length).toBeLessThanOrEqual(16_000);
});

test.each([
  "y".concat("\u0344".repeat(18)),
  "\u0344\u0334".repeat(200),
  "\uff9e".repeat(70),
  "\u0ddd".repeat(29),
])("what is normal stays as it is, so that a stored name is its own: %j", (text) => {
  for (const normalize of [normalizeLine, normalizeMessage])
    expect(normalize(normalize(text))).toBe(normalize(text));
  for (const form of ["NFC", "NFKC", "NFKD"] as const)
    expect(toNormalForm(toNormalForm(text, form), form)).toBe(toNormalForm(text, form));
});

test("what people write is as it was: one letter for each with its marks", () => {
  expect(normalizeLine("Nguye\u0302\u0303n  Cafe\u0301")).toBe("Nguyễn Café");
  expect(foldText("Nguyễn Café")).toBe("nguyen cafe");
  const thirty = `a${"\u0334".repeat(30)}`;
  expect([normalizeLine(thirty), normalizeLine(`${thirty}b`)]).toEqual([thirty, `${thirty}b`]);
});
