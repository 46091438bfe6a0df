import { AsyncResource } from "node:async_hooks";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { updateRecord } from "~/collections/records.server";
import { deleteRecord, deleteRecords, removeFromTrash, restoreFromTrash } from "~/collections/trash.server";
import { db, engine, transaction } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { PART_RECORDS } from "~/parts/part.server";
import type { Part } from "~/parts/parts";
import { PART_REQUESTS } from "~/requests/part-requests";
import { addNote, deleteRequest, markSpam, removeRequests } from "~/requests/work.server";
import { listRecent, rememberOpened } from "~/search/recent.server";
import { fillSearchIndex, searchEverything } from "~/search/search.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { as } from "../../support/act";
import { dismantledVehicle, purchase, retailVehicle, shelfPart } from "../../support/builders";
import { newPartRequest } from "../../support/requests";
import { administrator } from "../../support/staff";

const STAFF = { username: "marta", now: new Date("2026-03-05T12:00:00Z") };

beforeAll(() => migrate(engine));
beforeEach(async () => {
  for (const table of [
    "customerContacts",
    "customers",
    "purchases",
    "parts",
    "dismantledVehicles",
    "retailVehicles",
    "partRequests",
    "repairRequests",
  ] as const)
    await db.deleteFrom(table).execute();
});

/** The titles of what is found besides customers, by kind. */
async function find(q: string): Promise<Record<string, string[]>> {
  const groups = (await searchEverything(q)).groups.filter(({ kind }) => kind !== "customer");
  return Object.fromEntries(groups.map(({ kind, hits }) => [kind, hits.map(({ title }) => title)]));
}
const only = async (q: string) => (await searchEverything(q)).only;
const dave = (details = {}) =>
  newPartRequest(
    {
      component: "Transmission",
      otherComponent: undefined,
      additionalInfo: "Slips in third gear.",
      ...details,
    },
    { name: "Dave Miller", phone: "(555) 867-0142", email: "dave.miller@example.com" },
  );

describe("a request", () => {
  test("is found by its reference, name, part and car, phone in any writing, email, VIN, and what its customer wrote", async () => {
    const id = await dave();
    await newPartRequest();
    const reference = `PR-${id.slice(-6)}`;
    for (const q of [
      ...[reference, reference.toLowerCase(), reference.slice(3)],
      ...["Dave Miller", "miller dave", "dav", "dave transmission", "transmission accord dave"],
      ...["(555) 867-0142", "555.867.0142", "+1 555 867 0142", "867-0142", "0142", "dave 0142"],
      ...["Dave.Miller@Example.com", "dave.miller@", "third gear", "slips"],
    ])
      expect(await find(q), q).toEqual({ partRequest: ["Dave Miller"] });
    for (const q of ["1HGCM82633A004352", "004352"]) expect((await find(q)).partRequest, q).toHaveLength(2);
    const { groups } = await searchEverything("0142");
    expect(groups.map(({ kind, hits }) => [kind, hits[0]?.title])).toEqual([
      ["customer", "Dave Miller"],
      ["partRequest", "Dave Miller"],
    ]);
    expect(groups[1]?.hits[0]?.note).toMatch(
      /^PR-\w{6} · Transmission, 2003 Honda Accord · Pending · Mar 2, 2026 · \(555\) 867-0142$/,
    );
  });

  test("is found by a note as soon as it is written, and by nothing while it is spam or deleted", async () => {
    const id = await dave();
    await as(STAFF, () => addNote(PART_REQUESTS, id, "Wants the whole gearbox"));
    expect(await find("gearbox")).toEqual({ partRequest: ["Dave Miller"] });
    await as(STAFF, () => markSpam(PART_REQUESTS, id, true));
    expect(await find("dave")).toEqual({});
    await as(STAFF, () => markSpam(PART_REQUESTS, id, false));
    await as(STAFF, () => deleteRequest(PART_REQUESTS, id));
    expect(await find("dave")).toEqual({});
    await as(STAFF, () => removeRequests(PART_REQUESTS, { until: new Date("2099-01-01") }));
    expect(await db.selectFrom("searchEntries").where("recordId", "=", id).select("words").execute()).toEqual(
      [],
    );
  });
});

describe("a vehicle or a part", () => {
  test("is found by its numbers, and by what it is", async () => {
    await dismantledVehicle({ stockNumber: "H2001", vin: "2HGES16555H591234", year: 2005, model: "Civic" });
    await shelfPart({ stockNumber: "H2001-3", interchange: "601-02345", location: "A-3" });
    await retailVehicle({ stockNumber: "R77", make: "Ford", model: "F-150", vin: "1FTFW1EF1EKE00077" });
    const part = { part: ["2012 Honda Accord Alternator, stock # H2001-3"] };
    for (const q of ["h2001-3", "H20013", "601-02345", "alternator accord", "accord alternator a-3"])
      expect(await find(q), q).toEqual(part);
    const car = { dismantledVehicle: ["2005 Honda Civic, stock # H2001"] };
    for (const q of ["2HGES16555H591234", "591234", "2005 civic"]) expect(await find(q), q).toEqual(car);
    for (const q of ["r77", "f150", "F-150", "ford f 150", "e00077"])
      expect(await find(q), q).toEqual({ retailVehicle: ["2016 Ford F-150, stock # R77"] });
    expect(await find("h2001")).toEqual({ ...car, ...part });
  });

  test("is found by two years, which are no phone number", async () => {
    await dismantledVehicle({ stockNumber: "H2001", year: 2012, notes: "Its engine is from a 2014." });
    const car = { dismantledVehicle: ["2012 Honda Accord, stock # H2001"] };
    for (const q of ["2012 2014", "2014 - 2012"]) expect(await find(q), q).toEqual(car);
  });

  test("is found as it is now: changed, sold, in the trash, back, and gone", async () => {
    const car = await retailVehicle({ stockNumber: "R1", model: "Outback" });
    const { _id, createdAt, updatedAt, ...fields } = car;
    await as(STAFF, () => updateRecord(RETAIL_RECORDS, _id, { ...fields, model: "Legacy" }));
    expect(await find("outback")).toEqual({});
    expect(await find("legacy")).toHaveProperty("retailVehicle");
    await as(STAFF, () => deleteRecord(RETAIL_RECORDS, _id));
    expect(await find("legacy")).toEqual({});
    await as(STAFF, () => restoreFromTrash(RETAIL_RECORDS, _id));
    expect(await find("legacy")).toHaveProperty("retailVehicle");
    await as(STAFF, () => deleteRecord(RETAIL_RECORDS, _id));
    await as(STAFF, () => removeFromTrash(RETAIL_RECORDS, { until: new Date("2099-01-01") }));
    expect(
      await db.selectFrom("searchEntries").where("recordId", "=", _id).select("words").execute(),
    ).toEqual([]);
  });

  test("comes before one of its kind with which nothing is left to do, and a list says that there are more", async () => {
    for (let number = 1; number <= 7; number++) await shelfPart({ stockNumber: `S-${number}` });
    await shelfPart({ stockNumber: "S-8", status: "Sold" });
    const { groups } = await searchEverything("alternator");
    const [found] = groups;
    expect(found?.hits.map(({ title }) => title.at(-1))).toEqual(["7", "6", "5", "4", "3"]);
    expect(found?.more).toBe("/admin/parts?q=alternator");
  });
});

describe("what is not shown takes no place of what is:", () => {
  const many = <Item>(make: () => Promise<Item>) => Promise.all(Array.from({ length: 21 }, make));

  test("records in the trash, until they are back", async () => {
    await shelfPart({ entryId: "radiator", make: "Volvo", model: "XC90" });
    const parts = (await many(() => shelfPart({ make: "Volvo", model: "XC90" }))).map(({ _id }) => _id);
    await as(STAFF, () => deleteRecords(PART_RECORDS, parts));
    const radiator = { part: [expect.stringContaining("Radiator")] };
    expect(await find("volvo xc90")).toEqual(radiator);
    expect(await fillSearchIndex()).toBe(0);
    expect(await find("volvo xc90")).toEqual(radiator);
    await as(STAFF, () => restoreFromTrash(PART_RECORDS, parts[0] ?? ""));
    expect((await find("volvo xc90")).part).toHaveLength(2);
  });

  test("requests that are deleted or spam", async () => {
    await dave();
    const [deleted = "", ...spam] = await many(() => dave());
    await as(STAFF, () => deleteRequest(PART_REQUESTS, deleted));
    for (const id of spam) await as(STAFF, () => markSpam(PART_REQUESTS, id, true));
    expect(await fillSearchIndex()).toBe(0);
    expect(await find("dave miller")).toEqual({ partRequest: ["Dave Miller"] });
  });

  test("records of a kind that begins with the same letter", async () => {
    await purchase({ make: "Volvo", model: "XC90" });
    await many(() => shelfPart({ make: "Volvo", model: "XC90" }));
    expect(await find("volvo xc90")).toHaveProperty("purchase");
  });
});

test("one record that is named opens at once, and one of several does not", async () => {
  const id = await dave();
  await dave();
  const { customerId } = await db
    .selectFrom("partRequests")
    .select("customerId")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(await only(`PR-${id.slice(-6)}`)).toBe(`${PART_REQUESTS.path}/${id}`);
  // A person with their requests.
  for (const q of ["555-867-0142", "dave.miller@example.com", "0142"])
    expect(await only(q), q).toBe(`/admin/customers/${customerId}`);
  for (const q of ["dave", "dave 0142", "slips"]) expect(await only(q), q).toBeUndefined();
  await newPartRequest({}, { name: "Ann", phone: "(555) 111-0142", email: "ann@example.com" });
  expect(await only("0142")).toBeUndefined();
  const part = await shelfPart({ stockNumber: "H2001-3" });
  await shelfPart({ stockNumber: "H2001-31" });
  expect(await only("H2001-3")).toBe(`/admin/parts/${part._id}`);
});

test("more than five hits lead to the list only where the list finds any of them", async () => {
  const moreOf = async (q: string) => {
    const { groups } = await as(STAFF, () => searchEverything(q));
    return groups.map(({ kind, more }) => [kind, more]);
  };
  for (let index = 0; index < 6; index++) await shelfPart({ location: "Mezzanine" });
  expect(await moreOf("mezzanine")).toEqual([["part", undefined]]);
  expect(await moreOf("accord")).toEqual([["part", "/admin/parts?q=accord"]]);
  for (let index = 0; index < 6; index++) await dave();
  expect((await moreOf("slips")).filter(([kind]) => kind === "partRequest")).toEqual([
    ["partRequest", undefined],
  ]);
  expect(await moreOf("miller")).toContainEqual(["partRequest", `${PART_REQUESTS.path}?q=miller`]);
});

test("is answered while a transaction writes", async () => {
  await dave();
  const findForOthers = AsyncResource.bind(find);
  await transaction(async () => {
    await db.insertInto("removedVehicles").values({ id: "in-transaction" }).execute();
    expect(await findForOthers("dave")).toEqual({ partRequest: ["Dave Miller"] });
  });
});

test("what means something to the database finds nothing, and breaks nothing", async () => {
  await dave();
  for (const q of [
    "'",
    '"',
    "*",
    "dave*",
    "dave' | 'x",
    ":*",
    "a AND",
    "NEAR(",
    "%",
    "_",
    "\\",
    "🚗",
    "=",
    "x".repeat(5000),
  ])
    expect(
      Object.keys(await find(q)).filter((kind) => kind !== "partRequest"),
      q,
    ).toEqual([]);
});

test("records of a version without the index are found once the site has filled it", async () => {
  await dave();
  await retailVehicle({ stockNumber: "R9" });
  await db.deleteFrom("searchEntries").execute();
  expect(await find("dave")).toEqual({});
  expect(await fillSearchIndex()).toBe(3);
  expect(await fillSearchIndex()).toBe(0);
  expect(await find("dave")).toHaveProperty("partRequest");
  expect(await find("r9")).toHaveProperty("retailVehicle");
});

test("an account has the last five records that it opened, and nobody else's", async () => {
  const { id: accountId } = await administrator();
  const { id: another } = await administrator();
  const parts: Part[] = [];
  for (let number = 0; number < 6; number++) parts.push(await shelfPart());
  const open = (account: string, id: string, minute: number) =>
    as({ accountId: account, now: new Date(Date.UTC(2026, 2, 5, 12, minute)) }, () =>
      rememberOpened(PART_RECORDS.recordKind, id),
    );
  for (const [minute, { _id }] of parts.entries()) await open(accountId, _id, minute);
  await open(accountId, parts[2]?._id ?? "", 10);
  await open(another, parts[0]?._id ?? "", 11);
  const recent = (await listRecent(accountId)).map(({ _id }) => parts.findIndex((part) => part._id === _id));
  expect(recent).toEqual([2, 5, 4, 3, 1]);
});
