import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { csvLine, readCsvText } from "~/values/csv";

describe("a cell that a spreadsheet would run", () => {
  test.each(["=1+1", "+1", "-1", "@a", "\t=1", "\r1", "'=1", "''-x", "＝1"])(
    "%j is made harmless, and reads back as it was",
    (text) => {
      const [[cell = ""] = []] = parse(csvLine([text])) as string[][];
      expect(cell).toBe(`'${text}`);
      expect(readCsvText(cell)).toBe(text);
    },
  );

  test.each(["A1", "'tis", "1-2", "a=b", ""])("%j is left as it is", (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`);
    expect(readCsvText(text)).toBe(text);
  });
});

test("cells with commas, semicolons, quotes, line breaks and spaces at their ends are read as they were", () => {
  const cells = ["a, b", "a; b", 'a "b"', "one\ntwo", " a ", "", "8\t9"];
  const line = csvLine([...cells, 12, undefined]);
  expect(line).toContain('"a; b"');
  expect(parse(line)).toEqual([[...cells, "12", ""]]);
});
