import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { modelCarsUrl } from "~/parts/models";
import { findModelPage } from "~/parts/models.server";
import { findPartsOfDonor } from "~/parts/public-part.server";
import { newId } from "~/values/id.server";
import { findDismantledPage } from "~/vehicles/dismantled.server";
import { readDismantledQuery } from "~/vehicles/list-query";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { buildInterchange } from "../../support/interchange";

const NOW = new Date("2026-12-03T15:00:00Z");

beforeAll(async () => {
  buildInterchange();
  await migrate(engine);
});
beforeEach(async () => {
  for (const table of ["parts", "dismantledVehicles"] as const) await db.deleteFrom(table).execute();
});

test("a model's page counts each of its systems in full, and shows the newest of each", async () => {
  const { _id } = await shelfPart({ make: "Toyota", model: "Corolla", year: 2010, entryId: "alternator" });
  const row = await db.selectFrom("parts").selectAll().where("id", "=", _id).executeTakeFirstOrThrow();
  const others = Array.from({ length: 650 }, (_, index) => ({
    ...{ ...row, id: newId(NOW), stockNumber: `C-${index}`, stockNumberKey: `c-${index}` },
  }));
  for (let from = 0; from < others.length; from += 100)
    await db
      .insertInto("parts")
      .values(others.slice(from, from + 100))
      .execute();
  const radiator = await shelfPart({ make: "Toyota", model: "Corolla", year: 2005, entryId: "radiator" });
  const systems = (await findModelPage("toyota", "corolla"))?.systems ?? [];
  expect(systems.map(({ total, parts }) => [total, parts.length])).toEqual(
    expect.arrayContaining([
      [651, 8],
      [1, 1],
    ]),
  );
  expect(systems.flatMap(({ parts }) => parts.map((part) => part._id))).toContain(radiator._id);
});

test("the link to all cars of a model's page leads to as many, however the yard writes them", async () => {
  for (const year of [2009, 2010, 2016]) await dismantledVehicle({ make: "FORD", model: "F150", year });
  await dismantledVehicle({ make: "Ford", model: "F-150", year: 2011 });
  await dismantledVehicle({ make: "Ford", model: "Fusion", year: 2011 });
  for (const [generation, cars] of [
    [undefined, 4],
    ["2009-2014", 3],
  ] as const) {
    const page = await findModelPage("ford", "f-150", generation);
    expect(page?.cars).toBe(cars);
    const { searchParams } = new URL(modelCarsUrl({ name: page?.name ?? "" }), "https://yard.example");
    expect((await findDismantledPage(readDismantledQuery(searchParams))).total).toBe(cars);
  }
});

test("a car's page has its dearest parts first, and those without a price last", async () => {
  const { _id, stockNumber: donor } = await dismantledVehicle();
  for (const [entryId, price] of [
    ["alternator", 50],
    ["starter", undefined],
    ["radiator", 200],
  ] as const)
    await shelfPart({ entryId, price, donor });
  expect((await findPartsOfDonor(_id)).map(({ price }) => price)).toEqual([200, 50, undefined]);
});
