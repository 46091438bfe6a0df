import { beforeAll, expect, it } from "vitest";
import { findBookPage } from "~/book/book.server";
import { createRecord } from "~/collections/records.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { as } from "../../support/act";
import { dismantledVehicle, newVin, retailVehicle } from "../../support/builders";

const MARTA = { username: "marta", now: new Date("2026-12-21T15:00:00Z") };

beforeAll(() => migrate(engine));

/** What the book says of a stock number, the oldest line first. */
async function linesOf(stockNumber: string) {
  const { lines } = await findBookPage({ page: 1, q: stockNumber });
  return lines.reverse().map(({ content: { way, on, party } }) => [way, on, party?.name]);
}

it("a car that is added by hand as gone already is in the book, and one that is here is not", async () => {
  const { _id, createdAt, updatedAt, ...car } = await dismantledVehicle();
  const add = (stockNumber: string, facts: object) =>
    as(MARTA, () => createRecord(DISMANTLED_RECORDS, { ...car, ...facts, stockNumber, vin: newVin() }));
  await add("GONE-1", { status: "Scrapped" });
  await add("GONE-2", { dispositionDate: "2026-12-01T00:00:00.000Z", disposedTo: "Hudson Metals" });
  await add("HERE-1", {});
  expect(await linesOf("GONE-1")).toEqual([["scrapped", "2026-12-21", undefined]]);
  expect(await linesOf("GONE-2")).toEqual([["scrapped", "2026-12-01", "Hudson Metals"]]);
  expect(await linesOf("HERE-1")).toEqual([]);
});

it("a vehicle for sale that is added by hand as sold is in the book", async () => {
  const { _id, createdAt, updatedAt, ...vehicle } = await retailVehicle({ status: "sold" });
  const added = { ...vehicle, stockNumber: "SOLD-1", vin: newVin() };
  await as(MARTA, () => createRecord(RETAIL_RECORDS, added));
  expect(await linesOf("SOLD-1")).toEqual([["sold", "2026-12-21", undefined]]);
});

it("the form of a car that left by its NMVTIS facts says that the public site still shows it", async () => {
  const notes = async (facts: Record<string, unknown>) =>
    DISMANTLED_RECORDS.fieldNotes?.(await dismantledVehicle(facts));
  const crushed = { disposition: "Crushed", dispositionDate: "2026-12-01" };
  expect((await notes(crushed))?.status).toContain("Scrapped takes it off.");
  expect(await notes({ ...crushed, status: "Scrapped" })).toEqual({});
  expect(await notes({})).toEqual({});
});
