import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { newId } from "~/values/id.server";
import { suggestStockNumber } from "~/vehicles/stock-number.server";
import { dismantledVehicle } from "../../support/builders";

beforeAll(() => migrate(engine));
beforeEach(() => db.deleteFrom("dismantledVehicles").execute());

/** Stores cars of these numbers, the first one first. */
async function store(numbers: readonly string[]) {
  const { _id } = await dismantledVehicle({ stockNumber: "FIRST", now: new Date("2026-01-01T12:00:00Z") });
  const row = await db
    .selectFrom("dismantledVehicles")
    .selectAll()
    .where("id", "=", _id)
    .executeTakeFirstOrThrow();
  const rows = numbers.map((stockNumber, index) => {
    const createdAt = new Date(Date.UTC(2026, 1, 1) + index * 1000);
    const key = stockNumber.toLowerCase();
    return {
      ...row,
      id: newId(createdAt),
      stockNumber,
      stockNumberKey: key,
      createdAt: createdAt.toISOString(),
    };
  });
  for (let from = 0; from < rows.length; from += 50)
    await db
      .insertInto("dismantledVehicles")
      .values(rows.slice(from, from + 50))
      .execute();
}

test("a new car's number is free though the newest cars have not the highest numbers", async () => {
  // An import of our own export, which has the newest first.
  const numbers = Array.from({ length: 400 }, (_, index) => `Y${String(400 - index).padStart(5, "0")}`);
  await store(["Y00X00", ...numbers]);
  expect(await suggestStockNumber("dismantled")).toBe("Y00401");
  await dismantledVehicle({ stockNumber: "y00401", now: new Date("2026-01-02T12:00:00Z") });
  expect(await suggestStockNumber("dismantled")).toBe("Y00402");
});
