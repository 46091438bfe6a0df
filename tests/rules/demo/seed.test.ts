import { beforeAll, expect, test } from "vitest";
import { recordSchema } from "~/collections/schema";
import { toRecord } from "~/collections/store.server";
import { db } from "~/db/connection.server";
import { findStock } from "~/parts/find-stock.server";
import { EMPTY_SHELF } from "~/parts/shelf";
import { findShelf } from "~/parts/shelf.server";
import { VEHICLE_INQUIRIES } from "~/requests/vehicle-inquiries";
import { listAccounts } from "~/sales/account.server";
import { listOwedCores } from "~/sales/returns.server";
import { PAYMENT_METHOD_NAMES, SALE_STATUSES } from "~/sales/sale";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { seedSampleData } from "../../../demo/seed.server";
import { findBrokenInvariants } from "../../support/money-invariants";

const NOW = new Date("2026-03-02T15:04:00Z");

beforeAll(async () => {
  await seedSampleData({ now: NOW, pictures: false });
}, 120_000);

test("the sample data has inquiries of every status about sample vehicles, and every example finds something", async () => {
  const rows = await db.selectFrom("vehicleInquiries").select(["status", "vehicleId"]).execute();
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(Object.keys(VEHICLE_INQUIRIES.statuses)));
  expect(rows.every(({ vehicleId }) => vehicleId !== null)).toBe(true);

  const { examples } = await findShelf();
  expect(examples).not.toEqual(EMPTY_SHELF.examples);
  expect(examples).toHaveLength(3);
  for (const q of [...examples, "F-150"]) expect((await findStock({ q }, NOW)).total, q).toBeGreaterThan(0);
});

test("the sample vehicles are what the API says that one is", async () => {
  const rows = await db.selectFrom("dismantledVehicles").selectAll().execute();
  expect(rows.some(({ dispositionDate }) => dispositionDate)).toBe(true);
  for (const row of rows)
    expect(
      recordSchema(DISMANTLED_VEHICLES).safeParse(toRecord(DISMANTLED_RECORDS, row)).error,
    ).toBeUndefined();
});

test("the sample sales fit together to the cent, and leave something for every page of the counter", async () => {
  expect(await findBrokenInvariants()).toEqual([]);
  const sales = await db.selectFrom("sales").select(["status", "soldOn", "completedAt"]).execute();
  expect(new Set(sales.map(({ status }) => status))).toEqual(new Set(Object.keys(SALE_STATUSES)));
  expect(sales.every(({ completedAt }) => (completedAt ?? "") <= NOW.toISOString())).toBe(true);
  const isWeekend = (day: string | null) => day !== null && new Date(day).getUTCDay() % 6 === 0;
  expect(sales.filter(({ soldOn }) => isWeekend(soldOn))).toEqual([]);
  const payments = await db.selectFrom("payments").select("method").execute();
  const unused = PAYMENT_METHOD_NAMES.filter((name) => !payments.some(({ method }) => method === name));
  // Nobody has been given store credit, and few pay by bank.
  expect(unused).toEqual(["bank", "credit"]);
  expect(await listAccounts()).toHaveLength(1);
  expect((await listOwedCores(10)).length).toBeGreaterThan(1);
  const book = await db.selectFrom("bookLines").select("direction").execute();
  expect(new Set(book.map(({ direction }) => direction))).toEqual(new Set(["in", "out"]));
});
