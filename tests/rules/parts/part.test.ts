import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { findStaffPage } from "~/collections/lists.server";
import { changeRecordStatuses, createRecord, findRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { deleteRecord, removeFromTrash, restoreFromTrash } from "~/collections/trash.server";
import { COMMAND_LINE } from "~/context.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { loadRecordHistory } from "~/history/view.server";
import { readStaffQuery } from "~/lists/staff";
import { PART_RECORDS } from "~/parts/part.server";
import { PARTS, type PartFields } from "~/parts/parts";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { as } from "../../support/act";
import { dismantledVehicle } from "../../support/builders";

const NOW = new Date("2026-12-04T15:00:00Z");
const OPTIONS = { ...COMMAND_LINE, now: NOW };

beforeAll(async () => {
  await migrate(engine);
});

/** Adds a part as an API body names it. */
async function addPart(body: Record<string, unknown>) {
  const created = await as(OPTIONS, () => createRecord(PART_RECORDS, bodySchema(PARTS).parse(body)));
  if (created.outcome !== "saved") throw new Error(JSON.stringify(created));
  return created.item;
}

async function findPart(id: string) {
  const found = await findRecord(PART_RECORDS, id);
  if (!found) throw new Error("not found");
  return found.item;
}

it("the staff's list finds a place by its beginning, in letters of any language", async () => {
  const part = {
    ...{ entryId: "alternator", year: 2010, make: "Kia", model: "Rio" },
    ...{ stockNumber: "UP", location: "Étage B-2" },
  };
  const { _id } = await addPart(part);
  for (const location of ["Étage", "ÉTAGE b"]) {
    const query = readStaffQuery(new URLSearchParams({ location }), PARTS.list);
    const { entries } = await findStaffPage(PART_RECORDS, query);
    expect(
      entries.map((entry) => entry._id),
      location,
    ).toEqual([_id]);
  }
});

it("a part takes year, make, model and miles from its donor, and is numbered after it", async () => {
  const donor = await dismantledVehicle({
    ...{ stockNumber: "D-77", year: 2010, make: "Honda", model: "Accord", mileage: 84_210 },
    dateAcquired: "2016-05-01T00:00:00.000Z",
  });
  const first = await addPart({ entryId: "alternator", donor: "d-77", price: 85, year: 1999, make: "Ford" });
  expect(first).toMatchObject({
    ...{ stockNumber: "D-77-1", part: "Alternator", donor: "D-77", donorId: donor._id },
    ...{ year: 2010, make: "Honda", model: "Accord", mileage: 84_210, price: 85, grade: "A" },
  });
  expect((await addPart({ entryId: "Starter Motor", donor: "D-77" })).stockNumber).toBe("D-77-2");
});

it("a part without a donor needs year, make and model, and has a number of its own", async () => {
  const { error } = bodySchema(PARTS).safeParse({ entryId: "alternator" });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    "Year is required without a donor",
    "Make is required without a donor",
    "Model is required without a donor",
  ]);
  const body = { entryId: "alternator", year: 2014, make: "Ford", model: "F-150" };
  const [first, second] = [await addPart(body), await addPart(body)];
  expect([first.stockNumber, second.stockNumber]).toEqual(["P-000001", "P-000002"]);
});

it("a number that somebody types in another way, or far ahead, keeps nobody from the next one", async () => {
  const body = { entryId: "alternator", year: 2014, make: "Ford", model: "F-150" };
  for (const stockNumber of ["P-9", "P-00001e", "P-0001.5", "P-1e30"])
    await addPart({ ...body, stockNumber });
  const numbered = async (count: number) => {
    const numbers: string[] = [];
    for (let added = 0; added < count; added += 1) numbers.push((await addPart(body)).stockNumber);
    return numbers;
  };
  // Two in order, after those of the tests before.
  expect(await numbered(2)).toEqual([
    expect.stringMatching(/^P-00000[1-7]$/),
    expect.stringMatching(/^P-00000[2-8]$/),
  ]);
  await addPart({ ...body, stockNumber: "P-999999" });
  expect(await numbered(2)).toEqual(["P-1000000", "P-1000001"]);
  await dismantledVehicle({ stockNumber: "D-178" });
  for (const stockNumber of ["D-178-1e30", "D-178-0x10", "D-178-999999"])
    await addPart({ entryId: "alternator", donor: "D-178", stockNumber });
  const ofDonor = { entryId: "alternator", donor: "D-178" };
  expect([(await addPart(ofDonor)).stockNumber, (await addPart(ofDonor)).stockNumber]).toEqual([
    "D-178-1000000",
    "D-178-1000001",
  ]);
});

it("a part of a donor with a very long number has a number that its form takes, and counts on", async () => {
  const donor = "L".repeat(40);
  await dismantledVehicle({ stockNumber: donor });
  const numbers = [1, 2].map((count) => `${"L".repeat(33)}-${count}`);
  for (const number of numbers) {
    const part = await addPart({ entryId: "alternator", donor });
    expect(part.stockNumber).toBe(number);
    expect(bodySchema(PARTS).safeParse(part).error).toBeUndefined();
  }
});

it.each([
  ["1,200", 1200],
  ["12.5", 12.5],
  [" 40 ", 40],
  ["1e2", undefined],
  ["0x10", undefined],
  ["1,20", undefined],
  [".", undefined],
  ["12 lb", undefined],
])("a weight of %s is %s pounds", (weight, pounds) => {
  const { data, error } = bodySchema(PARTS).safeParse({
    ...{ entryId: "alternator", year: 2014, make: "Ford", model: "F-150", weight },
  });
  const message = error?.issues[0]?.message;
  expect(data?.weight ?? message).toBe(pounds ?? "Please enter a weight in pounds");
});

it("what a part fits has a name that a car may have, and no more model years than a search can look through", () => {
  const faultOf = (fits: unknown) =>
    bodySchema(PARTS)
      .safeParse({ entryId: "alternator", year: 2014, make: "Ford", model: "F-150", fits })
      .error?.issues.map(({ message }) => message);
  const line = "Please write each line like 2008-2012 Honda Accord";
  expect(faultOf([{ vehicle: "Honda Accord", yearFrom: 2008, yearTo: 2012 }])).toBeUndefined();
  expect(faultOf([`2008-2012 ${"a".repeat(101)}`])).toEqual([line]);
  expect(faultOf([{ vehicle: "\ufdfa".repeat(10), yearFrom: 2008, yearTo: 2012 }])).toEqual([line]);
  const many = (count: number) => Array.from({ length: count }, (_, index) => `1960-2009 Honda ${index}`);
  expect(faultOf(many(40))).toBeUndefined();
  expect(faultOf(many(41))).toEqual(["Please enter at most 2,000 model years in all"]);
});

it("a donor that is not in the yard is refused", async () => {
  const created = await as(OPTIONS, () =>
    createRecord(PART_RECORDS, bodySchema(PARTS).parse({ entryId: "alternator", donor: "X9" })),
  );
  expect(created).toEqual({
    outcome: "invalid",
    fields: { donor: ["There is no dismantled vehicle with this stock number"] },
  });
});

it("a name that is not in the catalog is refused with those that come close", () => {
  const { error } = bodySchema(PARTS).safeParse({
    entryId: "altenator",
    year: 2010,
    make: "Honda",
    model: "Fit",
  });
  expect(error?.issues[0]?.message).toContain("Please choose a part from the catalog");
});

it("a change of the donor is a change of its parts, in their history too, but not of those that are sold", async () => {
  const donor = await dismantledVehicle({ stockNumber: "D-78", year: 2010, make: "Honda", model: "Accord" });
  const part = await addPart({ entryId: "alternator", donor: "D-78" });
  const sold = await addPart({ entryId: "starter", donor: "D-78", status: "Sold" });
  const { item: vehicle } = (await findRecord(DISMANTLED_RECORDS, donor._id)) ?? {};
  if (!vehicle) throw new Error("not found");
  await as(OPTIONS, () =>
    updateRecord(
      DISMANTLED_RECORDS,
      donor._id,
      bodySchema(DISMANTLED_VEHICLES).parse({ ...vehicle, year: 2011, stockNumber: "D-78B" }),
    ),
  );
  expect(await findPart(part._id)).toMatchObject({ year: 2011, donor: "D-78B", stockNumber: "D-78-1" });
  expect(await findPart(sold._id)).toMatchObject({ year: 2010, donor: "D-78" });
  const { changes } = await loadRecordHistory("part", part._id);
  expect(changes[0]?.fields).toContainEqual({ label: "Year", before: "2010", after: "2011" });
});

it("a part that was in the trash follows its donor when it is restored, unless it was sold", async () => {
  const donor = await dismantledVehicle({ stockNumber: "D-79", year: 2010, make: "Honda", model: "Accord" });
  const part = await addPart({ entryId: "alternator", donor: "D-79" });
  const same = await addPart({ entryId: "radiator", donor: "D-79" });
  const sold = await addPart({ entryId: "starter", donor: "D-79", status: "Sold" });
  const intoTrashAndBack = async (id: string, change: () => Promise<unknown>) => {
    await as(OPTIONS, () => deleteRecord(PART_RECORDS, id));
    await change();
    await as(OPTIONS, () => restoreFromTrash(PART_RECORDS, id));
    return findPart(id);
  };
  const rename = (stockNumber: string) => async () => {
    const { item: vehicle } = (await findRecord(DISMANTLED_RECORDS, donor._id)) ?? {};
    const fields = bodySchema(DISMANTLED_VEHICLES).parse({ ...vehicle, stockNumber, model: "Civic" });
    await as(OPTIONS, () => updateRecord(DISMANTLED_RECORDS, donor._id, fields));
  };
  expect(await intoTrashAndBack(same._id, async () => {})).toEqual(same);
  expect(await intoTrashAndBack(part._id, rename("D-79B"))).toMatchObject({ donor: "D-79B", model: "Civic" });
  expect(await intoTrashAndBack(sold._id, rename("D-79C"))).toMatchObject({ donor: "D-79", model: "Accord" });
});

it("the parts of a car are listed by its number, also once it is gone for good", async () => {
  const { _id } = await dismantledVehicle({ stockNumber: "É-80" });
  await addPart({ entryId: "alternator", donor: "É-80" });
  const listed = async () => {
    const query = readStaffQuery(new URLSearchParams({ donor: "É-80" }), PARTS.list);
    return (await as(OPTIONS, () => findStaffPage(PART_RECORDS, query))).total;
  };
  expect(await listed()).toBe(1);
  await as(OPTIONS, () => deleteRecord(DISMANTLED_RECORDS, _id));
  expect(await listed()).toBe(1);
  await as(OPTIONS, () => removeFromTrash(DISMANTLED_RECORDS, { until: NOW }));
  expect(await listed()).toBe(1);
});

it("a sold part remembers when, and forgets the sale when it comes back", async () => {
  const part = await addPart({ entryId: "alternator", year: 2010, make: "Honda", model: "Accord" });
  await as(OPTIONS, () => changeRecordStatuses(PART_RECORDS, [part._id], "Sold"));
  expect(await findPart(part._id)).toMatchObject({ status: "Sold", soldAt: NOW.toISOString() });
  const fields: PartFields = { ...(await findPart(part._id)), status: "Available" };
  await as(OPTIONS, () => updateRecord(PART_RECORDS, part._id, fields));
  expect((await findPart(part._id)).soldAt).toBeUndefined();
});

it("an Undo of a bulk status brings back for whom a part was held", async () => {
  const body = { entryId: "alternator", year: 2010, make: "Honda", model: "Accord" };
  const part = await addPart({ ...body, status: "On hold", heldFor: "Ann" });
  await as(OPTIONS, () => changeRecordStatuses(PART_RECORDS, [part._id], "Sold"));
  expect((await findPart(part._id)).heldFor).toBeUndefined();
  await as(OPTIONS, () => changeRecordStatuses(PART_RECORDS, [part._id], "On hold", { isUndo: true }));
  expect(await findPart(part._id)).toMatchObject({ status: "On hold", heldFor: "Ann" });
});

it("the list finds parts by the letters that their number begins with, and by what those letters name", async () => {
  const car = { year: 2010, make: "Jaguar", model: "XK" };
  const jaguar = await addPart({ ...car, entryId: "alternator", stockNumber: "J-1" });
  const ford = { ...car, make: "Ford", model: "Focus" };
  const [nine, ten] = [
    await addPart({ ...ford, entryId: "starter", stockNumber: "XK-9" }),
    await addPart({ ...ford, entryId: "ecm", stockNumber: "XK-10" }),
  ];
  const numbered = await addPart({ ...ford, entryId: "starter", stockNumber: "ECM-1", interchange: "QQ-7" });
  const found = async (q: string) => {
    const query = readStaffQuery(new URLSearchParams({ q }), PARTS.list);
    return (await findStaffPage(PART_RECORDS, query)).entries.map(({ _id }) => _id).sort();
  };
  expect(await found("XK")).toEqual([jaguar, nine, ten].map(({ _id }) => _id).sort());
  expect(await found("xk-")).toEqual(await found("XK"));
  expect(await found("XK-9")).toEqual([nine._id]);
  expect(await found("ecm")).toEqual([ten, numbered].map(({ _id }) => _id).sort());
  expect(await found("qq")).toEqual([numbered._id]);
  for (const nothing of ["XQ", "-", "%"]) expect(await found(nothing)).toEqual([]);
});

it("in the evening the list counts the days on the shelf from the yard's day, which is tomorrow in UTC", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-04T02:30:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const body = { entryId: "alternator", year: 2014, make: "Ford", model: "Evening" };
  const added = (dateAcquired: string) => addPart({ ...body, dateAcquired });
  const week = await added("2026-11-26");
  await added("2026-11-25");
  const quarter = await added("2026-09-04");
  const ofAge = async (age: string) => {
    const query = readStaffQuery(new URLSearchParams({ age, model: "Evening" }), PARTS.list);
    return (await findStaffPage(PART_RECORDS, query)).entries.map(({ _id }) => _id);
  };
  expect(await ofAge("new-7")).toEqual([week._id]);
  expect(await ofAge("old-90")).toEqual([quarter._id]);
});
