import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { deleteRecord, restoreFromTrash } from "~/collections/trash.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { CUSTOMERS } from "~/customers/customers";
import { findKnownData } from "~/customers/known-data.server";
import { mergeCustomers } from "~/customers/merge.server";
import { findKept } from "~/customers/merged.server";
import { findPossiblySame } from "~/customers/similar.server";
import { planSplit, splitRequest } from "~/customers/split.server";
import { loadTimeline } from "~/customers/timeline.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequestRow } from "~/requests/record.server";
import { changeStatus, markSpam } from "~/requests/work.server";
import { returnSchema } from "~/sales/return-schema";
import { returnItems } from "~/sales/returns.server";
import { as } from "../../support/act";
import { minutesLater, newPartRequest } from "../../support/requests";
import { completedSale, namedCustomer } from "../../support/sales";

const marta = (minutes: number) => ({
  accountId: "01JSTAFFSTAFF",
  username: "marta",
  now: minutesLater(minutes),
});

beforeAll(() => migrate(engine));
beforeEach(async () => {
  for (const table of ["partRequests", "repairRequests", "customers"] as const)
    await db.deleteFrom(table).execute();
});

const customerOf = async (id: string) => (await findRequestRow(PART_REQUESTS, id))?.customerId ?? "";
const customer = async (id: string) => (await findRecord(CUSTOMER_RECORDS, id))?.item;
const version = async (id: string) => (await findRecord(CUSTOMER_RECORDS, id))?.version ?? "";

async function change(id: string, fields: object, minutes = 5) {
  const stored = (await customer(id)) as object;
  const saved = await as(marta(minutes), () =>
    updateRecord(CUSTOMER_RECORDS, id, bodySchema(CUSTOMERS).parse({ ...stored, ...fields })),
  );
  expect(saved.outcome).toBe("saved");
}

/** Two customers, each with a request of its own. */
async function two() {
  const requests = [
    await newPartRequest({}, { name: "Ann Lee", phone: "5555550111", email: "one@example.com" }),
    await newPartRequest({}, { name: "A. Lee", phone: "5555550122", email: "two@example.com" }),
  ] as const;
  const [kept, other] = [await customerOf(requests[0]), await customerOf(requests[1])];
  await change(kept, { notes: "Pays cash", wholesalePercent: 80 });
  await change(other, { notes: "Calls early", business: "Lee's Garage", wholesalePercent: 90 });
  return { kept, other, requests };
}

async function merge(kept: string, other: string, minutes = 10) {
  const seen = { kept: await version(kept), other: await version(other) };
  return as(marta(minutes), () => mergeCustomers(kept, other, seen));
}

describe("two customers that are merged", () => {
  test("are one with the requests, numbers, addresses and notes of both", async () => {
    const { kept, other, requests } = await two();
    expect(await merge(kept, other)).toMatchObject({ outcome: "merged" });
    expect(await customer(kept)).toMatchObject({
      name: "Ann Lee",
      business: "Lee's Garage",
      phones: ["(555) 555-0111", "(555) 555-0122"],
      emails: ["one@example.com", "two@example.com"],
      wholesalePercent: 80,
      notes: "Pays cash\n\nCalls early",
    });
    expect(await Promise.all(requests.map(customerOf))).toEqual([kept, kept]);
    expect(await customer(other)).toBeUndefined();
    // Their links lead on.
    expect(await findKept(other)).toBe(kept);
    expect(await customerOf(await newPartRequest({}, { phone: "5555550122", email: "x@example.com" }))).toBe(
      kept,
    );
  });

  test.each([
    ["no address", {}, { street: "9 Elm St", city: "Reno", state: "NV", zipCode: "89501" }, "other"],
    [
      "less of the same address",
      { city: "reno", state: "NV" },
      { street: "9 Elm St", city: "Reno", state: "NV" },
      "other",
    ],
    [
      "a part of another address",
      { street: "1 Main St", city: "Millbrook" },
      { street: "9 Elm St", city: "Reno", state: "NV", zipCode: "89501" },
      "kept",
    ],
  ])("have one of their addresses where the kept one has %s", async (_, ofKept, ofOther, whose) => {
    const { kept, other } = await two();
    await change(kept, ofKept);
    await change(other, ofOther);
    await merge(kept, other);
    const { street, city, state, zipCode } = (await customer(kept)) ?? {};
    expect({ street, city, state, zipCode }).toEqual(whose === "kept" ? ofKept : ofOther);
  });

  test("are two again once the other is restored, but for what somebody has changed since", async () => {
    const { kept, other, requests } = await two();
    const [keptBefore, otherBefore] = [await customer(kept), await customer(other)];
    await merge(kept, other);
    await change(kept, { notes: "Pays by card", street: "1 Main St" }, 20);
    expect(await as(marta(30), () => restoreFromTrash(CUSTOMER_RECORDS, other))).toMatchObject({
      outcome: "restored",
    });
    expect(await customer(kept)).toEqual({
      ...keptBefore,
      notes: "Pays by card",
      street: "1 Main St",
      updatedAt: expect.any(String),
    });
    expect(await customer(other)).toEqual(otherBefore);
    expect(await Promise.all(requests.map(customerOf))).toEqual([kept, other]);
    const asked = await newPartRequest({}, { phone: "5555550122", email: "two@example.com" });
    expect(await customerOf(asked)).toBe(other);
    expect(await findKept(other)).toBeUndefined();
  });

  test("share their store credit, and what was used of it is not given back with the undo", async () => {
    const { kept, other } = await two();
    const lines = [{ kind: "other", description: "Wheels", price: 100, isTaxed: false }];
    const bought = await completedSale({ customerId: other, lines });
    const credit = { lines: [{ saleLineId: bought.lines[0]?._id, quantity: 1, reason: "not-needed" }] };
    await as(marta(5), () => returnItems(bought._id, returnSchema.parse({ ...credit, method: "credit" })));
    const creditOf = async (id: string) => (await findKnownData(id))?.creditCents;
    const restore = (minutes: number) => as(marta(minutes), () => restoreFromTrash(CUSTOMER_RECORDS, other));
    await merge(kept, other);
    expect(await creditOf(kept)).toBe(10_000);
    await restore(20);
    expect([await creditOf(kept), await creditOf(other)]).toEqual([0, 10_000]);
    await merge(kept, other, 30);
    await completedSale({
      customerId: kept,
      lines: [{ ...lines[0], price: 70 }],
      payments: [{ method: "credit" }],
    });
    await restore(40);
    expect([await creditOf(kept), await creditOf(other)]).toEqual([3_000, 0]);
  });

  test("end where two are merged into each other, which only a database from elsewhere says", async () => {
    const { kept, other } = await two();
    const detail = JSON.stringify({ before: {}, after: {}, requests: [] });
    for (const [keptId, mergedId] of [
      [kept, other],
      [other, kept],
    ] as const)
      await db
        .insertInto("customerMerges")
        .values({ mergedId, keptId, detail, mergedAt: new Date().toISOString(), mergedBy: null })
        .execute();
    expect(await findKept(kept)).toBe(other);
    expect(await findKept(other)).toBe(kept);
  });

  test("are left alone if somebody has changed one of them since the preview", async () => {
    const { kept, other } = await two();
    const seen = { kept: await version(kept), other: await version(other) };
    await change(other, { notes: "Moved" }, 20);
    expect(await as(marta(30), () => mergeCustomers(kept, other, seen))).toEqual({ outcome: "changed" });
    expect(await as(marta(30), () => mergeCustomers(kept, kept, seen))).toEqual({ outcome: "not-found" });
    expect(await customer(other)).toMatchObject({ notes: "Moved" });
  });

  test("stay findable through a second merge, and the first can still be undone", async () => {
    const { kept, other, requests } = await two();
    await merge(kept, other);
    const third = await customerOf(
      await newPartRequest({}, { phone: "5555550133", email: "three@example.com" }),
    );
    await merge(third, kept, 20);
    expect(await findKept(other)).toBe(third);
    await as(marta(30), () => restoreFromTrash(CUSTOMER_RECORDS, other));
    expect(await Promise.all(requests.map(customerOf))).toEqual([third, other]);
  });
});

test("a number that became somebody else's while its customer was in the trash stays theirs", async () => {
  const ann = { phone: "5555550111", email: "one@example.com" };
  const first = await customerOf(await newPartRequest({}, ann));
  await as(marta(5), () => deleteRecord(CUSTOMER_RECORDS, first));
  const second = await customerOf(await newPartRequest({}, { ...ann, email: "two@example.com" }));
  await as(marta(6), () => restoreFromTrash(CUSTOMER_RECORDS, first));
  const third = await customerOf(
    await newPartRequest({}, { phone: "5555550133", email: "three@example.com" }),
  );
  expect(await merge(third, first)).toMatchObject({ outcome: "merged" });
  expect(await customer(third)).toMatchObject({ phones: ["(555) 555-0133"] });
  expect(await customer(second)).toMatchObject({ phones: ["(555) 555-0111"] });
});

describe("a request that is split off", () => {
  test("gets a customer of its own, with the number and the address that no other request has", async () => {
    const first = await newPartRequest({}, { phone: "5555550111", email: "one@example.com" });
    const second = await newPartRequest(
      {},
      { name: "Bob Lee", phone: "5555550111", email: "bob@example.com" },
    );
    const id = await customerOf(first);
    expect(await planSplit(id, PART_REQUESTS, second)).toEqual({
      name: "Bob Lee",
      phones: [],
      emails: ["bob@example.com"],
      staying: ["(555) 555-0111"],
    });
    const made = await as(marta(10), () => splitRequest(id, PART_REQUESTS, second));
    expect(await customerOf(second)).toBe(made);
    expect(await customer(made ?? "")).toMatchObject({
      name: "Bob Lee",
      phones: [],
      emails: ["bob@example.com"],
    });
    expect(await customer(id)).toMatchObject({ phones: ["(555) 555-0111"], emails: ["one@example.com"] });
    expect(await findPossiblySame(made ?? "")).toMatchObject([{ _id: id, name: "Ann Lee" }]);
  });

  test("takes nothing along that the customer had before it came, but what staff took down with it", async () => {
    const vera = { phone: "5555550111", email: "vera@example.com" };
    const id = await customerOf(await newPartRequest({}, { ...vera, phone: "5555550122" }));
    const phones = ["(555) 555-0122", "(555) 555-0111"];
    await change(id, { phones });
    const sams = { name: "Sam", phone: vera.phone, email: "sam@example.com" };
    const strangers = await newPartRequest({}, sams, minutesLater(5));
    expect(await planSplit(id, PART_REQUESTS, strangers)).toMatchObject({
      ...{ phones: [], emails: [sams.email] },
      staying: ["(555) 555-0111"],
    });
    const made = await as(marta(10), () => splitRequest(id, PART_REQUESTS, strangers));
    expect(await customer(id)).toMatchObject({ phones, emails: [vera.email] });
    expect(await customer(made ?? "")).toMatchObject({ phones: [], emails: [sams.email] });
    // The next one is hers again.
    expect(await customerOf(await newPartRequest({}, vera, minutesLater(20)))).toBe(id);
    // Whom staff have on the phone, they say themselves.
    const cal = { name: "Cal", phone: "5555550144", email: vera.email };
    const calledIn = await newPartRequest({}, cal, minutesLater(30), marta(30));
    expect(await planSplit(id, PART_REQUESTS, calledIn)).toMatchObject({
      ...{ phones: ["(555) 555-0144"], emails: [] },
      staying: [vera.email],
    });
  });

  test("leaves a number that staff wrote down while it was spam with whom they wrote it down for", async () => {
    const vera = { name: "Vera", phone: "5555550111", email: "vera@example.com" };
    const sams = { name: "Sam", phone: vera.phone, email: "sam@example.com" };
    const strangers = await newPartRequest({}, sams);
    await as(marta(1), () => markSpam(PART_REQUESTS, strangers, true));
    const id = await namedCustomer(vera.name, marta(2));
    await change(id, { phones: ["(555) 555-0111"] });
    await newPartRequest({}, vera, minutesLater(3));
    await as(marta(4), () => markSpam(PART_REQUESTS, strangers, false));
    expect(await customerOf(strangers)).toBe(id);
    await as(marta(10), () => splitRequest(id, PART_REQUESTS, strangers));
    expect(await customer(id)).toMatchObject({ phones: ["(555) 555-0111"] });
    expect(await customerOf(await newPartRequest({}, vera, minutesLater(20)))).toBe(id);
  });

  test("is never a customer's only one, nor somebody else's", async () => {
    const only = await newPartRequest();
    const id = await customerOf(only);
    expect(await as(marta(10), () => splitRequest(id, PART_REQUESTS, only))).toBeUndefined();
    await newPartRequest();
    const others = await newPartRequest({}, { phone: "5555550199", email: "else@example.com" });
    expect(await as(marta(10), () => splitRequest(id, PART_REQUESTS, others))).toBeUndefined();
  });
});

test("the requests of a customer stand open ones first, then the newest", async () => {
  const ids = [];
  for (const minutes of [1, 2, 3]) ids.push(await newPartRequest({}, {}, minutesLater(minutes)));
  const [oldest = "", middle = "", newest = ""] = ids;
  for (const id of [oldest, newest]) {
    const done = { status: "fulfilled", expectedVersion: "pending" };
    await as(marta(10), () => changeStatus(PART_REQUESTS, id, done));
  }
  const { entries, total } = await loadTimeline(await customerOf(oldest), { page: 1, now: minutesLater(20) });
  expect(entries.map(({ _id, isOpen }) => [_id, isOpen])).toEqual([
    [middle, true],
    [newest, false],
    [oldest, false],
  ]);
  expect(total).toBe(3);
});
