import { beforeAll, beforeEach, expect, it } from "vitest";
import { inventoryVersion, rememberUntilChange } from "~/db/changes.server";
import { db, sqlite } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import type { Inventory } from "~/db/schema";
import { dismantledVehicle, retailVehicle } from "../support/builders";

beforeAll(async () => {
  await migrate({ sqlite, db });
});

let before: Record<Inventory | "both", number>;
const versions = () => ({
  both: inventoryVersion(),
  dismantledVehicles: inventoryVersion("dismantledVehicles"),
  retailVehicles: inventoryVersion("retailVehicles"),
});
beforeEach(() => {
  before = versions();
});

/** Which numbers have grown since the test began. */
function grown(): string[] {
  const now = versions();
  return Object.keys(now).filter((name) => now[name as Inventory] > before[name as Inventory]);
}

it.each([
  ["retailVehicles", retailVehicle],
  ["dismantledVehicles", dismantledVehicle],
] as const)(
  "a vehicle of %s that is added, changed or removed moves its inventory's number and no other",
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

it("nothing else moves them", async () => {
  await db.insertInto("goneVehicles").values({ id: "gone" }).execute();
  expect(grown()).toEqual([]);
});

it("what is remembered of one inventory outlives a change of the other", async () => {
  let asked = 0;
  const count = rememberUntilChange(
    async (_nothing: undefined) => ++asked,
    () => "count",
    () => inventoryVersion("retailVehicles"),
  );
  await count(undefined);
  await dismantledVehicle();
  expect(await count(undefined)).toBe(1);
  await retailVehicle();
  expect(await count(undefined)).toBe(2);
});
