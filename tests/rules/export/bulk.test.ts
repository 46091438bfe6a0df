import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import type { Row } from "~/db/schema";
import { refuseWrites } from "~/db/triggers";
import {
  changeSeveral,
  deleteOldBulkChanges,
  finishBulkChanges,
  listBulkChanges,
  undoBulkChange,
} from "~/export/bulk.server";
import { newId } from "~/values/id.server";
import { as } from "../../support/act";
import { retailVehicle, shelfPart } from "../../support/builders";
import { dropTrigger } from "../../support/database";
import { employ } from "../../support/staff";

const ANN = { username: "ann", accountId: "01JANN000000", now: new Date("2026-03-02T15:04:00.000Z") };
const BOB = { username: "bob", accountId: "01JBOB000000", now: new Date("2026-03-02T16:00:00.000Z") };
const at = (time: string) => new Date(`2026-03-02T${time}:00.000Z`);

beforeAll(async () => {
  await migrate(engine);
  for (const somebody of [ANN, BOB]) await employ({ ...somebody, source: "page" });
});
beforeEach(async () => {
  for (const table of ["retailVehicles", "parts", "bulkChanges", "changes"] as const)
    await db.deleteFrom(table).execute();
});

const pending = async () =>
  (await db.selectFrom("retailVehicles").select("id").where("status", "=", "pending").execute()).length;

/** More than one batch of vehicles, and a database that takes only so many changes of their status. */
async function stoppedAfterABatch(): Promise<string> {
  await retailVehicle();
  const first = await db.selectFrom("retailVehicles").selectAll().executeTakeFirstOrThrow();
  const others = Array.from({ length: 209 }, (_, index) => {
    const own = `C${index}`;
    return { ...first, id: `${first.id.slice(0, -4)}${1000 + index}`, stockNumber: own, stockNumberKey: own };
  });
  await db.insertInto("retailVehicles").values(others).execute();
  const ids = [first, ...others].map(({ id }) => id);
  await refuseWrites(db, {
    ...{ name: "stop", when: "before insert", table: "changes", message: "stopped" },
    condition: `new."action" = 'changed' and (select count(*) from "changes" where "action" = 'changed') >= 205`,
  });
  const change = { list: "retail-vehicles", action: "status", value: "pending", ids } as const;
  const { id, ...stopped } = await as(ANN, () => changeSeveral(change));
  expect(stopped).toMatchObject({ status: "running", done: 200, changed: 200, total: 210 });
  return id;
}

test("a change that is stopped goes on after a restart, and its Undo takes back all of it", async () => {
  const id = await stoppedAfterABatch();
  expect(await pending()).toBe(200);
  expect(await as(BOB, () => undoBulkChange("retail-vehicles", id))).toBeUndefined();
  await dropTrigger("stop");
  // Two processes at once do nothing twice.
  await Promise.all([finishBulkChanges(), finishBulkChanges()]);
  expect(await pending()).toBe(210);
  expect(await listBulkChanges()).toMatchObject([{ id, status: "done", changed: 210, undoStatus: null }]);
  const changes = db
    .selectFrom("changes")
    .where("action", "=", "changed")
    .where("at", "=", ANN.now.toISOString());
  expect(await changes.select("id").execute()).toHaveLength(210);

  expect(await as(BOB, () => undoBulkChange("retail-vehicles", id))).toMatchObject({
    status: "done",
    changed: 210,
    skipped: [],
  });
  expect(await pending()).toBe(0);
  expect(await listBulkChanges()).toMatchObject([{ id, undoStatus: "done" }]);
});

test.each<[string, Partial<Row<"administrators">>]>([
  ["was turned off", { turnedOffAt: "2026-03-02T15:05:00.000Z" }],
  ["has a role that may not", { role: "bookkeeper" }],
])(
  "a change ends where whoever asked for it %s, and what it changed can be undone",
  async (_what, change) => {
    const id = await stoppedAfterABatch();
    await dropTrigger("stop");
    const ann = db.updateTable("administrators").where("id", "=", ANN.accountId);
    await ann.set(change).execute();
    await finishBulkChanges();
    expect(await pending()).toBe(200);
    expect(await listBulkChanges()).toMatchObject([{ id, status: "failed", changed: 200 }]);
    await ann.set({ turnedOffAt: null, role: "owner" }).execute();
    expect(await as(BOB, () => undoBulkChange("retail-vehicles", id))).toMatchObject({ changed: 200 });
    expect(await pending()).toBe(0);
  },
);

test("an Undo ends where whoever began it may no longer do what it undoes", async () => {
  const part = await shelfPart({ location: "A-1", price: 50 });
  const of = (action: "price" | "location", value: string) =>
    as(ANN, () => changeSeveral({ list: "parts", action, value, ids: [part._id] }));
  const ann = db.updateTable("administrators").where("id", "=", ANN.accountId);
  for (const [change, isUndone] of [
    [await of("price", "10"), false],
    [await of("location", "B-2"), true],
  ] as const) {
    const id = newId(ANN.now);
    await db
      .insertInto("bulkChanges")
      .values({
        ...{ id, list: "parts", action: "undo", value: change.id, undoneBy: null },
        ...{ ids: JSON.stringify([part._id]), total: 1, at: ANN.now.toISOString() },
        ...{ accountId: ANN.accountId, username: ANN.username },
      })
      .execute();
    await ann.set({ role: "yard" }).execute();
    await finishBulkChanges();
    await ann.set({ role: "owner" }).execute();
    const { status } = await db
      .selectFrom("bulkChanges")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(status).toBe(isUndone ? "done" : "failed");
  }
});

test("a change that fails three times is given up, others go on, and what it changed can be undone", async () => {
  const part = await shelfPart({ location: "A-1" });
  const id = await stoppedAfterABatch();
  await finishBulkChanges();
  await finishBulkChanges();
  const [stopped] = await listBulkChanges();
  expect(stopped).toMatchObject({ id, status: "failed", done: 200 });
  await dropTrigger("stop");
  const move = { list: "parts", action: "location", value: "B-2", ids: [part._id] } as const;
  expect(await as(ANN, () => changeSeveral(move))).toMatchObject({ status: "done", changed: 1 });
  expect(await as(ANN, () => undoBulkChange("retail-vehicles", id))).toMatchObject({ changed: 200 });
  expect(await pending()).toBe(0);
});

test("prices and places are undone, too, and old changes are deleted", async () => {
  const placed = await shelfPart({ price: 85, location: "A-1" });
  const loose = await shelfPart({ price: 60, location: undefined });
  const ids = [placed._id, loose._id];
  const before = await db.selectFrom("parts").select(["priceCents", "location"]).orderBy("id").execute();
  const price = await as(ANN, () => changeSeveral({ list: "parts", action: "price", value: "50", ids }));
  const toB2 = { list: "parts", action: "location", value: "B-2", ids } as const;
  const move = await as({ ...ANN, now: at("15:05") }, () => changeSeveral(toB2));
  // Both have a later change by now.
  expect(await as(BOB, () => undoBulkChange("parts", price.id))).toMatchObject({
    changed: 0,
    skipped: { length: 2 },
  });
  expect(await as(BOB, () => undoBulkChange("parts", move.id))).toMatchObject({ changed: 2 });
  const lower = { list: "parts", action: "price", value: "-10", ids } as const;
  const again = await as({ ...ANN, now: at("16:05") }, () => changeSeveral(lower));
  expect(await as({ ...BOB, now: at("16:10") }, () => undoBulkChange("parts", again.id))).toMatchObject({
    changed: 2,
  });
  const after = await db.selectFrom("parts").select(["priceCents", "location"]).orderBy("id").execute();
  expect(after.map(({ location }) => location)).toEqual(before.map(({ location }) => location));
  expect(after.map(({ priceCents }) => priceCents)).toEqual([12_800, 9_000]);
  await deleteOldBulkChanges(new Date("2026-05-01T00:00:00.000Z"));
  expect(await listBulkChanges()).toEqual([]);
});
