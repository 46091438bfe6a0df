import { beforeAll, expect, test, vi } from "vitest";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { LABEL_SIZES, type StockLabel, toSheets, vinEnd } from "~/documents/labels";
import { toStockLabel } from "~/documents/labels.server";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { readCode } from "../../support/qr-code";

// Before anything reads the environment.
const PUBLIC_URL = vi.hoisted(() => {
  process.env.PUBLIC_URL = "https://www.yard.example";
  return process.env.PUBLIC_URL;
});

beforeAll(() => migrate(engine));

test("a roll has one label a page, a sheet as many as it has places", () => {
  const labels = Array.from({ length: 31 }, (_, number) => number);
  expect(toSheets(labels, "4x6", 0)).toHaveLength(31);
  expect(toSheets(labels, "avery-5160", 0).map((sheet) => sheet.length)).toEqual([30, 1]);
  expect(toSheets(labels, "avery-5163", 0).map((sheet) => sheet.length)).toEqual([10, 10, 10, 1]);
});

test("the places that a used sheet has lost stay empty", () => {
  expect(toSheets(["a", "b"], "avery-5163", 9)).toEqual([[...Array(9).fill(undefined), "a"], ["b"]]);
  expect(toSheets(["a"], "avery-5160", LABEL_SIZES["avery-5160"].perSheet)).toEqual([["a"]]);
  expect(toSheets(["a"], "4x6", 5)).toEqual([["a"]]);
});

test("the end of a VIN is its last eight, or all of a short one", () => {
  expect(vinEnd("1HGCM82633A004352")).toBe("3A004352");
  expect(vinEnd("12345")).toBe("12345");
});

test("the code leads buyers to a public page, and staff to a form", async () => {
  const shown = await retailVehicle();
  expect(await codeOf(toStockLabel(RETAIL_RECORDS, shown))).toBe(`/inventory/${shown._id}`);
  const nameless = await retailVehicle({ model: undefined });
  expect(await codeOf(toStockLabel(RETAIL_RECORDS, nameless))).toBe(
    `/admin/retail-vehicles/${nameless._id}/edit`,
  );
  const dismantled = await dismantledVehicle();
  const label = toStockLabel(DISMANTLED_RECORDS, dismantled);
  expect(label).toMatchObject({ stockNumber: dismantled.stockNumber, name: "2012 Honda Accord" });
  expect(await codeOf(label)).toBe(`/admin/dismantled-vehicles/${dismantled._id}/edit`);
});

/** The path below PUBLIC_URL that a label's code reads as. */
async function codeOf({ code }: StockLabel): Promise<string | undefined> {
  const { size = 0, path = "" } = code ?? {};
  const drawing = `<svg viewBox="0 0 ${size} ${size}" width="400"><path d="${path}" stroke="#000"/></svg>`;
  return (await readCode(drawing))?.replace(PUBLIC_URL, "");
}
