import { beforeAll, beforeEach, expect, it } from "vitest";
import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import type { Inventory } from "~/db/schema";
import { dismantledVehicle, retailVehicle } from "../../support/builders";

beforeAll(async () => {
  await migrate(engine);
});

let before: Record<Inventory | "both", number>;
const versions = () => ({
  both: inventoryVersion(),
  dismantledVehicles: inventoryVersion("dismantledVehicles"),
  retailVehicles: inventoryVersion("retailVehicles"),
  parts: inventoryVersion("parts"),
});
beforeEach(() => {
  before = versions();
});

/** The versions that have grown since the test began. */
function grown(): string[] {
  const now = versions();
  return Object.keys(now).filter((name) => now[name as Inventory] > before[name as Inventory]);
}

it.each([
  ["retailVehicles", retailVehicle],
  ["dismantledVehicles", dismantledVehicle],
] as const)(
  "a vehicle of %s that is added, changed or removed changes its inventory's version and no other",
  async (inventory, add) => {
    const { _id } = await add();
    expect(grown()).toEqual(["both", inventory]);
    before = versions();
    await db.updateTable(inventory).set({ mileage: 7 }).where("id", "=", _id).execute();
    expect(grown()).toEqual(["both", inventory]);
    before = versions();
    await db.deleteFrom(inventory).where("id", "=", _id).execute();
    expect(grown()).toEqual(["both", inventory]);
  },
);

it("nothing else changes them", async () => {
  await db.insertInto("removedVehicles").values({ id: "gone" }).execute();
  expect(grown()).toEqual([]);
});

it("a result cached for one inventory outlives a change of the other", async () => {
  let queries = 0;
  const count = cacheUntilChange(
    async (_nothing: undefined) => ++queries,
    () => "count",
    () => inventoryVersion("retailVehicles"),
  );
  await count(undefined);
  await dismantledVehicle();
  expect(await count(undefined)).toBe(1);
  await retailVehicle();
  expect(await count(undefined)).toBe(2);
});
