// @own-process: a large inventory's makes are cached for a minute, whatever is deleted

import { beforeAll, describe, expect, it } from "vitest";
import { findStaffPage, findStaffSlice, listStaffIds, openPublicList } from "~/collections/lists.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { LIST_BATCH_SIZE, MAX_COUNTED } from "~/lists/window";
import { PART_RECORDS } from "~/parts/part.server";
import { renderSitemap } from "~/seo/sitemap.server";
import { countText } from "~/ui/lists/count-text";
import { vehiclePath } from "~/vehicles/inventory";
import { readRetailQuery } from "~/vehicles/list-query";
import { findRetailPage, openRetailList, RETAIL_RECORDS } from "~/vehicles/retail.server";
import { retailVehicle } from "../../support/builders";
import { partRows } from "../../support/part-rows";

const COUNT = MAX_COUNTED + 60;
const PER_INSERT = 400;
const forSale = (search = "") => findRetailPage(readRetailQuery(new URLSearchParams(search)));

beforeAll(async () => {
  await migrate(engine);
  await addParts();
  await addVehicles();
}, 60_000);

describe("an inventory of more vehicles than a list counts", () => {
  it("says so, and ends its pages there", async () => {
    const page = await forSale("page=100000");
    expect(countText(page, ["vehicle", "vehicles"])).toBe("10,000+ vehicles, page 417 of 417");
    expect(page.vehicles).toHaveLength(24);
  });

  it("counts exactly what a filter leaves of it", async () => {
    const page = await forSale("make=Kia");
    expect(countText(page, ["vehicle", "vehicles"])).toMatch(/^[\d,]+ of 10,000\+ vehicles/);
    expect(page.total).toBe(COUNT / 4);
  });

  it("is counted exactly for the API", async () => {
    const { total } = await findStaffSlice(
      RETAIL_RECORDS,
      { sort: "newest", page: 1, open: [] },
      { limit: 1 },
    );
    expect(total).toBe(COUNT);
  });

  it("has the same order on a page as in the whole list, vehicles without a price last", async () => {
    for (const store of [RETAIL_RECORDS, PART_RECORDS]) {
      for (const sort of Object.keys(store.list.sorts)) {
        const query = { sort, page: 3, open: [] };
        const { entries } = await findStaffPage(store as typeof RETAIL_RECORDS, query);
        const whole = await listStaffIds(store as typeof RETAIL_RECORDS, query);
        expect(
          entries.map(({ _id }) => _id),
          `${store.kind} by ${sort}`,
        ).toEqual(whole.slice(50, 75));
      }
    }
    const prices = await forSale("sort=price-high");
    expect(prices.vehicles[0]?.price).toBe(9000);
  });
});

it("a whole list has each vehicle once, in its order, whatever changes while it is read", async () => {
  const query = readRetailQuery(new URLSearchParams("sort=price-low&make=Ford"));
  const list = await openPublicList(RETAIL_RECORDS, query);
  const before = await listStaffIds(RETAIL_RECORDS, { sort: "price-low", page: 1, open: [] });
  const next = await list.batches.next();
  const first = next.done ? [] : next.value;
  const [moved, sold, gone] = before.filter((id) => first.every(({ _id }) => _id !== id)).slice(-9);
  const change = (id = "") => db.updateTable("retailVehicles").where("id", "=", id);
  await change(first[0]?._id).set({ priceCents: 99_999_900 }).execute();
  await change(moved).set({ priceCents: 100 }).execute();
  await change(sold).set({ status: "sold" }).execute();
  await db
    .deleteFrom("retailVehicles")
    .where("id", "=", gone ?? "")
    .execute();
  await retailVehicle({ make: "Ford", price: 8000 });

  const read = [...first];
  for await (const batch of list.batches) {
    expect(batch.length).toBeLessThanOrEqual(LIST_BATCH_SIZE);
    read.push(...batch);
  }
  const ids = read.map(({ _id }) => _id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(list.total).toBe(COUNT / 2);
  const fords = new Set(ids);
  expect(ids).toEqual(before.filter((id) => fords.has(id)));
  expect([moved, sold, gone].map((id) => fords.has(id ?? ""))).toEqual([true, false, false]);
  expect(list.total - ids.length).toBe(2);
  expect((await openPublicList(RETAIL_RECORDS, query)).version).not.toBe(list.version);
});

it("the sitemap has every vehicle for sale once, newest first", async () => {
  const xml = String(await renderSitemap("https://yard.example"));
  const listed = [...xml.matchAll(/(\/inventory\/[^<]+)</g)].map(([, path]) => path);
  const paths: string[] = [];
  for await (const batch of (await openRetailList()).batches) paths.push(...batch.map(vehiclePath));
  expect(listed).toEqual(paths);
});

async function addVehicles(): Promise<void> {
  await retailVehicle({ stockNumber: "A", make: "Kia", year: 2015, price: 9000, mileage: 100 });
  await retailVehicle({ stockNumber: "B", make: "Ford", year: 2012, price: 7000 });
  await retailVehicle({ stockNumber: "C", make: "Ford", year: 2018, mileage: 70, price: undefined });
  await retailVehicle({ stockNumber: "D", make: "Jeep", year: 2012, price: 7000, mileage: 50 });
  const originals = await db.selectFrom("retailVehicles").selectAll().execute();
  const copies = Array.from({ length: COUNT - originals.length }, (_, index) => {
    const row = originals[index % originals.length] as (typeof originals)[number];
    const stockNumber = `${row.stockNumber}${index}`;
    return { ...row, id: `${row.id}-${index}`, stockNumber, stockNumberKey: stockNumber.toLowerCase() };
  });
  for (let from = 0; from < copies.length; from += PER_INSERT) {
    await db
      .insertInto("retailVehicles")
      .values(copies.slice(from, from + PER_INSERT))
      .execute();
  }
}

async function addParts(): Promise<void> {
  const rows = partRows(COUNT, 5);
  for (let from = 0; from < rows.length; from += PER_INSERT) {
    await db
      .insertInto("parts")
      .values(rows.slice(from, from + PER_INSERT))
      .execute();
  }
}
