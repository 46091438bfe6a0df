import { beforeAll, expect, test } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { entryName } from "~/parts/catalog";
import { findDemand } from "~/reports/demand.server";
import { reportShelf } from "~/reports/shelf.server";
import { suggestPrice } from "~/reports/suggested-price.server";
import { countAskedFor } from "~/requests/asked-for.server";
import { returnSchema } from "~/sales/return-schema";
import { returnItems } from "~/sales/returns.server";
import { daysAfter } from "~/values/days";
import { as } from "../../support/act";
import { shelfPart } from "../../support/builders";
import { buildInterchange } from "../../support/interchange";
import { newPartRequest } from "../../support/requests";
import { completedSale } from "../../support/sales";

beforeAll(async () => {
  buildInterchange();
  await migrate(engine);
});

test("what is wanted and what is here count together over a generation and its twins, and no further", async () => {
  const [ford, mariner] = [
    { make: "Ford", model: "Escape" },
    { make: "Mercury", model: "Mariner" },
  ];
  const ask = async ({ make, model, year }: typeof ford & { year: number }, entryId: string) =>
    db
      .updateTable("partRequests")
      .set({ vehicleMake: make, vehicleModel: model, vehicleYear: String(year) })
      .set({ partComponent: entryName(entryId) })
      .where("id", "=", await newPartRequest())
      .execute();
  await ask({ ...ford, year: 2009 }, "radiator");
  await ask({ ...mariner, year: 2010 }, "radiator");
  await ask({ ...ford, year: 2014 }, "radiator");
  await ask({ ...mariner, year: 2010 }, "headlight-left");
  const part = await shelfPart({ ...ford, year: 2011, entryId: "radiator", price: 90 });
  await completedSale({ lines: [{ kind: "part", part: part._id }] });
  await shelfPart({ ...mariner, year: 2009, entryId: "radiator" });
  await shelfPart({ ...ford, year: 2009, entryId: "headlight-left" });
  const demand = await findDemand({ from: "2020-01-01", to: "2099-12-31" }, { isSoldWanted: true });
  const of = (name: string) =>
    demand.filter((one) => one.part.startsWith(name)).sort((one, other) => other.asked - one.asked);
  expect(of("Radiator")).toMatchObject([
    {
      ...{ make: "Ford", model: "Escape", years: expect.stringMatching(/^2008–/) },
      ...{ twins: expect.stringContaining("Mercury Mariner"), asked: 2, sold: 1, onShelf: 1 },
    },
    { model: "Escape", asked: 1, sold: 0, onShelf: 0 },
  ]);
  // Its lamps are its own.
  expect(of("Headlight")).toMatchObject([
    { model: "Mariner", asked: 1, onShelf: 0 },
    { model: "Escape", asked: 0, onShelf: 1 },
  ]);
  const asked = await countAskedFor({ ...mariner, year: 2010 });
  expect([...asked]).toEqual([
    ["radiator", 2],
    ["headlight-left", 1],
  ]);
});

test("a part that came back was not sold, in what to buy as in the price that is suggested", async () => {
  const car = { make: "Saturn", model: "Vue", year: 2008, entryId: "radiator" };
  const days = { from: "2020-01-01", to: "2099-12-31" };
  const sold = async () =>
    (await findDemand(days, { isSoldWanted: true })).filter(({ make }) => make === car.make);
  const [kept, returned] = [await shelfPart({ ...car, price: 90 }), await shelfPart({ ...car, price: 40 })];
  await completedSale({ lines: [{ kind: "part", part: kept._id }] });
  const sale = await completedSale({ lines: [{ kind: "part", part: returned._id }] });
  expect(await sold()).toMatchObject([{ sold: 2, soldCents: 13_000 }]);
  const line = { saleLineId: sale.lines[0]?._id, quantity: "1", reason: "wrong-price", goesTo: "shelf" };
  const back = returnSchema.parse({ lines: [line], method: "cash" });
  expect(await as({ now: new Date() }, () => returnItems(sale._id, back))).toMatchObject({ outcome: "done" });
  expect(await sold()).toMatchObject([{ sold: 1, soldCents: 9_000 }]);
  const priced = { ...car, _id: returned._id, dateAcquired: new Date().toISOString() };
  const { basis, from } = await as({ now: new Date() }, () => suggestPrice(priced));
  expect([basis, from.length]).toEqual(["The sale for a Saturn Vue", 1]);
});

test("whoever asked for a part and got it wanted one, not two", async () => {
  const car = { make: "Mazda", model: "Tribute", year: 2009, entryId: "radiator" };
  const sold = await shelfPart({ ...car, price: 90 });
  const partRequestId = await newPartRequest();
  await db
    .updateTable("partRequests")
    .set({ vehicleMake: car.make, vehicleModel: car.model, partComponent: entryName(car.entryId) })
    .where("id", "=", partRequestId)
    .execute();
  const wanted = async () => {
    const now = new Date("2026-12-21T15:00:00Z");
    const part = { ...car, _id: "", dateAcquired: now.toISOString() };
    return (await as({ now }, () => suggestPrice(part))).advice.reason;
  };
  expect(await wanted()).toContain("wanted once");
  await completedSale({ partRequestId, lines: [{ kind: "part", part: sold._id }] });
  expect(await wanted()).toContain("wanted once");
});

test("a price is suggested from sales of the model, however they spell it", async () => {
  const car = { year: 2014, entryId: "radiator" };
  for (const [make, model, price] of [
    ["Acura", "RL-X", 80],
    ["acura", "RLX", 100],
    ["Acura", "RL", 400],
  ])
    await completedSale({
      lines: [{ kind: "part", part: (await shelfPart({ ...car, make, model, price }))._id }],
    });
  const now = new Date("2026-12-21T15:00:00Z");
  const part = { ...car, make: "Acura", model: "RLX", _id: "", dateAcquired: now.toISOString() };
  expect(await as({ now }, () => suggestPrice(part))).toMatchObject({
    price: "$80.00",
    basis: "The middle of 2 sales for an Acura RLX",
    advice: { reason: expect.stringContaining("wanted 2 times") },
  });
});

test("a part is on the shelf for as many days as have passed since it was taken in", async () => {
  const today = "2031-12-31";
  const counts = async () => (await reportShelf(today)).rows.map(({ cells }) => Number(cells[1]));
  const before = await counts();
  for (const days of [0, 30, 31, 90, 91, 180, 181, 365, 366, 730, 731])
    await shelfPart({ dateAcquired: daysAfter(today, -days) });
  expect((await counts()).map((count, index) => count - (before[index] ?? 0))).toEqual([2, 2, 2, 2, 2, 1]);
});
