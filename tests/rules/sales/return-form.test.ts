import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { quotePart } from "~/requests/work.server";
import { toReceipt } from "~/sales/receipt.server";
import { returnSchema } from "~/sales/return-schema";
import { listOwedCores, returnItems } from "~/sales/returns.server";
import type { Sale } from "~/sales/sales";
import { loadReturn, storeReturn } from "~/sales/staff/return.server";
import { readRefund } from "~/sales/staff/return-form";
import { as } from "../../support/act";
import { shelfPart } from "../../support/builders";
import { findBrokenInvariants } from "../../support/money-invariants";
import { newPartRequest } from "../../support/requests";
import { openSaleForm, pageArgs } from "../../support/sale-form";
import { CLERK, completedSale } from "../../support/sales";

beforeAll(async () => {
  await migrate(engine);
});

// Whatever a test did, the books hold.
afterEach(async () => {
  expect(await findBrokenInvariants()).toEqual([]);
});

/** Takes back the lines of these places; the credit note. */
async function back(sale: Sale, reason: string, places: readonly number[], goesTo = "shelf") {
  const lines = places.map((place) => {
    const { _id: saleLineId = "", quantity = 1, kind = "" } = sale.lines[place] ?? {};
    return { saleLineId, quantity, reason: kind === "core" ? "core" : reason, goesTo };
  });
  const taken = await as(CLERK, () => returnItems(sale._id, returnSchema.parse({ lines, method: "cash" })));
  if (taken.outcome !== "done") throw new Error(JSON.stringify(taken));
  return taken.note;
}

it("a receipt promises for a core what Cores Owed pays and the credit note gives", async () => {
  const { _id } = await shelfPart({ price: 70, coreCharge: 20 });
  const lines = [
    { kind: "part", part: _id },
    { kind: "core", part: _id },
  ];
  const sale = await completedSale({ lines });
  expect(toReceipt(sale).notes[0]).toBe(
    "Bring the old part back with this receipt, and you get the core charge of $20.00 back, $21.63 with its tax.",
  );
  expect((await listOwedCores(500)).find(({ saleId }) => saleId === sale._id)?.cents).toBe(2_163);
  expect((await back(sale, "core", [1])).totalCents).toBe(2_163);
  const untaxed = await completedSale({
    lines: [{ kind: "core", description: "Starter core", price: 35, isTaxed: false }],
  });
  expect(toReceipt(untaxed).notes[0]).toMatch(/the core charge of \$35\.00 back\.$/);
});

describe("the page of a return", () => {
  const formOf = async (sale: Sale) => {
    const address = `/admin/sales/${sale._id}/return`;
    const args = (body?: Record<string, string>) =>
      pageArgs(address, { now: CLERK.now, params: { id: sale._id }, ...(body ? { body } : {}) });
    const page = await as(CLERK, () => loadReturn(args()));
    const typed = {
      ...{ key: page.key, shown: "", method: "card", fee: "10", notes: "" },
      ...{ "lines.0.id": page.lines[0]?.id ?? "", "lines.0.take": "yes", "lines.0.quantity": "1" },
      ...{ "lines.0.reason": "not-needed", "lines.0.goesTo": "shelf" },
    };
    return {
      page,
      typed,
      send: (body: Record<string, string>) => as(CLERK, () => storeReturn(args(body))),
    };
  };

  it("says how they paid, and what they get before anything is final, by the sums of the credit note", async () => {
    const { _id } = await shelfPart({ price: 80 });
    const sale = await completedSale({
      lines: [{ kind: "part", part: _id }],
      payments: [{ method: "card", reference: "4242" }],
    });
    const { page, typed, send } = await formOf(sale);
    expect(page.paid).toEqual(["Card, 4242, $86.50"]);
    expect(readRefund(typed, page.lines)).toEqual({
      ...{ goodsCents: 8_000, taxCents: 650, feeCents: 1_000, totalCents: 7_650 },
    });
    const asked = (await send(typed)) as unknown as { data: { isSumNew: boolean; errors: object } };
    expect(asked.data).toMatchObject({ isSumNew: true, errors: {} });
    // The fee was changed after the sum was shown.
    expect(await send({ ...typed, shown: "7650", fee: "5" })).toMatchObject({ data: { isSumNew: true } });
    const done = (await send({ ...typed, shown: "7650" })) as Response;
    expect(done.headers.get("Location")).toContain("/admin/credit-notes/");
  });

  it("is done with one press where the sum was said elsewhere, as on the button of a core", async () => {
    const sale = await completedSale({ lines: [{ kind: "core", description: "Core", price: 20 }] });
    const { typed, send } = await formOf(sale);
    const { shown: _, fee: __, ...said } = { ...typed, "lines.0.reason": "core", method: "cash" };
    expect(((await send(said)) as Response).headers.get("Location")).toContain("/admin/credit-notes/");
  });
});

describe("the sale in exchange for what came back", () => {
  const opened = (note: { id: string }) => openSaleForm(`/admin/sales/new?exchange=${note.id}`);

  it("begins with it where its price was wrong, without a core charge that the first sale still has", async () => {
    const { _id, stockNumber } = await shelfPart({ price: 60, coreCharge: 20 });
    const sale = await completedSale({
      lines: [
        { kind: "part", part: _id, price: 70 },
        { kind: "core", part: _id },
        { kind: "labor", description: "Fitting", price: 40, quantity: 1.5 },
      ],
    });
    const form = await opened(await back(sale, "wrong-price", [0, 2]));
    expect(form.values.lines).toEqual([
      { kind: "part", item: stockNumber, quantity: "1", price: "60.00", isTaxed: "" },
      { kind: "labor", item: "Fitting", quantity: "1.5", price: "", isTaxed: "" },
    ]);
    expect(form).toMatchObject({ coresOffered: _id });
  });

  it("has the core charge anew where it came back too", async () => {
    const { _id } = await shelfPart({ price: 60, coreCharge: 20 });
    const lines = [
      { kind: "part", part: _id },
      { kind: "core", part: _id },
    ];
    const { values } = await opened(await back(await completedSale({ lines }), "wrong-price", [0, 1]));
    expect(values.lines.map(({ kind }) => kind)).toEqual(["part", "core"]);
  });

  it("begins with a part that was quoted, and with nothing that is another's, scrapped or broken", async () => {
    const partRequestId = await newPartRequest({ component: "Alternator", otherComponent: undefined });
    const quote = { price: 80, warranty: "90 days", validUntil: undefined };
    await as(CLERK, () => quotePart(partRequestId, quote, { expectedVersion: null }));
    const words = "2003 Honda Accord Alternator";
    const quoted = await completedSale({
      partRequestId,
      lines: [{ kind: "part", description: words, price: 90 }],
    });
    const { values } = await opened(await back(quoted, "wrong-price", [0]));
    expect(values).toMatchObject({ partRequestId, lines: [{ kind: "part", item: words, price: "" }] });
    const [scrapped, broken, sold] = [await shelfPart(), await shelfPart(), await shelfPart()];
    const saleOf = (part: { _id: string }) => completedSale({ lines: [{ kind: "part", part: part._id }] });
    const soldOnce = await back(await saleOf(sold), "wrong-price", [0]);
    await saleOf(sold);
    for (const note of [
      await back(await saleOf(scrapped), "wrong-price", [0], "scrap"),
      await back(await saleOf(broken), "does-not-work", [0]),
      soldOnce,
    ])
      expect((await opened(note)).values.lines).toMatchObject([{ item: "" }]);
  });
});
