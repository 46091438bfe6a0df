import { beforeAll, expect, it } from "vitest";
import { findRecord } from "~/collections/records.server";
import { COMMAND_LINE } from "~/context.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { loadRecordHistory } from "~/history/view.server";
import {
  changePrices,
  endHolds,
  holdPart,
  movePart,
  moveParts,
  releasePart,
  restorePartState,
  scrapPart,
  sellPart,
} from "~/parts/actions.server";
import { PART_RECORDS } from "~/parts/part.server";
import { priceAfter } from "~/parts/price";
import { as } from "../../support/act";
import { shelfPart } from "../../support/builders";

const NOW = new Date("2026-12-04T15:00:00Z");
const BY = { ...COMMAND_LINE, now: NOW };

beforeAll(async () => {
  await migrate(engine);
});

const stored = async (id: string) => {
  const found = await findRecord(PART_RECORDS, id);
  if (!found) throw new Error("not found");
  return found;
};

it("a part is held for somebody, sold to somebody else, and comes back, a line of history each", async () => {
  const { _id } = await shelfPart({ price: 85 });
  await as(BY, () => holdPart(_id, { heldFor: "Ann Reyes", until: new Date("2026-12-06T15:00:00Z") }));
  expect((await stored(_id)).item).toMatchObject({
    ...{ status: "On hold", heldFor: "Ann Reyes", heldUntil: "2026-12-06T15:00:00.000Z" },
  });
  await as(BY, () => sellPart(_id, { price: 80, soldTo: "Bo Lind", day: "2026-12-03" }));
  const { item: sold } = await stored(_id);
  expect(sold).toMatchObject({ status: "Sold", soldTo: "Bo Lind", soldPrice: 80, price: 85 });
  expect(sold.soldAt).toContain("2026-12-03");
  expect(sold.heldFor).toBeUndefined();
  await as(BY, () => releasePart(_id));
  expect((await stored(_id)).item).toMatchObject({ status: "Available" });
  const { changes } = await loadRecordHistory("part", _id);
  expect(changes.map(({ fields }) => fields.map(({ label, after }) => `${label}: ${after}`))).toMatchObject([
    ["Status: Available", "Sold To: ", "Sold For: ", "Sold on: "],
    [
      "Status: Sold",
      "Held For: ",
      "Sold To: Bo Lind",
      "Sold For: $80",
      "Held until: ",
      "Sold on: Dec 3, 2026",
    ],
    ["Status: On hold", "Held For: Ann Reyes", "Held until: Dec 6, 2026, 10:00 AM"],
    expect.any(Array),
  ]);
});

it("an action on what somebody else has changed meanwhile changes nothing", async () => {
  const { _id } = await shelfPart();
  const { version } = await stored(_id);
  await as(BY, () => movePart(_id, "B-2"));
  const late = await as(BY, () => scrapPart(_id, { version }));
  expect(late).toMatchObject({ outcome: "changed", part: { location: "B-2", status: "Available" } });
  expect((await stored(_id)).item.status).toBe("Available");
  // What is as wanted already needs no second change.
  expect(await as(BY, () => movePart(_id, "B-2", { version }))).toMatchObject({ outcome: "done" });
});

it("an action is undone whole", async () => {
  const { _id } = await shelfPart();
  const until = new Date("2026-12-06T15:00:00Z");
  await as(BY, () => holdPart(_id, { heldFor: "Ann Reyes", until }));
  const done = await as(BY, () => sellPart(_id, { price: 80, soldTo: undefined }));
  if (done.outcome !== "done") throw new Error(done.outcome);
  await as(BY, () => restorePartState(_id, done.before, { version: done.version }));
  const { item: part } = await stored(_id);
  expect(part).toMatchObject({
    ...{ status: "On hold", heldFor: "Ann Reyes", heldUntil: until.toISOString() },
  });
  expect(part.soldAt).toBeUndefined();
});

it("a hold ends by itself, and one without an end does not", async () => {
  const [over, later, endless] = [await shelfPart(), await shelfPart(), await shelfPart()];
  await as(BY, () => holdPart(over._id, { heldFor: "Ann", until: new Date("2026-12-04T14:00:00Z") }));
  await as(BY, () => holdPart(later._id, { heldFor: "Bo", until: new Date("2026-12-04T16:00:00Z") }));
  await as(BY, () => holdPart(endless._id, { heldFor: "Cy", until: undefined }));
  expect(await endHolds(NOW)).toBe(1);
  const statuses = await Promise.all([over, later, endless].map(({ _id }) => stored(_id)));
  expect(statuses.map(({ item }) => item.status)).toEqual(["Available", "On hold", "On hold"]);
  const { changes } = await loadRecordHistory("part", over._id);
  expect(changes[0]?.who).toBe("The site");
});

it("prices change by percent, to whole dollars, and never below one", async () => {
  expect([priceAfter(85, 10), priceAfter(99.5, -10), priceAfter(1, -90), priceAfter(0, 50)]).toEqual([
    94, 90, 1, 0,
  ]);
  const [priced, without] = [await shelfPart({ price: 85 }), await shelfPart({ price: undefined })];
  const sold = await shelfPart({ status: "Sold", price: 85 });
  expect(await as(BY, () => changePrices([priced._id, without._id, sold._id], 10))).toBe(1);
  expect((await stored(priced._id)).item.price).toBe(94);
  expect((await stored(without._id)).item.price).toBeUndefined();
});

it("several parts move at once, and those that are there already count not", async () => {
  const [one, two] = [await shelfPart({ location: "A-1" }), await shelfPart()];
  expect(await as(BY, () => moveParts([one._id, two._id], "A-1"))).toBe(1);
  expect((await stored(two._id)).item.location).toBe("A-1");
});
