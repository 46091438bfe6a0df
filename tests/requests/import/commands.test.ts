import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runScript } from "../../support/command";
import { encoded, strangersSpreadsheet } from "../../support/imports";
import { unzipped } from "../../support/zip";

const folder = mkdtempSync(path.join(tmpdir(), "yard-commands-"));
const env = {
  DATA_DIR: path.join(folder, "data"),
  UPLOADS_DIR: path.join(folder, "uploads"),
  INIT_CWD: folder,
};
afterAll(() => rmSync(folder, { recursive: true }));

const importFile = (content: string | Buffer, ...args: string[]) => {
  writeFileSync(path.join(folder, "cars.csv"), content);
  return runScript("scripts/import.mjs", { args: ["retail", "cars.csv", ...args], env });
};
const exportedCsv = async () => {
  await runScript("scripts/export.mjs", { args: ["--to", "all.zip"], env });
  return unzipped(readFileSync(path.join(folder, "all.zip"))).get("retail-vehicles.csv") ?? Buffer.alloc(0);
};

test("a stranger's spreadsheet is moved in, corrected and moved out with no loss", async () => {
  const wrong = encoded(strangersSpreadsheet({ delimiter: ";" }), "windows-1252");
  const dry = await importFile(wrong, "--dry-run");
  expect(dry.code).toBe(1);
  expect(dry.errors).toMatch(/Would be: 109 added, 0 changed, 0 unchanged, 6 rejected. Nothing was changed./);

  const first = await importFile(wrong);
  expect(first.code).toBe(1);
  expect(first.output).toContain("2,Rejected,A1000,Odometer (mi),lots,Please enter a valid mileage");
  const corrected = strangersSpreadsheet({ isCorrected: true });
  const second = await importFile(encoded(corrected, "utf-8 with BOM"));
  expect(second.code).toBe(0);
  expect(second.errors).toContain("6 added, 0 changed, 109 unchanged, 0 rejected.");

  const out = await exportedCsv();
  const back = await importFile(out);
  expect(back.errors).toContain("0 added, 0 changed, 115 unchanged, 0 rejected.");
  expect(await exportedCsv()).toEqual(out);
}, 120_000);

test("what no field takes is named, kept or not, and so is how words are read", async () => {
  const file = "Stock,VIN,Status,Cost,Yard Boss\nZ2,4S4BSANC1G3000001,FOR SALE,450,Joe\n";
  const plain = await importFile(file, "--dry-run");
  expect(plain.errors).toContain("Kept in notes: Cost.\nColumns that match no field: Yard Boss.");
  expect(plain.errors).toContain('Status "FOR SALE" is read as Available (1 row).');
  const all = await importFile(file, "--dry-run", "--keep-in-notes", "all");
  expect(all.errors).toContain("Kept in notes: Cost, Yard Boss.");
  const wrong = await importFile(file, "--dry-run", "--keep-in-notes", "Boss");
  expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('The file has no column "Boss".') });

  await importFile(file);
  const other = file.replace("4S4BSANC1G3000001", "19VDE2E5XEE644230");
  const rejected = await importFile(other, "--dry-run");
  expect(rejected.output).toContain("These look like different cars");
  expect((await importFile(other, "--dry-run", "--allow-other-vins")).errors).toContain("1 changed");
}, 60_000);

test("what a spreadsheet says clears no terminal and begins no line there", async () => {
  const escapes = "\u001b[2J\u009b1;1H\u202e";
  const shown = "\\u001b[2J\\u009b1;1H\\u202e";
  const rows = `Z3,4S4BSANC1G3000001,lo${escapes}ts,Joe\n`;
  const file = `Stock,VIN,Mileage,"we${escapes}\nird"\n${rows}`;
  const { code, output, errors } = await importFile(file, "--dry-run");
  expect([code, output]).toEqual([1, expect.stringContaining(`Mileage,"lo${shown}ts",`)]);
  expect(errors).toContain(`Columns that match no field: we${shown} ird.\n`);
  const lost = await importFile(file.replace("Stock", "What"), "--dry-run");
  expect(lost.errors).toContain(`The file's columns: What, VIN, Mileage, we${shown} ird.\n`);
  expect(output + errors + lost.errors).not.toMatch(/(?![\r\n])[\p{Cc}\p{Bidi_Control}]/u);
});

test("columns are named by hand where the headings say nothing", async () => {
  const file = "What,Which\nZ1,4S4BSANC1G3000001\n";
  const lost = await importFile(file);
  expect(lost).toMatchObject({ code: 1, output: "" });
  expect(lost.errors).toContain("Choose the column of the stock number. The file's columns: What, Which.");
  const found = await importFile(file, "--columns", "stockNumber=What,vin=2");
  expect(found).toMatchObject({ code: 0, errors: expect.stringContaining("1 added") });
});

test("wrong usage prints how it is used", async () => {
  const ended = await runScript("scripts/import.mjs", { args: ["bicycles", "cars.csv"], env });
  expect(ended.code).toBe(2);
  expect(ended.errors).toContain(
    "npm run import -- retail|dismantled|parts|customers|oldSales|purchases|fitments <file>",
  );
  const missing = await runScript("scripts/import.mjs", { args: ["retail", "gone.csv"], env });
  expect(missing).toMatchObject({ code: 1, errors: expect.stringContaining("There is no file") });
});
