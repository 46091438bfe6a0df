import { beforeAll, expect, it } from "vitest";
import { findBookPage, listLeftToNobody, verifyBook } from "~/book/book.server";
import { changeRecordStatuses, createRecord } from "~/collections/records.server";
import { deleteRecord } from "~/collections/trash.server";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { releasePart, scrapPart, sellPart } from "~/parts/actions.server";
import { PART_RECORDS } from "~/parts/part.server";
import { voidSale } from "~/sales/complete.server";
import { as } from "../../support/act";
import { shelfPart } from "../../support/builders";
import { CLERK, completedSale } from "../../support/sales";

beforeAll(async () => {
  await migrate(engine);
});

/** What the book says of a part, the oldest line first. */
async function linesOf({ stockNumber }: { stockNumber: string }) {
  const { lines } = await findBookPage({ page: 1, q: stockNumber });
  return lines.reverse().map(({ direction, content }) => ({ direction, ...content }));
}
const sale = (part: { _id: string }, customer: object = {}) =>
  completedSale({ lines: [{ kind: "part", part: part._id }], payments: [{ method: "cash" }], ...customer });

it("a catalytic converter or an air bag that is sold is in the book, with the buyer", async () => {
  const converter = await shelfPart({ entryId: "catalytic-bank-left", stockNumber: "P-CAT" });
  const { _id } = await sale(converter, {
    customerName: "Ann Reyes",
    customerAddress: "1 Main St\nMillbrook",
  });
  expect(await linesOf(converter)).toEqual([
    expect.objectContaining({
      ...{
        direction: "out",
        what: "catalytic-converter",
        way: "sold",
        on: "2026-12-20",
        stockNumber: "P-CAT",
      },
      name: expect.stringMatching(/^2012 Honda Accord Catalytic Converter/),
      party: { name: "Ann Reyes", address: "1 Main St, Millbrook" },
    }),
  ]);
  await as(CLERK, () => voidSale(_id, "Typed twice"));
  expect((await linesOf(converter))[1]).toMatchObject({ isVoid: true, reason: "The part is back." });
  // Anybody at the gate with cash, who gave no name.
  const airBag = await shelfPart({ entryId: "airbag-driver", stockNumber: "P-BAG" });
  await sale(airBag);
  expect(await linesOf(airBag)).toMatchObject([{ what: "air-bag", party: { name: "Cash sale" } }]);
  expect(await verifyBook()).toMatchObject({ ok: true });
});

it("one that is marked as sold by hand or scrapped is too, and what is no such part is not", async () => {
  const converter = await shelfPart({ entryId: "catalytic-rear", stockNumber: "P-REAR" });
  await as(CLERK, () => scrapPart(converter._id));
  await as(CLERK, () => releasePart(converter._id));
  await as(CLERK, () => sellPart(converter._id, { price: 80, soldTo: "Core Buyers Inc." }));
  expect((await linesOf(converter)).map(({ way, isVoid, party }) => [way, isVoid, party?.name])).toEqual([
    ["scrapped", undefined, undefined],
    ["scrapped", true, undefined],
    ["sold", undefined, "Core Buyers Inc."],
  ]);
  for (const entryId of ["alternator", "airbag-module", "dpf"]) {
    const other = await shelfPart({ entryId, stockNumber: `P-${entryId}` });
    await sale(other);
    expect(await linesOf(other)).toEqual([]);
  }
  // A scrapped part asks nobody whom it went to.
  expect(await listLeftToNobody(10)).toEqual([]);
});

it("one that was sold and is scrapped has the day of that, and nobody's name", async () => {
  const on = (day: string) => ({ ...CLERK, now: new Date(`${day}T15:00:00Z`) });
  const converter = await shelfPart({ entryId: "catalytic-rear", stockNumber: "P-AGAIN" });
  const set = (day: string, status: string) =>
    as(on(day), () => changeRecordStatuses(PART_RECORDS, [converter._id], status));
  await as(on("2026-11-02"), () => sellPart(converter._id, { price: 80, soldTo: "Ann Lee" }));
  await set("2026-11-20", "Available");
  await set("2026-12-21", "Scrapped");
  const told = async () =>
    (await linesOf(converter)).map(({ way, on, isVoid, party }) => [way, on, isVoid, party?.name]);
  const lines = [
    ["sold", "2026-11-02", undefined, "Ann Lee"],
    ["sold", "2026-11-02", true, "Ann Lee"],
    ["scrapped", "2026-12-21", undefined, undefined],
  ];
  expect(await told()).toEqual(lines);
  const sold = await shelfPart({ entryId: "catalytic-rear", stockNumber: "P-TWICE" });
  await as(on("2026-12-21"), () => sellPart(sold._id, { price: 80, soldTo: "Ann Lee" }));
  await as(on("2027-01-05"), () => changeRecordStatuses(PART_RECORDS, [sold._id], "Scrapped"));
  expect((await linesOf(sold)).at(-1)).toMatchObject({ way: "scrapped", on: "2027-01-05" });
  expect((await linesOf(sold)).at(-1)?.party).toBeUndefined();
});

it("one that is added by hand as gone already has its line, and none that a command or an import brings", async () => {
  const { _id, createdAt, updatedAt, ...fields } = await shelfPart({
    ...{ entryId: "catalytic-rear", stockNumber: "P-OLD", status: "Sold", soldTo: "Ann Lee" },
  });
  expect(await linesOf({ stockNumber: "P-OLD" })).toEqual([]);
  await as(CLERK, () => createRecord(PART_RECORDS, { ...fields, stockNumber: "P-NEW" }));
  expect(await linesOf({ stockNumber: "P-NEW" })).toMatchObject([
    { way: "sold", party: { name: "Ann Lee" } },
  ]);
});

it("a sold one that lies in the trash is back once its sale is voided", async () => {
  const airBag = await shelfPart({ entryId: "airbag-knee-left", stockNumber: "P-KNEE" });
  const { _id } = await sale(airBag);
  await as(CLERK, () => deleteRecord(PART_RECORDS, airBag._id));
  await as(CLERK, () => voidSale(_id, "Typed twice"));
  expect((await linesOf(airBag)).map(({ isVoid }) => isVoid)).toEqual([undefined, true]);
});
