import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { findBookPage, verifyBook } from "~/book/book.server";
import { business } from "~/business/business.server";
import { createRecord, findRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { deleteRecord, restoreFromTrash } from "~/collections/trash.server";
import { addCost, costSchema, loadCarMoney } from "~/costs/costs.server";
import { eraseAgain } from "~/customers/erase.server";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import type { Row } from "~/db/schema";
import { databaseFile } from "~/db/sqlite/open.server";
import { findNmvtisMonth, toNmvtisCsv } from "~/documents/nmvtis.server";
import { removeExpiredRecords, removeRecord } from "~/history/trash.server";
import { loadRecordHistory } from "~/history/view.server";
import { findCarDifferences, takeOverPurchase } from "~/purchases/car.server";
import { buyCar, PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { PURCHASES } from "~/purchases/purchases";
import {
  addSealed,
  claimSealed,
  deleteKeptItem,
  deleteOldSealed,
  listSealedKinds,
  openKeptItem,
  openSellerId,
  sealPhoto,
  storeSealed,
} from "~/purchases/sealed-items.server";
import { completeSale, voidSale } from "~/sales/complete.server";
import { returnSchema } from "~/sales/return-schema";
import { returnItems } from "~/sales/returns.server";
import { listLines } from "~/sales/sale.server";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import type { DismantledVehicle } from "~/vehicles/dismantled-vehicles";
import { nextNumber } from "~/vehicles/stock-number.server";
import { as } from "../../support/act";
import { dismantledVehicle, purchase, retailVehicle, shelfPart } from "../../support/builders";
import { photo } from "../../support/pictures";
import { removeRecords } from "../../support/records";
import { CLERK, completedSale, saleDraft } from "../../support/sales";

const NOW = new Date("2026-03-02T15:00:00.000Z");
const MARTA = { username: "marta", now: NOW };
const body = (overrides: Record<string, unknown> = {}) =>
  bodySchema(PURCHASES).parse({
    ...{ what: "car", vin: "1HGCP2F31CA000001", year: 2012, make: "Honda", model: "Accord" },
    ...{ boughtOn: "2026-03-02", becomes: "dismantled", price: 450.5, sellerName: "Ann Lee" },
    ...overrides,
  });
const buy = (key: string, overrides: Record<string, unknown> = {}) =>
  as(MARTA, () => buyCar({ fields: body(overrides), idNumber: undefined, photos: [] }, key));
const bringBack = async (saleId: string) => {
  const [line] = await listLines(saleId);
  const back = { saleLineId: line?.id, quantity: 1, reason: "does-not-work", goesTo: "shelf" };
  const taken = await as(CLERK, () =>
    returnItems(saleId, returnSchema.parse({ lines: [back], method: "cash" })),
  );
  expect(taken.outcome).toBe("done");
};
const stored = <Table extends "purchases" | "sealedItems">(table: Table) =>
  db
    .selectFrom(table as "purchases")
    .selectAll()
    .orderBy("id")
    .execute() as Promise<unknown[]> as Promise<Row<Table>[]>;
const lines = async () => (await findBookPage({ page: 1 })).lines.reverse();

beforeAll(async () => {
  await migrate(engine);
});
beforeEach(removeRecords);

test("a car bought becomes a vehicle with the next stock number and a line of the book, once however often it is sent", async () => {
  await dismantledVehicle({ stockNumber: "D000123" });
  const bought = await buy("one form");
  expect(await buy("one form")).toEqual(bought);
  if (bought.outcome !== "bought") throw new Error("It was not bought.");
  const { stockNumber, vehicleId = "", vehicleKind, boughtBy } = bought.purchase;
  expect([stockNumber, vehicleKind, boughtBy]).toEqual(["D000124", "dismantled", "marta"]);
  const vehicle = await findRecord(DISMANTLED_RECORDS, vehicleId);
  expect(vehicle?.item).toMatchObject({ stockNumber: "D000124", model: "Accord", obtainedFrom: "Ann Lee" });
  expect(vehicle?.item.mileage).toBeUndefined();
  const [line, ...others] = await lines();
  expect(others).toEqual([]);
  expect(line?.content).toMatchObject({ way: "bought", stockNumber: "D000124", party: { name: "Ann Lee" } });
  // Not the line: one hash in sixty has these digits.
  expect(JSON.stringify(line?.content)).not.toContain("450");
});

test("a taken stock number stores nothing, and its form can be sent again", async () => {
  await buy("first", { stockNumber: "D000007" });
  const taken = await buy("second", { vin: "1HGCP2F31CA000002", stockNumber: "d000007" });
  expect(taken).toEqual({ outcome: "invalid", fields: { stockNumber: ["Stock number already exists"] } });
  expect(await lines()).toHaveLength(1);
  const other = await buy("second", { vin: "1HGCP2F31CA000002", stockNumber: "D000008" });
  expect(other.outcome).toBe("bought");
  expect(await lines()).toHaveLength(2);
});

test("a change corrects the line, a deleted purchase takes it back, and a restored one is in again", async () => {
  const { _id: id } = await purchase({ stockNumber: "D000001" });
  await as(MARTA, () => updateRecord(PURCHASE_RECORDS, id, body({ stockNumber: "D000001", price: 500 })));
  // The book has no price; the VIN differs.
  expect((await lines()).at(-1)).toMatchObject({ corrects: 1, content: { vin: "1HGCP2F31CA000001" } });
  await as(MARTA, () => deleteRecord(PURCHASE_RECORDS, id));
  await as(MARTA, () => restoreFromTrash(PURCHASE_RECORDS, id));
  const told = (await lines()).map(({ corrects, content }) => [corrects, content.isVoid === true]);
  expect(told).toEqual([
    [null, false],
    [1, false],
    [2, true],
    [null, false],
  ]);
  expect(await verifyBook()).toMatchObject({ ok: true, lines: 4 });
});

test("a car follows a correction of its purchase, and the NMVTIS report with it, except where somebody changed the car since", async () => {
  const { _id: id, vehicleId = "" } = await purchase({ stockNumber: "D000001", odometer: 212_450 });
  const car = async () => (await findRecord(DISMANTLED_RECORDS, vehicleId))?.item as DismantledVehicle;
  await shelfPart({ donor: "D000001" });
  await as(MARTA, async () =>
    updateRecord(DISMANTLED_RECORDS, vehicleId, { ...(await car()), model: "Accord EX" }),
  );
  const corrected = {
    ...{ vin: "1HGCP2F31CA000009", odometer: 112_450, stockNumber: "D000009" },
    ...{ model: "Accord Sedan", sellerName: "Anne Lee" },
  };
  await as(MARTA, () => updateRecord(PURCHASE_RECORDS, id, body(corrected)));
  expect(await car()).toMatchObject({
    ...{ vin: "1HGCP2F31CA000009", mileage: 112_450, stockNumber: "D000009" },
    ...{ model: "Accord EX", obtainedFrom: "Anne Lee" },
  });
  const { vehicles } = await findNmvtisMonth("2026-03");
  expect(toNmvtisCsv(vehicles, business)).toContain(
    "1HGCP2F31CA000009,D000009,2012,Honda,Accord EX,2026-03-02,Anne Lee",
  );
  const part = await db.selectFrom("parts").selectAll().executeTakeFirstOrThrow();
  expect([part.vin, part.mileage]).toEqual(["1HGCP2F31CA000009", 112_450]);
  const row = async () => db.selectFrom("purchases").selectAll().executeTakeFirstOrThrow();
  expect(await findCarDifferences(await row())).toEqual([
    { label: "Model", purchase: "Accord Sedan", car: "Accord EX" },
  ]);
  expect(await as(MARTA, async () => takeOverPurchase(await row()))).toBe("saved");
  expect((await car()).model).toBe("Accord Sedan");
  expect(await findCarDifferences(await row())).toEqual([]);
});

test("a car that is made to match keeps what somebody is just saving of it", async () => {
  const { vehicleId = "" } = await purchase({ stockNumber: "D000001", odometer: 212_450 });
  const car = async () => (await findRecord(DISMANTLED_RECORDS, vehicleId))?.item as DismantledVehicle;
  const row = await db.selectFrom("purchases").selectAll().executeTakeFirstOrThrow();
  let commit = () => {};
  const committed = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const saving = as(MARTA, () =>
    transaction(async () => {
      await updateRecord(DISMANTLED_RECORDS, vehicleId, {
        ...(await car()),
        mileage: 5,
        notes: "Keys inside",
      });
      await committed;
    }),
  );
  await setTimeout(50);
  const matching = as(MARTA, () => takeOverPurchase(row));
  await setTimeout(50);
  commit();
  await saving;
  expect(await matching).toBe("saved");
  expect(await car()).toMatchObject({ mileage: 212_450, notes: "Keys inside" });
});

test("photos that are added are stored once, and another one under the same form's key is stored too", async () => {
  await purchase({ stockNumber: "D000001" });
  const row = await db.selectFrom("purchases").selectAll().executeTakeFirstOrThrow();
  const send = async (color: string) => {
    const picture = await sealPhoto("idPhoto", await photo(64, 48, color).png().toBuffer(), NOW);
    if (!picture.ok) throw new Error(picture.message);
    return as(MARTA, () => addSealed(row, { idNumber: undefined, photos: [picture.id] }, "one"));
  };
  expect(await send("#123456")).toEqual(["idPhoto"]);
  expect(await send("#123456")).toEqual(["idPhoto"]);
  expect(await listSealedKinds(row.id)).toEqual(["idPhoto"]);
  expect(await send("#fedcba")).toEqual(["idPhoto"]);
  expect(await listSealedKinds(row.id)).toEqual(["idPhoto", "idPhoto"]);
});

test("a purchase has at most twelve photos and numbers", async () => {
  await purchase({ stockNumber: "D000001" });
  const row = await db.selectFrom("purchases").selectAll().executeTakeFirstOrThrow();
  const add = async (key: number, count: number) => {
    const photos = Array.from({ length: count }, () =>
      storeSealed("idPhoto", Buffer.from(`${key}`), { at: NOW }),
    );
    const given = { idNumber: `NY-${key}`, photos: await Promise.all(photos) };
    return as(MARTA, () => addSealed(row, given, `key ${key}`));
  };
  expect(await add(1, 3)).toHaveLength(4);
  expect(await add(2, 3)).toHaveLength(4);
  expect(await add(3, 2)).toHaveLength(3);
  expect(await add(4, 1)).toBe("full");
  expect(await listSealedKinds(row.id)).toHaveLength(11);
});

test("a purchase is not corrected to the stock number of another car", async () => {
  const { _id: id, vehicleId = "" } = await purchase({ stockNumber: "D000001" });
  await dismantledVehicle({ stockNumber: "D000002" });
  const taken = await as(MARTA, () => updateRecord(PURCHASE_RECORDS, id, body({ stockNumber: "d000002" })));
  expect(taken).toEqual({ outcome: "invalid", fields: { stockNumber: ["Stock number already exists"] } });
  expect((await findRecord(DISMANTLED_RECORDS, vehicleId))?.item.stockNumber).toBe("D000001");
});

test("a core needs no VIN and makes no vehicle, and what an import brings is in no book", async () => {
  await purchase({ what: "core", vin: "", description: "3 alternator cores", quantity: 3 });
  expect((await lines()).map(({ content }) => [content.what, content.name])).toEqual([
    ["core", "3 alternator cores"],
  ]);
  expect(() => body({ vin: "" })).toThrow("VIN is required");
  expect(() => body({ price: undefined })).toThrow("0 if it was free");
  const old = await as({ ...MARTA, source: "import" }, () => createRecord(PURCHASE_RECORDS, body()));
  expect(old.outcome === "saved" ? old.item.stockNumber : old).toBeUndefined();
  expect(await lines()).toHaveLength(1);
  expect(await db.selectFrom("dismantledVehicles").selectAll().execute()).toEqual([]);
});

test("what is kept of a seller is encrypted, opened with a line of history, and deleted after the years", async () => {
  const { _id: id } = await purchase();
  const front = await sealPhoto("idPhoto", await photo(800, 500).jpeg().toBuffer(), NOW);
  if (!front.ok) throw new Error(front.message);
  await storeSealed("idNumber", Buffer.from("NY-998877"), { purchaseId: id, at: NOW });
  await claimSealed([front.id], id);
  const stored = await db.selectFrom("sealedItems").selectAll().execute();
  expect(Buffer.from(stored.map(({ sealed }) => sealed).join(), "base64").toString("latin1")).not.toContain(
    "998877",
  );
  const row = await db.selectFrom("purchases").selectAll().executeTakeFirstOrThrow();
  const opened = await as(MARTA, () => openSellerId(row));
  const told = (items: typeof opened) => items.map(({ name, number, isLocked }) => [name, number, isLocked]);
  expect(told(opened).sort()).toEqual([
    ["ID number", "NY-998877", false],
    ["Photo of the ID", undefined, false],
  ]);
  const listLooks = () => db.selectFrom("changes").selectAll().where("action", "=", "seen").execute();
  const looks = await listLooks();
  expect(looks.map(({ username, recordId }) => [username, recordId])).toEqual([["marta", id]]);
  const number = stored.find(({ kind }) => kind === "idNumber");
  const moved = db.updateTable("sealedItems").set({ sealed: number?.sealed ?? "" });
  await moved.where("id", "=", front.id).execute();
  // Moved to another item, it does not open.
  expect(told(await as(MARTA, () => openSellerId(row)))).toContainEqual(["Photo of the ID", undefined, true]);
  expect(await openKeptItem(id, front.id)).toBeUndefined();
  expect(await listLooks()).toHaveLength(2);
  // Nothing opens: nobody has seen anything.
  await db.updateTable("sealedItems").set({ sealed: "" }).execute();
  expect((await as(MARTA, () => openSellerId(row))).map(({ isLocked }) => isLocked)).toEqual([true, true]);
  expect(await listLooks()).toHaveLength(2);
  await deleteOldSealed(new Date("2031-03-01T00:00:00.000Z"));
  expect(await db.selectFrom("sealedItems").selectAll().execute()).toHaveLength(2);
  await deleteOldSealed(new Date("2031-03-03T00:00:00.000Z"));
  expect(await db.selectFrom("sealedItems").selectAll().execute()).toEqual([]);
});

test("what an owner removed of a seller's ID, and a purchase that was removed for good, stay gone whatever a restore brings back", async () => {
  const [kept, gone] = [
    await purchase({ stockNumber: "D000001" }),
    await purchase({ stockNumber: "D000002" }),
  ];
  const number = (purchaseId: string) =>
    storeSealed("idNumber", Buffer.from("NY-998877"), { purchaseId, at: NOW });
  const [removed, other] = [await number(kept._id), await number(kept._id)];
  await number(gone._id);
  const [purchases, items] = await Promise.all([stored("purchases"), stored("sealedItems")]);
  const row = purchases.find(({ id }) => id === kept._id) as Row<"purchases">;
  await as(MARTA, () => deleteKeptItem(row, removed));
  await as(MARTA, () => deleteRecord(PURCHASE_RECORDS, gone._id));
  expect(await as(MARTA, () => removeRecord({ kind: "purchase", id: gone._id }))).toBe(true);
  const left = async () => [
    (await stored("purchases")).map(({ id }) => id),
    (await stored("sealedItems")).map(({ id }) => id),
  ];
  expect(await left()).toEqual([[kept._id], [other]]);
  // A restore of a backup from before: its rows, and what was erased since is due.
  for (const table of ["sealedItems", "purchases", "changes"] as const) await db.deleteFrom(table).execute();
  await db.insertInto("purchases").values(purchases).execute();
  await db.insertInto("sealedItems").values(items).execute();
  await db.updateTable("erasures").set({ isDue: 1 }).execute();
  await as({ source: "job", now: NOW }, eraseAgain);
  expect(await left()).toEqual([[kept._id], [other]]);
  expect((await loadRecordHistory("purchase", kept._id)).changes).toMatchObject([
    { who: "The site", fields: [{ label: "Seller id", after: "Removed: ID number" }] },
  ]);
  // The next start, and the way back, find nothing to do.
  expect(await as({ source: "job", now: NOW }, eraseAgain)).toBe(0);
  await db.updateTable("erasures").set({ isDue: 1 }).execute();
  await as({ source: "job", now: NOW }, eraseAgain);
  expect(await left()).toEqual([[kept._id], [other]]);
});

test("a purchase that went by its age in the trash comes back with a restore: it may have lain there by mistake", async () => {
  const { _id } = await purchase({ stockNumber: "D000001" });
  const purchases = await stored("purchases");
  await as(MARTA, () => deleteRecord(PURCHASE_RECORDS, _id));
  await removeExpiredRecords(new Date(NOW.getTime() + 31 * 24 * 60 * 60 * 1000));
  expect(await stored("purchases")).toEqual([]);
  await db.insertInto("purchases").values(purchases).execute();
  await db.updateTable("erasures").set({ isDue: 1 }).execute();
  await as({ source: "job", now: NOW }, eraseAgain);
  expect((await stored("purchases")).map(({ id }) => id)).toEqual([_id]);
});

test.skipIf(engine.isShared)(
  "what is deleted for good of a seller's ID is in no byte of the database's files, and an update's copy goes with it where an owner removes it",
  async () => {
    const { _id: id } = await purchase({ stockNumber: "D000001" });
    const row = (await stored("purchases"))[0] as Row<"purchases">;
    const bytes = () =>
      ["", "-wal"].map((end) => readFileSync(`${databaseFile}${end}`).toString("latin1")).join("");
    const keep = async () => {
      const item = await storeSealed("idPhoto", randomBytes(20_000), { purchaseId: id, at: NOW });
      const { sealed } = (await stored("sealedItems")).find((one) => one.id === item) ?? { sealed: "" };
      // Within one page: a longer text goes on in others.
      const parts = [sealed.slice(0, 40), sealed.slice(-40)];
      for (const part of parts) expect(bytes()).toContain(part);
      return { item, isLeft: () => parts.some((part) => bytes().includes(part)) };
    };
    const copy = `${databaseFile}.before-2027-01-21-next`;
    copyFileSync(databaseFile, copy);
    const expired = await keep();
    await deleteOldSealed(new Date("2031-03-03T00:00:00.000Z"));
    expect([expired.isLeft(), existsSync(copy)]).toEqual([false, true]);
    const removed = await keep();
    await as(MARTA, () => deleteKeptItem(row, removed.item));
    expect([removed.isLeft(), existsSync(copy)]).toEqual([false, false]);
    const ofPurchase = await keep();
    await as(MARTA, () => deleteRecord(PURCHASE_RECORDS, id));
    await as(MARTA, () => removeRecord({ kind: "purchase", id }));
    expect(ofPurchase.isLeft()).toBe(false);
  },
);

test("a car that leaves is a line, what is learned of it corrects the line, and one that is back takes it back", async () => {
  const car = await dismantledVehicle();
  const change = (fields: object) =>
    as(MARTA, () => updateRecord(DISMANTLED_RECORDS, car._id, { ...car, images: [], ...fields }));
  await change({ status: "Scrapped" });
  await change({
    ...{ status: "Scrapped", disposition: "Crushed", disposedTo: "Hudson Metals" },
    dispositionDate: "2026-03-09T00:00:00.000Z",
  });
  await change({ status: "Parts Available" });
  const told = (await lines()).map(({ direction, corrects, content: { way, on, party, isVoid } }) => [
    ...[direction, corrects, way, on],
    ...[party?.name, isVoid],
  ]);
  expect(told).toEqual([
    ["out", null, "scrapped", "2026-03-02", undefined, undefined],
    ["out", 1, "crushed", "2026-03-09", "Hudson Metals", undefined],
    ["out", 2, "crushed", "2026-03-09", "Hudson Metals", true],
  ]);
});

test("what a car cost and brought adds up to the cent", async () => {
  const bought = await buy("form", { stockNumber: "D000001", tow: 75 });
  const id = (bought.outcome === "bought" && bought.purchase.vehicleId) || "";
  const car = { kind: "dismantled", id, name: "2012 Honda Accord" } as const;
  const write = (kind: string, amount: string) =>
    as(MARTA, () =>
      addCost(car, costSchema("2026-03-02").parse({ kind, amount, on: "2026-03-02", party: "County" })),
    );
  await write("fees", "20.25");
  await write("scrap", "300");
  await shelfPart({ donor: "D000001", status: "Sold", soldPrice: 180.1, soldTo: "Bob" });
  const money = await loadCarMoney("dismantled", id);
  expect([money.spent, money.income, money.parts.cents]).toEqual([54_575, 48_010, 18_010]);
  const sold = await shelfPart({ donor: "D000001", price: 60 });
  const draft = {
    lines: [
      { kind: "part", part: sold._id, price: 60 },
      { kind: "discount", percent: 10 },
    ],
  };
  const { _id: draftId } = await saleDraft({ ...draft, payments: [{ method: "cash" }] });
  expect((await loadCarMoney("dismantled", id)).parts.count).toBe(1);
  await as(CLERK, () => completeSale(draftId));
  expect((await loadCarMoney("dismantled", id)).parts).toEqual({ count: 2, cents: 23_410, unknown: 0 });
  await bringBack(draftId);
  expect((await loadCarMoney("dismantled", id)).parts).toEqual({ count: 1, cents: 18_010, unknown: 0 });
  for (const amount of ["", "0", "12.345", "-5", "1,2"])
    expect(
      costSchema("2026-03-02").safeParse({ kind: "fees", amount, on: "2026-03-02" }).success,
      amount,
    ).toBe(false);
});

test("a car sold on a sale brought its price and leaves the book to its buyer, and a sale that is voided or taken back undoes both", async () => {
  const { _id: id } = await retailVehicle({ price: 9500 });
  const { _id: saleId } = await completedSale({
    ...{ customerName: "Bo Lind", customerAddress: "3 Elm St\nMillbrook, NY 12545" },
    lines: [{ kind: "vehicle", vehicle: id, price: 9000 }],
  });
  expect((await loadCarMoney("retail", id)).amounts).toMatchObject([
    { label: "The car sold", cents: 900_000, party: "Bo Lind", on: "2026-12-20" },
  ]);
  await as(CLERK, () => voidSale(saleId, "Wrong car"));
  expect((await loadCarMoney("retail", id)).amounts).toEqual([]);
  expect((await lines()).map(({ direction, content }) => [direction, content.party, content.isVoid])).toEqual(
    [
      ["out", { name: "Bo Lind", address: "3 Elm St, Millbrook, NY 12545" }, undefined],
      ["out", { name: "Bo Lind", address: "3 Elm St, Millbrook, NY 12545" }, true],
    ],
  );
});

test("the next stock number is written as the last ones are", () => {
  expect(nextNumber(["D000123", "D000122", "X9"])).toBe("D000124");
  expect(nextNumber(["26-099"])).toBe("26-100");
  expect(nextNumber(["999"])).toBe("1000");
  expect(nextNumber(["Yard car"])).toBeUndefined();
});
