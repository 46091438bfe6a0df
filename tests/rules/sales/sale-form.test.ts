import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { holdPart } from "~/parts/actions.server";
import { reportSold } from "~/reports/sold.server";
import { recordApproval } from "~/requests/approval.server";
import { saveEstimate } from "~/requests/estimate.server";
import { quotePart } from "~/requests/work.server";
import { voidSale } from "~/sales/complete.server";
import { listSalesOf } from "~/sales/of-request.server";
import { toReceipt } from "~/sales/receipt.server";
import { findSale } from "~/sales/sale.server";
import type { Sale } from "~/sales/sales";
import { as } from "../../support/act";
import { shelfPart } from "../../support/builders";
import { findBrokenInvariants } from "../../support/money-invariants";
import { ESTIMATE, newPartRequest, repairRequest } from "../../support/requests";
import { fieldsOfSale, openSaleForm, sendSaleForm } from "../../support/sale-form";
import { CLERK, completedSale, namedCustomer, saleDraft } from "../../support/sales";

beforeAll(async () => {
  await migrate(engine);
});

// Whatever a test did, the books hold.
afterEach(async () => {
  expect(await findBrokenInvariants()).toEqual([]);
});

const NEW = "/admin/sales/new";
/** The sale that a completed form leads to. */
const saleAt = async (address: string) => (await findSale(address.split("/").at(-1) ?? ""))?.item as Sale;
const complete = (address: string, fields: Record<string, string>) =>
  sendSaleForm(address, { ...fields, intent: "complete" });
const errorsOf = (form: Awaited<ReturnType<typeof openSaleForm>>) => JSON.stringify(form.reply ?? "");

describe("a part that is held for somebody", () => {
  const heldForDeb = async () => {
    const part = await shelfPart({ price: 80 });
    const until = new Date("2026-12-20T22:00:00Z");
    await as(CLERK, () => holdPart(part._id, { heldFor: "Deb K.", until }));
    return part;
  };
  const HELD = "Held for Deb K. until Dec 20, 2026, 5:00 PM";

  it("says so on its line of a new sale, which is then completed with one press", async () => {
    const part = await heldForDeb();
    const form = await openSaleForm(`${NEW}?part=${part._id}`);
    expect(form.holds).toEqual([{ stockNumber: part.stockNumber, text: HELD }]);
    expect(await saleAt(await complete(NEW, fieldsOfSale(form)))).toMatchObject({ status: "completed" });
  });

  it("keeps Complete waiting once where its number was typed, and says why", async () => {
    const part = await heldForDeb();
    const typed = { ...fieldsOfSale(await openSaleForm(NEW)), "lines[0].item": part.stockNumber ?? "" };
    const draft = await complete(NEW, typed);
    const form = await openSaleForm(draft);
    expect(form.holds).toEqual([{ stockNumber: part.stockNumber, text: HELD }]);
    expect(errorsOf(form)).toContain(`${part.stockNumber}: ${HELD}. To sell it anyway, complete it again`);
    expect(await saleAt(await complete(draft, fieldsOfSale(form)))).toMatchObject({ status: "completed" });
  });

  it("is sold without a word to whoever it is held for, and once the hold is over", async () => {
    const part = await heldForDeb();
    const customer = await namedCustomer("Deb K");
    expect((await openSaleForm(`${NEW}?part=${part._id}&customer=${customer}`)).holds).toEqual([]);
    const late = { ...CLERK, now: new Date("2026-12-20T22:00:01Z") };
    expect((await openSaleForm(`${NEW}?part=${part._id}`, late)).holds).toEqual([]);
    const typed = {
      ...fieldsOfSale(await openSaleForm(NEW)),
      ...{ "lines[0].item": part.stockNumber ?? "", customerName: "deb k." },
    };
    expect(await saleAt(await complete(NEW, typed))).toMatchObject({ status: "completed" });
  });
});

describe("a repair that is rung up", () => {
  const approved = async () => {
    const id = await repairRequest();
    await as(CLERK, () => saveEstimate(id, ESTIMATE, { expectedVersion: null, isSent: true }));
    await as(CLERK, () =>
      recordApproval(
        id,
        { number: 1, shown: null },
        { name: "Stan Wu", how: "counter", phone: undefined, oldParts: false },
      ),
    );
    return id;
  };

  it("is on its request's page with its sale, which the next one says, until that is voided", async () => {
    const repairRequestId = await approved();
    const address = `${NEW}?repair=${repairRequestId}`;
    const begun = await openSaleForm(address);
    expect(begun.others).toEqual([]);
    const sale = await saleAt(await complete(address, fieldsOfSale(begun)));
    expect(sale).toMatchObject({ repairRequestId, total: 278.39 });
    const label = `${sale.number}, $278.39`;
    const there = [{ id: sale._id, to: `/admin/sales/${sale._id}`, label }];
    expect(await listSalesOf({ repairRequestId })).toEqual(there);
    const again = await openSaleForm(address);
    expect([again.others, again.told]).toEqual([there, [`This request already has a sale: ${label}`]]);
    // One that was opened in another tab before has not said so.
    const second = await complete(address, { ...fieldsOfSale(begun), key: "in-another-tab" });
    expect(second).toContain("/edit?check=1&warnings=1");
    const form = await openSaleForm(second);
    expect(errorsOf(form)).toContain(`This request already has a sale: ${label}. To sell it anyway`);
    expect((await listSalesOf({ repairRequestId })).map((one) => one.label).sort()).toEqual([
      label,
      expect.stringMatching(/^SD-\w+, a draft, \$278\.39$/),
    ]);
    await as(CLERK, () => voidSale(sale._id, "Wrong car"));
    expect((await openSaleForm(second)).others).toEqual([]);
  });

  it("is remembered by its draft, whoever saves it, and never becomes another's", async () => {
    const [first, other] = [await approved(), await approved()];
    const draft = await saleDraft({ repairRequestId: first, lines: [] });
    const address = `/admin/sales/${draft._id}/edit`;
    const fields = { ...fieldsOfSale(await openSaleForm(address)), repairRequestId: other, intent: "save" };
    await sendSaleForm(address, fields);
    expect((await findSale(draft._id))?.item.repairRequestId).toBe(first);
  });
});

describe("a part that was quoted without a stock number", () => {
  const quoted = async (details = {}) => {
    const id = await newPartRequest({ component: "Alternator", otherComponent: undefined, ...details });
    const quote = { price: 80, warranty: "90 days", validUntil: undefined };
    await as(CLERK, () => quotePart(id, quote, { expectedVersion: null }));
    return id;
  };
  const soldAs = async (name: string) =>
    (await as(CLERK, () => reportSold({ from: "2026-12-20", to: "2026-12-20" }, "part"))).rows.find(
      ({ cells }) => cells[0] === name,
    )?.cells[2] ?? 0;

  it("is sold as a part of its car, with the quoted warranty and the terms of returns", async () => {
    const request = await quoted();
    const address = `${NEW}?request=${request}`;
    const before = await soldAs("Alternator");
    const sale = await saleAt(await complete(address, fieldsOfSale(await openSaleForm(address))));
    expect(sale).toMatchObject({ status: "completed", partRequestId: request });
    const { lines, notes } = toReceipt(sale);
    expect(lines).toMatchObject([
      {
        description: "Used part: 2003 Honda Accord Alternator",
        details: ["90 days until Mar 20, 2027"],
        price: "$80.00",
      },
    ]);
    expect(notes).toContainEqual(expect.stringContaining("30 days"));
    expect(await soldAs("Alternator")).toBe(Number(before) + 8_000);
  });

  it("stays one when its draft is saved again and its words are changed, and a mistyped stock number is none", async () => {
    const address = `${NEW}?request=${await quoted()}`;
    const fields = { ...fieldsOfSale(await openSaleForm(address)), intent: "save" };
    const draft = await sendSaleForm(address, fields);
    const form = fieldsOfSale(await openSaleForm(draft));
    const changed = { ...form, "lines[0].item": "2003 Honda Accord Alternator, reman" };
    const sale = await saleAt(await complete(draft, changed));
    expect(sale.lines).toMatchObject([
      { kind: "part", description: "2003 Honda Accord Alternator, reman", warranty: "90 days" },
    ]);
    const mistyped = { ...fields, key: "mistyped-number", "lines[0].item": "H2001-3x" };
    expect(await sendSaleForm(address, mistyped)).toContain("We have no part with this stock number");
  });

  it("is one of the API's by its description, and has nothing of a quote without a request", async () => {
    const sale = await completedSale({ lines: [{ kind: "part", description: "Bumper, red", price: 50 }] });
    expect(sale.lines).toMatchObject([{ kind: "part", description: "Bumper, red", amount: 50 }]);
    expect(sale.lines[0]).not.toHaveProperty("warranty");
  });
});
