import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { inspectFile, readRows } from "~/import/file.server";
import { convertWorkbook } from "~/import/workbook.server";
import { uploaded } from "../../support/imports";
import { type Cell, workbook } from "../../support/workbook";

type Options = Parameters<typeof workbook>[1];

async function read(content: Buffer) {
  const path = await uploaded(content);
  try {
    const sheet = await convertWorkbook(path);
    const file = await inspectFile(path);
    const rows = [];
    for await (const row of readRows(createReadStream(path), file)) rows.push(row);
    return { sheet, headings: file.headings, rows };
  } finally {
    await rm(path, { force: true });
  }
}

const rowsOf = async (rows: readonly (readonly Cell[] | undefined)[], options?: Options) =>
  (await read(await workbook([["Stock", "Value", "Note"], ...rows], options))).rows.map(({ cells }) => cells);

describe("a workbook", () => {
  test("reads as its first visible sheet; a row keeps its number past those that are left out", async () => {
    const { sheet, headings, rows } = await read(
      await workbook(
        [["Stock", "Note"], undefined, ["A1", 'has 17" wheels,\nkeys'], undefined, undefined, ["A2"]],
        {
          hidden: 1,
        },
      ),
    );
    expect({ sheet, headings }).toEqual({ sheet: "Cars", headings: ["Stock", "Note"] });
    expect(rows).toEqual([
      { row: 3, cells: ["A1", 'has 17" wheels,\nkeys'] },
      { row: 6, cells: ["A2", ""] },
    ]);
  });

  test.each<[name: string, cell: Cell, text: string]>([
    ["a day", { value: 45384, style: 1 }, "2024-04-02"],
    ["a day with an hour", { value: 45384.75, style: 1 }, "2024-04-02"],
    ["a day before Excel's leap year", { value: 59, style: 1 }, "1900-02-28"],
    ["leading zeros", { value: 123, style: 2 }, "00123"],
    ["a number", 84210, "84210"],
    ["a sum", 0.1 + 0.2, "0.3"],
    ["a yes", true, "Yes"],
    ["a formula's sign", "=1+1", "'=1+1"],
    ["an amount", "R & D <1>", "R & D <1>"],
  ])("has %s as it is shown", async (_name, cell, text) => {
    expect(await rowsOf([["A1", cell]])).toEqual([["A1", text, ""]]);
  });

  test("of a Mac counts its days from 1904", async () => {
    const files = {
      "xl/workbook.xml":
        '<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="Cars" r:id="rId1"/></sheets></workbook>',
    };
    expect(await rowsOf([["A1", { value: 43922, style: 1 }]], { files })).toEqual([["A1", "2024-04-02", ""]]);
  });

  test("with text beside its cells, and a formula's result, reads them too", async () => {
    const files = {
      "xl/worksheets/sheet1.xml":
        '<worksheet><sheetData><row><c t="inlineStr"><is><t>Stock</t></is></c><c t="str"><f>X</f><v>Value</v></c></row><row><c t="str"><f>A()</f><v>A1</v></c><c t="e"><v>#REF!</v></c></row></sheetData></worksheet>',
    };
    expect((await read(await workbook([], { files }))).rows).toEqual([{ row: 2, cells: ["A1", ""] }]);
  });

  test("with hundreds of thousands of rows without text below a wide one, is as short as its text", async () => {
    const heading = `<row>${'<c t="str"><v>Stock</v></c>'.repeat(200)}</row>`;
    const files = {
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${heading}<row><c t="str"><v>A1</v></c></row>${"<row/>".repeat(200_000)}</sheetData></worksheet>`,
    };
    const { rows } = await read(await workbook([], { files }));
    expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([[2, "A1"]]);
  });
});

describe("a workbook that cannot be imported is told why", () => {
  const sheet = (xml: string) => ({ files: { "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${xml}` } });
  test.each<[name: string, options: Options, sentence: string]>([
    ["no workbook", { files: { "xl/workbook.xml": "<nothing/>" } }, "a zip file, not a workbook"],
    ["broken XML", sheet("<row>"), "This workbook can't be read."],
    ["an entity that would grow", sheet("<row><c><v>&lol;</v></c></row>"), "This workbook can't be read."],
    ["rows that go back", sheet('<row r="2"/><row r="1"/>'), "This workbook can't be read."],
    ["rows between rows", sheet('<row r="1.1"/><row r="1.2"/>'), "This workbook can't be read."],
    ["a comment that does not end", sheet(`<!--${"-a".repeat(3_000_000)}`), "more than 20 MB of text"],
    [
      "a sheet that is not in it",
      {
        files: {
          "xl/_rels/workbook.xml.rels":
            '<Relationships><Relationship Id="rId1" Target="../../../etc/passwd"/></Relationships>',
        },
      },
      "This file is empty.",
    ],
    [
      "elements in elements, each of which is kept",
      sheet(`${"<a>".repeat(1_000)}${"</a>".repeat(1_000)}</sheetData></worksheet>`),
      "This workbook can't be read.",
    ],
    [
      "hundreds of attributes",
      sheet(
        `<row ${Array.from({ length: 200 }, (_, at) => `a${at}=""`).join(" ")}/></sheetData></worksheet>`,
      ),
      "This workbook can't be read.",
    ],
    [
      "a cell far to the right",
      sheet('<row><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>'),
      "more than 500 columns",
    ],
    [
      "more rows than an import takes",
      sheet('<row><c r="A1"><v>1</v></c></row><row r="50002"><c><v>1</v></c></row></sheetData></worksheet>'),
      "more than 50,000 rows",
    ],
    [
      "too much text",
      sheet(`<row><c t="str"><v>${"a".repeat(21_000_000)}</v></c></row></sheetData></worksheet>`),
      "more than 20 MB of text",
    ],
    [
      "an attribute that does not end",
      sheet(`<row r="${"1".repeat(5_000_000)}"/></sheetData></worksheet>`),
      "more than 20 MB of text",
    ],
    [
      "a shared text of many pieces",
      {
        files: {
          "xl/sharedStrings.xml": `<sst><si>${"<t>_x0041__x0041__x0041_</t>".repeat(20_000)}</si></sst>`,
        },
      },
      "more than 20 MB of text",
    ],
    [
      "more formats than Excel has",
      { files: { "xl/styles.xml": `<styleSheet><cellXfs>${"<xf/>".repeat(70_000)}</cellXfs></styleSheet>` } },
      "This workbook can't be read.",
    ],
    [
      "more entries than any workbook has",
      { files: Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`xl/media/${at}`, ""])) },
      "This workbook can't be read.",
    ],
    [
      "a text that many cells share",
      {
        files: {
          "xl/sharedStrings.xml": `<sst><si><t>${"a".repeat(1_000_000)}</t></si></sst>`,
          ...sheet(`${'<row><c t="s"><v>0</v></c></row>'.repeat(50)}</sheetData></worksheet>`).files,
        },
      },
      "more than 20 MB of text",
    ],
    [
      "shared texts that unpack to very much",
      { files: { "xl/sharedStrings.xml": " ".repeat(65 * 1024 * 1024) } },
      "more than 20 MB of text",
    ],
  ])("%s", async (_name, options, sentence) => {
    await expect(workbook([["Stock"]], options).then(read)).rejects.toThrow(sentence);
  });

  test("a damaged zip file", async () => {
    await expect(read(Buffer.from("PK\x03\x04 and no more"))).rejects.toThrow("This workbook can't be read.");
  });

  test("an entry that unpacks to more than the archive says", async () => {
    const content = await workbook([["Stock"], ["A1"]]);
    const entry = content.lastIndexOf("xl/sharedStrings.xml") - 46;
    content.writeUInt32LE(10, entry + 24);
    await expect(read(content)).rejects.toThrow("This workbook can't be read.");
  });

  test("any other file is left alone", async () => {
    expect((await read(Buffer.from("Stock,VIN\nA1,1\n"))).sheet).toBeUndefined();
  });
});
