import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findStaffSlice } from "~/collections/lists.server";
import { findHolderOf, findRecord } from "~/collections/records.server";
import { addCost, costSchema } from "~/costs/costs.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { toImportView } from "~/import/view.server";
import { readStaffQuery } from "~/lists/staff";
import { PART_RECORDS } from "~/parts/part.server";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { as } from "../../support/act";
import { dismantledVehicle, newVin, retailVehicle, shelfPart } from "../../support/builders";
import { ANN, storedImport, undone } from "../../support/imports";
import { removeRecords } from "../../support/records";
import { vehicleInquiry } from "../../support/requests";

beforeAll(async () => {
  await migrate(engine);
});
beforeEach(removeRecords);

const NOW = new Date("2026-03-02T15:04:00.000Z");
const CAR = { kind: "dismantled" } as const;
const ofDonor = (donor: string) => shelfPart({ donor, year: undefined, make: undefined, model: undefined });
const stockNumbers = async (table: "dismantledVehicles" | "retailVehicles") => {
  const rows = await db.selectFrom(table).select("stockNumber").orderBy("stockNumberKey").execute();
  return rows.map(({ stockNumber }) => stockNumber);
};
const changedSince = async (updatedSince: string | undefined) => {
  const query = { ...readStaffQuery(new URLSearchParams(), RETAIL_VEHICLES.list), updatedSince };
  return (await findStaffSlice(RETAIL_RECORDS, query, { offset: 0, limit: 10 })).records;
};
const findPart = async (id: string) => (await findRecord(PART_RECORDS, id))?.item;

describe("an undone import of cars", () => {
  test("gives a car's parts back what they had from it", async () => {
    const donor = { stockNumber: "D000500", year: 2012, make: "Honda", model: "Accord" };
    await dismantledVehicle(donor);
    const { _id } = await ofDonor("D000500");
    const work = await storedImport("Stock #,Year,Make,Model\nD000500,2008,Ford,Escape\n", CAR);
    expect(await findPart(_id)).toMatchObject({ year: 2008, make: "Ford", model: "Escape" });
    await undone(work);
    expect(await findPart(_id)).toMatchObject({ year: 2012, make: "Honda", model: "Accord" });
  });

  test("leaves a car that has a part on the shelf or costs, and names it", async () => {
    const rows = ["D000600", "D000601", "D000602"].map((number) => `${number},2008,Ford,Escape`);
    const work = await storedImport(["Stock #,Year,Make,Model", ...rows].join("\n"), CAR);
    await ofDonor("D000600");
    const { id = "" } = (await findHolderOf(DISMANTLED_RECORDS, "D000601")) ?? {};
    const cost = { kind: "fees", on: "2026-03-02", amount: "40", paidBy: "cash" };
    await as({ ...ANN, now: NOW }, () =>
      addCost({ kind: "dismantled", id, name: "D000601" }, costSchema("2026-03-02").parse(cost)),
    );
    const view = await toImportView(await undone(work));
    expect(view.review?.skipped).toEqual([
      { row: 2, name: "D000600" },
      { row: 3, name: "D000601" },
    ]);
    expect(await stockNumbers("dismantledVehicles")).toEqual(["D000600", "D000601"]);
  });

  test("tells whoever asks what has changed since the import", async () => {
    const { _id, stockNumber } = await retailVehicle({ price: 5000 });
    const work = await storedImport(`Stock #,Price\n${stockNumber},2000\n`);
    const updatedSince = (await findRecord(RETAIL_RECORDS, _id))?.item.updatedAt;
    await undone(work);
    expect(await changedSince(updatedSince)).toMatchObject([{ _id, price: 5000 }]);
    expect(await changedSince("2999-01-01T00:00:00.000Z")).toEqual([]);
  });

  test("leaves a car for sale that somebody has asked about", async () => {
    const work = await storedImport(
      `Stock #,VIN,Price\nR000001,${newVin()},5000\nR000002,${newVin()},6000\n`,
    );
    const { id = "" } = (await findHolderOf(RETAIL_RECORDS, "R000001")) ?? {};
    await vehicleInquiry((await findRecord(RETAIL_RECORDS, id))?.item);
    await undone(work);
    expect(await stockNumbers("retailVehicles")).toEqual(["R000001"]);
  });
});

describe("an undone import of customers", () => {
  test("names a customer whom somebody has changed since", async () => {
    const work = await storedImport("Name,Phone\nAnn Lee,555-555-0101\nBo Diaz,555-555-0102\n", {
      kind: "customer",
    });
    await db
      .updateTable("customers")
      .set({ updatedAt: NOW.toISOString() })
      .where("name", "=", "Bo Diaz")
      .execute();
    const view = await toImportView(await undone(work));
    expect(view.review?.skipped).toEqual([{ row: 3, name: "Bo Diaz" }]);
  });
});
