import { beforeAll, expect, it } from "vitest";
import { findBookPage, listLeftToNobody, verifyBook } from "~/book/book.server";
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

it("a sold one that lies in the trash is back once its sale is voided", async () => {
  const airBag = await shelfPart({ entryId: "airbag-knee-left", stockNumber: "P-KNEE" });
  const { _id } = await sale(airBag);
  await as(CLERK, () => deleteRecord(PART_RECORDS, airBag._id));
  await as(CLERK, () => voidSale(_id, "Typed twice"));
  expect((await linesOf(airBag)).map(({ isVoid }) => isVoid)).toEqual([undefined, true]);
});
