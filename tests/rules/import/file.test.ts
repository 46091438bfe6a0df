import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { inspectFile, readRows } from "~/import/file.server";
import { encoded, type FileEncoding, uploaded } from "../../support/imports";

const MAX_IMPORT_ROWS = 50_000;

async function inspected(content: string | Buffer) {
  const path = await uploaded(content);
  const file = await inspectFile(path);
  const rows = [];
  for await (const row of readRows(createReadStream(path), file)) rows.push(row);
  await rm(path);
  return { ...file, cells: rows };
}

describe.each<[FileEncoding, string]>([
  ["utf-8", "utf-8"],
  ["utf-8 with BOM", "utf-8"],
  ["windows-1252", "windows-1252"],
  ["utf-16le", "utf-16le"],
])("a file in %s", (encoding, found) => {
  test.each([",", ";", "\t"])("with the delimiter %j reads as it was typed", async (delimiter) => {
    const lines = [
      ["Stock", "Color", "Comments"],
      ["A1", "Café “tan”", `"17"" wheels,\none owner; two\tkeys"`],
      ["", "", ""],
      ["A2", `15" rims`, "=1+1"],
    ];
    const text = lines.map((cells) => `${cells.join(delimiter)}\r\n`).join("");
    const file = await inspected(encoded(text, encoding));
    expect(file).toMatchObject({
      encoding: found,
      delimiter,
      headings: ["Stock", "Color", "Comments"],
      rows: 2,
    });
    expect(file.cells).toEqual([
      { row: 2, cells: ["A1", "Café “tan”", `17" wheels,\none owner; two\tkeys`] },
      { row: 4, cells: ["A2", `15" rims`, "=1+1"] },
    ]);
  });
});

test("a row has the number that a spreadsheet gives it, past line breaks in quotes and blank lines", async () => {
  const file = await inspected('Stock,Notes\n\nA1,"one\ntwo"\n\n\nA2,\n');
  expect(file.cells.map(({ row, cells: [stock] }) => [row, stock])).toEqual([
    [3, "A1"],
    [6, "A2"],
  ]);
});

describe("a file that cannot be imported is told why", () => {
  const many = `Stock\n${"A\n".repeat(MAX_IMPORT_ROWS + 1)}`;
  test.each<[name: string, content: string | Buffer, sentence: string]>([
    ["empty", "", "This file is empty."],
    ["only line breaks", "\r\n\r\n", "This file is empty."],
    ["only headings", "Stock,VIN\r\n", "headings, but no rows"],
    ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]), "This is a picture, not a CSV file."],
    ["a program", Buffer.from("\x7fELF\0\0\0"), "This isn't a CSV file."],
    ["an open quotation mark", 'Stock,VIN\nA1,1\nA2,"2\nA3,3\n', "opens in row 3 is never closed"],
    ["too many rows", many, "more than 50,000 rows"],
    ["too many columns", `${"a,".repeat(600)}\n1\n`, "more than 500 columns"],
  ])("%s", async (_name, content, sentence) => {
    await expect(inspected(content)).rejects.toThrow(sentence);
  });
});
