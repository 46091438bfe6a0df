import { describe, expect, test } from "vitest";
import { readSearch, toSearchWords } from "~/collections/search-words";

describe("what is stored of a record", () => {
  const RECORD = {
    kind: "partRequest",
    numbers: ["PR-7K3Q9D"],
    values: ["(555) 867-0142", "Dave.Miller@example.com", "1HGCM82633A004352", "Left"],
    names: "PR-7K3Q9D Dave Miller F-150",
    text: "It slips, Dave says",
  };
  const words = toSearchWords(RECORD).split(" ");

  test("has what names it whole, and the ends of that which people type", () => {
    expect(words).toEqual(
      expect.arrayContaining([
        ...["=pr7k3q9d", "+7k3q9d", "=5558670142", "+8670142", "+0142"],
        ...["=davemillerexamplecom", "=1hgcm82633a004352", "+004352"],
      ]),
    );
    expect(words).not.toContain("=left");
  });

  test("has names in all their writings, and apart from them what somebody wrote", () => {
    expect(words).toEqual(
      expect.arrayContaining(["pr/f150", "pr/f", "pr/150", "pr/dave", "pr/0142", "pr~slips", "pr~says"]),
    );
    expect(words).not.toContain("pr~dave");
  });

  test("has a name between hyphens without its other signs too", () => {
    expect(toSearchWords({ ...RECORD, names: "Ana Núñez-O'Brien" }).split(" ")).toContain("pr/obrien");
  });

  test("is letters and digits alone, whatever was written", () => {
    const odd = toSearchWords({
      ...RECORD,
      names: `'"*: | O'Brien\u0000 ${"x".repeat(500)}`,
      text: "🚗 = ~ ~~",
    });
    expect(odd).toContain(" pr/obrien ");
    expect(odd.split(" ").every((word) => /^([=+]|pr[~/])[\p{L}\p{N}]{1,64}$/u.test(word))).toBe(true);
  });
});

test.each([
  ["(555) 867-0142", ["5558670142"]],
  ["+1 555.867.0142", ["5558670142"]],
  ["867-0142", ["8670142"]],
  ["1 555 867 0142", ["5558670142"]],
  ["15558670142", ["5558670142"]],
  ["555 867 01", ["55586701"]],
  ["+44 20 7946 0958", ["442079460958"]],
  ["0142", ["0142"]],
  ["2012 2014", ["2012", "2014"]],
  ["1998 1999", ["1998", "1999"]],
  ["2010-2012 4.6", ["20102012", "46"]],
  ["H2001-3", ["h20013"]],
  ["  Dave  TRANSMISSION ", ["dave", "transmission"]],
  ["F-150", ["f150"]],
])("reads %s as %j", (q, words) => {
  expect(readSearch(q)?.words).toEqual(words);
});

test("reads signs alone as nothing", () => {
  for (const q of ["", " ", "'", "()", "=~+/"]) expect(readSearch(q)).toBeUndefined();
});
