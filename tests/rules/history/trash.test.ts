// @own-process: another file has emptied a shared index of words behind its back

import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findStaffPage, findStaffSlice } from "~/collections/lists.server";
import { createRecord, findRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import type { StoredCollection } from "~/collections/store.server";
import { deleteRecord } from "~/collections/trash.server";
import type { Actor } from "~/context.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { databaseFile } from "~/db/sqlite/open.server";
import {
  countRemovable,
  emptyTrash,
  findTrashPage,
  removeExpiredRecords,
  removeRecord,
  restoreRecord,
} from "~/history/trash.server";
import { loadRecordHistory } from "~/history/view.server";
import { readStaffQuery } from "~/lists/staff";
import { sellPart } from "~/parts/actions.server";
import { PART_RECORDS } from "~/parts/part.server";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { deleteRequest } from "~/requests/work.server";
import { OLD_SALE_RECORDS } from "~/sales/old-sale.server";
import { OLD_SALES } from "~/sales/old-sales";
import { SALE_RECORDS } from "~/sales/sale.server";
import { renderSitemap } from "~/seo/sitemap.server";
import {
  DISMANTLED_RECORDS,
  findDismantledPage,
  findPublicDismantledVehicle,
  openDismantledList,
} from "~/vehicles/dismantled.server";
import { findDonors } from "~/vehicles/donors.server";
import { readDismantledQuery, readRetailQuery } from "~/vehicles/list-query";
import { wasRemoved } from "~/vehicles/removed.server";
import {
  findPublicRetailVehicle,
  findRetailPage,
  openRetailList,
  RETAIL_RECORDS,
} from "~/vehicles/retail.server";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { lookUpVin } from "~/vin/lookup.server";
import { as } from "../../support/act";
import { dismantledVehicle, purchase, retailVehicle, shelfPart } from "../../support/builders";
import { callback, newPartRequest } from "../../support/requests";
import { namedCustomer, saleDraft } from "../../support/sales";

const NOW = new Date("2026-12-03T17:00:00Z");
const MARTA: Actor = { accountId: "01JMARTA0000", username: "marta", source: "page" };
const options = { ...MARTA, now: NOW };
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

beforeAll(() => migrate(engine));
beforeEach(async () => {
  const tables = [
    "changes",
    "retailVehicles",
    "dismantledVehicles",
    "partRequests",
    "repairRequests",
  ] as const;
  for (const table of tables) await db.deleteFrom(table).execute();
});

const forSale = (search = "") => findRetailPage(readRetailQuery(new URLSearchParams(search)));
const parts = (search = "") => findDismantledPage(readDismantledQuery(new URLSearchParams(search)));
const row = (id: string) =>
  db.selectFrom("retailVehicles").selectAll().where("id", "=", id).executeTakeFirst();

describe("a vehicle in the trash", () => {
  test("is among what has changed once it's restored, though its version is the old one", async () => {
    const { _id, updatedAt } = await retailVehicle({ now: later(-9) });
    await as(options, () => deleteRecord(RETAIL_RECORDS, _id));
    await as({ ...options, now: later(2) }, () => restoreRecord({ kind: "retailVehicle", id: _id }));
    const changedSince = async (day: number) => {
      const query = readStaffQuery(new URLSearchParams(), RETAIL_VEHICLES.list);
      const updatedSince = later(day).toISOString();
      return (await findStaffSlice(RETAIL_RECORDS, { ...query, updatedSince }, { offset: 0, limit: 10 }))
        .records;
    };
    expect(await changedSince(1)).toMatchObject([{ _id, updatedAt }]);
    expect(await changedSince(3)).toEqual([]);
  });

  test("is in no list, on no page and found by no search", async () => {
    const retail = await retailVehicle({ make: "Saab", model: "900" });
    const dismantled = await dismantledVehicle({ make: "Saab", model: "900" });
    await as(options, () => deleteRecord(RETAIL_RECORDS, retail._id));
    await as(options, () => deleteRecord(DISMANTLED_RECORDS, dismantled._id));

    const staff = { sort: "newest", page: 1, open: [] };
    expect(await forSale()).toMatchObject({ vehicles: [], total: 0, all: 0, makes: [] });
    expect(await parts("q=saab")).toMatchObject({ vehicles: [], total: 0, all: 0, makes: [] });
    expect((await openRetailList()).total).toBe(0);
    expect((await openDismantledList()).total).toBe(0);
    expect(await findPublicRetailVehicle(retail._id)).toBeUndefined();
    expect(await findPublicDismantledVehicle(dismantled._id)).toBeUndefined();
    expect(await findStaffPage(RETAIL_RECORDS, staff)).toMatchObject({ entries: [], all: 0 });
    expect(await findStaffPage(DISMANTLED_RECORDS, { ...staff, q: "saab" })).toMatchObject({
      entries: [],
      all: 0,
    });
    expect(await findRecord(RETAIL_RECORDS, retail._id)).toBeUndefined();
    expect(await findDonors({ make: "Saab", model: "900" })).toEqual([]);
    expect((await lookUpVin(retail.vin)).inventoryType).toBeNull();
    expect((await lookUpVin(dismantled.vin)).inventoryType).toBeNull();
    expect(String(await renderSitemap("https://yard.example"))).not.toContain(retail._id);
    expect(await wasRemoved(retail._id), "its page answers 410").toBe(true);
  });

  test("cannot be changed or deleted again", async () => {
    const { _id, ...vehicle } = await retailVehicle();
    await as(options, () => deleteRecord(RETAIL_RECORDS, _id));
    const fields = bodySchema(RETAIL_VEHICLES).parse(vehicle);
    expect(await as(options, () => updateRecord(RETAIL_RECORDS, _id, fields))).toEqual({
      outcome: "not-found",
    });
    expect(await as(options, () => deleteRecord(RETAIL_RECORDS, _id))).toEqual({ outcome: "not-found" });
  });

  test("comes back exactly as it was, picture and version included", async () => {
    const images = ["b", "c"].map((letter) => ({
      imageUrl: `/uploads/${letter.repeat(24)}-1600x1200-2/1600.webp`,
      alt: "",
    }));
    const { _id } = await retailVehicle({ images, notes: "Two keys", features: ["Tow hitch"] });
    const before = await row(_id);
    await as(options, () => deleteRecord(RETAIL_RECORDS, _id));
    expect(await row(_id)).not.toEqual(before);
    expect(await as(options, () => restoreRecord({ kind: "retailVehicle", id: _id }))).toMatchObject({
      outcome: "restored",
    });
    expect(await row(_id)).toEqual(before);
    expect(await wasRemoved(_id)).toBe(false);
    expect((await forSale()).total).toBe(1);
    expect(await as(options, () => restoreRecord({ kind: "retailVehicle", id: _id }))).toEqual({
      outcome: "not-found",
    });
  });

  test("leaves its stock number to another, and stays until that one has another number", async () => {
    const old = await retailVehicle({ stockNumber: "R-5" });
    await as(options, () => deleteRecord(RETAIL_RECORDS, old._id));
    const fields = bodySchema(RETAIL_VEHICLES).parse({
      ...old,
      stockNumber: "r-5",
      make: "Ford",
      model: "Focus",
    });
    const created = await as(options, () => createRecord(RETAIL_RECORDS, fields));
    if (created.outcome !== "saved") throw new Error(created.outcome);
    const entry = { kind: "retailVehicle", id: old._id } as const;
    expect(await as(options, () => restoreRecord(entry))).toEqual({
      outcome: "taken",
      name: "2016 Subaru Outback, stock # R-5",
      holder: "2016 Ford Focus, stock # r-5",
    });
    await as(options, () =>
      updateRecord(RETAIL_RECORDS, created.item._id, { ...fields, stockNumber: "R-6" }),
    );
    expect(await as(options, () => restoreRecord(entry))).toMatchObject({ outcome: "restored" });
    expect((await forSale()).vehicles.map(({ stockNumber }) => stockNumber).sort()).toEqual(["R-5", "R-6"]);
  });

  test("is removed for good after 30 days, by the site, and the history has what it was", async () => {
    const { _id } = await retailVehicle({ price: 14_995 });
    const kept = await retailVehicle();
    await as(options, () => deleteRecord(RETAIL_RECORDS, _id));
    await removeExpiredRecords(later(29.9));
    expect(await row(_id)).toBeDefined();
    await removeExpiredRecords(later(30));
    expect(await row(_id)).toBeUndefined();
    expect(await row(kept._id)).toBeDefined();
    expect(await wasRemoved(_id)).toBe(true);
    const [removed] = (await loadRecordHistory("retailVehicle", _id)).changes;
    expect(removed).toMatchObject({ action: "Permanently deleted", who: "The site", recordPath: undefined });
    expect(removed?.fields).toContainEqual({ label: "Price", before: "$14,995", after: "" });
  });
});

describe("the history of what was removed for good", () => {
  test("is one line, where it's about people: a draft of a sale, a purchase, an old sale", async () => {
    const buyer = { customerName: "Bob Roe", customerPhone: "(406) 555-0133", notes: "For Bob" };
    const draft = await saleDraft({ ...buyer, lines: [{ kind: "labor", description: "Labor", price: 20 }] });
    const bought = await purchase({ sellerName: "Bob Roe", sellerPhone: "4065550133", now: NOW });
    const sold = { soldOn: "2026-11-20", part: "Alternator", price: 85, buyer: "Bob Roe" };
    const oldSale = await as(options, () =>
      createRecord(OLD_SALE_RECORDS, bodySchema(OLD_SALES).parse(sold)),
    );
    if (oldSale.outcome !== "saved") throw new Error(oldSale.outcome);
    for (const [store, id] of [
      [SALE_RECORDS, draft._id],
      [PURCHASE_RECORDS, bought._id],
      [OLD_SALE_RECORDS, oldSale.item._id],
    ] as [StoredCollection, string][]) {
      await as(options, () => deleteRecord(store, id));
      expect(JSON.stringify((await loadRecordHistory(store.recordKind, id)).changes)).toContain("Bob Roe");
      await as({ ...options, now: later(1) }, () => removeRecord({ kind: store.recordKind, id }));
      const { changes } = await loadRecordHistory(store.recordKind, id);
      expect(changes).toMatchObject([{ action: "Permanently deleted", who: "marta", fields: [] }]);
    }
  });

  test("has what a part and a car were, but not whom they came from and went to", async () => {
    const part = await shelfPart({ location: "A-1", now: NOW });
    await as(options, () => sellPart(part._id, { soldTo: "Bob Roe", price: 85 }));
    const car = await dismantledVehicle({
      obtainedFrom: "Bob Roe",
      disposedTo: "Bob Roe",
      stockNumber: "D-7",
    });
    for (const [store, id] of [
      [PART_RECORDS, part._id],
      [DISMANTLED_RECORDS, car._id],
    ] as [StoredCollection, string][]) {
      await as(options, () => deleteRecord(store, id));
      const before = (await loadRecordHistory(store.recordKind, id)).changes;
      expect(JSON.stringify(before)).toContain("Bob Roe");
      await as({ ...options, now: later(1) }, () => removeRecord({ kind: store.recordKind, id }));
      const [removed, ...earlier] = (await loadRecordHistory(store.recordKind, id)).changes;
      expect(removed?.fields).toContainEqual({ label: "Year", before: "2012", after: "" });
      expect(earlier.map(({ action }) => action)).toEqual(before.map(({ action }) => action));
      expect(JSON.stringify([removed, ...earlier])).not.toContain("Bob Roe");
    }
  });
});

describe("the trash", () => {
  test.skipIf(engine.isShared).each([
    ["one record", async (id: string) => removeRecord({ kind: "customer", id })],
    ["all of it", async () => emptyTrash(NOW)],
    ["what is 30 days old", async () => removeExpiredRecords(later(30))],
  ])("leaves nothing in the database's files of %s that is removed for good", async (_what, remove) => {
    const id = await namedCustomer("Wilhelmina Zwetsloot");
    const bytes = () =>
      ["", "-wal"].map((end) => readFileSync(`${databaseFile}${end}`).toString("latin1")).join("");
    expect(bytes()).toContain("Zwetsloot");
    await as(options, () => deleteRecord(CUSTOMER_RECORDS, id));
    await as(options, () => remove(id));
    expect(bytes().match(/.{0,40}zwetsloot.{0,40}/gi)).toBeNull();
  });

  test("lists what was deleted, the last first, with whoever did it", async () => {
    const vehicle = await dismantledVehicle({ stockNumber: "D-1" });
    const request = await newPartRequest();
    const repair = await callback();
    await retailVehicle();
    await as(options, () => deleteRecord(DISMANTLED_RECORDS, vehicle._id));
    await as({ username: "joel", now: later(1) }, () => deleteRequest(PART_REQUESTS, request));
    await as({ username: "marta", now: later(2) }, () => deleteRequest(REPAIR_REQUESTS, repair));
    const { entries, total } = await findTrashPage(1);
    expect(total).toBe(3);
    expect(entries.map(({ name, deletedBy }) => `${name} by ${deletedBy}`)).toEqual([
      `RR-${repair.slice(-6)} of Cal Back by marta`,
      `PR-${request.slice(-6)} of Ann Lee by joel`,
      "2012 Honda Accord, stock # D-1 by marta",
    ]);
  });

  test("is emptied of what whoever empties it has seen; one record can go alone", async () => {
    const [one, two, late] = [await retailVehicle(), await dismantledVehicle(), await retailVehicle()];
    const request = await newPartRequest();
    await as(options, () => deleteRecord(RETAIL_RECORDS, one._id));
    await as(options, () => deleteRecord(DISMANTLED_RECORDS, two._id));
    await as({ username: "joel", now: NOW }, () => deleteRequest(PART_REQUESTS, request));
    await as({ ...options, now: later(1) }, () => deleteRecord(RETAIL_RECORDS, late._id));
    const today = { ...MARTA, now: later(2) };
    expect(await as(today, () => removeRecord({ kind: "retailVehicle", id: one._id }))).toBe(true);
    expect(await as(today, () => removeRecord({ kind: "retailVehicle", id: one._id }))).toBe(false);
    expect(await as(today, () => countRemovable(NOW))).toEqual({ removable: 2, kept: 0 });
    expect(await as(today, () => emptyTrash(NOW))).toBe(2);
    expect((await findTrashPage(1)).entries.map(({ id }) => id)).toEqual([late._id]);
  });

  test("removes nothing that is not in it", async () => {
    const { _id } = await retailVehicle();
    const request = await newPartRequest();
    expect(await as(options, () => removeRecord({ kind: "retailVehicle", id: _id }))).toBe(false);
    expect(await as(options, () => removeRecord({ kind: "partRequest", id: request }))).toBe(false);
    expect(await as(options, () => emptyTrash(later(100)))).toBe(0);
  });
});
