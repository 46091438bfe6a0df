import { parse as parseCsv } from "csv-parse/sync";
import { type HTMLElement, parse } from "node-html-parser";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runImports } from "~/import/run.server";
import { recordsOf } from "../../support/api";
import { encoded, type FileEncoding, strangersSpreadsheet } from "../../support/imports";
import { filePart, MULTIPART, multipart, textPart } from "../../support/multipart";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

const ROWS = 200;
const REJECTED = 10;

let site: Site;
let cookie: string;

beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await site.db.deleteFrom("retailVehicles").execute();
  await site.db.deleteFrom("imports").execute();
  ({ cookie } = await signedIn());
});

describe.each<[FileEncoding, string, string]>([
  ["utf-8 with BOM", ",", "UTF-8, separated by commas"],
  ["windows-1252", ";", "Windows-1252, separated by semicolons"],
  ["utf-8", "\t", "UTF-8, separated by tabs"],
])("by forms alone, a stranger's spreadsheet in %s with %j", (encoding, delimiter, format) => {
  test("is moved in, corrected, and moved out again with no loss", async () => {
    const first = await moveIn(encoded(strangersSpreadsheet({ delimiter, count: ROWS }), encoding), format);
    expect(first.checked).toMatch(
      new RegExp(`To Be Added ${ROWS - REJECTED} To Be Changed 0 Left Unchanged 0 Rejected ${REJECTED}`),
    );
    expect(first.imported).toMatch(new RegExp(`Added ${ROWS - REJECTED} .* Rejected ${REJECTED}`));

    const rejected = await file(`${first.path}/refused.csv`);
    expect(rowsOf(rejected)).toHaveLength(REJECTED);
    const second = await moveIn(corrected(rejected), "UTF-8, separated by commas");
    expect(second.imported).toMatch(new RegExp(`Added ${REJECTED} Changed 0 Unchanged 0 Rejected 0`));

    const exported = await file(await hrefOf("/admin/retail-vehicles", 'a[href$=".csv"]'));
    expect(facts(rowsOf(exported), EXPORTED)).toEqual(
      facts(rowsOf(strangersSpreadsheet({ isCorrected: true, count: ROWS })), TYPED),
    );
    const before = await recordsOf(site, "retail-vehicles");
    const again = await moveIn(exported, "UTF-8, separated by commas", { confirms: false });
    expect(again.checked).toMatch(
      new RegExp(`To Be Added 0 To Be Changed 0 Left Unchanged ${ROWS} Rejected 0`),
    );
    expect(await recordsOf(site, "retail-vehicles")).toEqual(before);
  });
});

/** Goes through the import's pages by their forms as they are, and returns what the check and the report say. */
async function moveIn(content: string | Buffer, format: string, { confirms = true } = {}) {
  const start = (await page("/admin/import")).querySelector('form[enctype="multipart/form-data"]');
  const body = multipart([
    ...fieldsOf(start)
      .filter(([name]) => name !== "kind")
      .map(([name, value]) => textPart(name, value)),
    textPart("kind", "retail"),
    filePart(content, { name: "file", filename: "cars.csv", type: "text/csv" }),
  ]);
  const uploaded = await site.fetch(start?.getAttribute("action") ?? "/admin/import", {
    method: "POST",
    body: new Uint8Array(body),
    headers: { Origin: site.url, Cookie: cookie, "Content-Type": MULTIPART },
  });
  expect(uploaded.status).toBe(303);
  const path = uploaded.headers.get("Location") ?? "";
  expect(wordsOf(await page(path))).toContain(format);
  await send(path, "columns");
  await runImports();
  const checked = wordsOf(await page(path));
  if (confirms) {
    await send(path, "confirm");
    await runImports();
  }
  return { path, checked, imported: wordsOf(await page(path)) };
}

/** The rejected rows with the mileages that `strangersSpreadsheet` gives them. */
function corrected(rejected: string): string {
  return rejected.replace(
    /(A(\d+),.*?),lots,/g,
    (_, before, number) => `${before},"${Number(number) - 900},210 mi",`,
  );
}

/** Presses the button of a page's form with this intent. */
async function send(path: string, intent: string): Promise<void> {
  const button = (await page(path)).querySelector(`[name="intent"][value="${intent}"]`);
  const fields = fieldsOf(button?.closest("form")).filter(([name]) => name !== "intent");
  expect((await site.form(path, [...fields, ["intent", intent]], { cookie })).status).toBe(303);
}

/** What a browser without script would send of a form that is left as it is. */
function fieldsOf(form: HTMLElement | null | undefined): [name: string, value: string][] {
  expect(form).toBeTruthy();
  const fields = form?.querySelectorAll("input[type=hidden], select") ?? [];
  return fields.map((field) => {
    const chosen = field.tagName === "SELECT" ? field.querySelector("option[selected]") : field;
    return [field.getAttribute("name") ?? "", chosen?.getAttribute("value") ?? ""];
  });
}

async function page(path: string): Promise<HTMLElement> {
  return parse(await file(path));
}

async function file(path: string): Promise<string> {
  const answer = await site.fetch(path, { headers: { Cookie: cookie } });
  expect(answer.status).toBe(200);
  return answer.text();
}

async function hrefOf(path: string, selector: string): Promise<string> {
  return (await page(path)).querySelector(selector)?.getAttribute("href") ?? "";
}

function wordsOf(html: HTMLElement): string {
  return html.structuredText.replace(/\s+/g, " ");
}

type Cells = Record<string, string>;

function rowsOf(csv: string): Cells[] {
  return parseCsv(csv, { bom: true, columns: true });
}

/** The headings of the same facts, in the stranger's file and in ours. */
const TYPED = [
  "Stk #",
  "Serial Number",
  "Mfr",
  "Odometer (mi)",
  "Asking",
  "Date In",
  "Ext Color",
  "Web Comments",
];
const EXPORTED = [
  ...["Stock Number", "VIN", "Make", "Mileage", "Price", "Date Acquired", "Exterior Color", "Description"],
];

/** Each vehicle's facts without the signs that only people need, by stock number. */
function facts(rows: Cells[], headings: readonly string[]): string[][] {
  return rows
    .map((row) => headings.map((heading) => plain(row[heading] ?? `no ${heading}`)))
    .sort(([one = ""], [other = ""]) => one.localeCompare(other));
}

function plain(cell: string): string {
  const [, month = "", day = "", year] = /^(\d+)\/(\d+)\/(\d{4})$/.exec(cell) ?? [];
  if (year) return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return /^\$?[\d,.]+( mi)?$/.test(cell) ? cell.replace(/[$,]| mi$|\.00$/g, "") : cell;
}
