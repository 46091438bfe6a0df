import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { findRecord } from "~/collections/records.server";
import { PART_RECORDS } from "~/parts/part.server";
import { recordApproval } from "~/requests/approval.server";
import type { EstimateLine } from "~/requests/estimate";
import { saveEstimate } from "~/requests/estimate.server";
import type { EstimateFields } from "~/requests/estimate-schema";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { deleteRequest } from "~/requests/work.server";
import { formatReference } from "~/values/id";
import { as } from "../../support/act";
import { staffApi } from "../../support/api";
import { shelfPart } from "../../support/builders";
import { fieldsOf } from "../../support/form-fields";
import { findBrokenInvariants } from "../../support/money-invariants";
import { ESTIMATE, repairRequest } from "../../support/requests";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
afterEach(async () => {
  expect(await findBrokenInvariants()).toEqual([]);
});

const TODAY = { username: "marta", role: "owner", now: new Date() } as const;
const page = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
const words = async (path: string) => textOf(await page(path));
const requestPage = (id: string) => `${REPAIR_REQUESTS.path}/${id}`;
const partLine = (description: string, more: Partial<EstimateLine> = {}): EstimateLine => ({
  ...{ kind: "used-part", description, quantity: 100, priceCents: 7_500, isTaxed: true },
  ...more,
});
const laborLines = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    partLine(`Step ${index + 1}`, { kind: "labor", priceCents: 1_000 }),
  );

const send = (id: string, estimate: Partial<EstimateFields> = {}) =>
  as(TODAY, () => saveEstimate(id, { ...ESTIMATE, ...estimate }, { expectedVersion: null, isSent: true }));
const approve = (id: string, number = 1) =>
  as(TODAY, () =>
    recordApproval(
      id,
      { number, shown: null },
      { name: "Stan Wu", how: "counter", phone: undefined, oldParts: false },
    ),
  );
/** A repair request whose estimate is approved; its id. */
async function approved(estimate: Partial<EstimateFields> = {}): Promise<string> {
  const id = await repairRequest();
  await send(id, estimate);
  await approve(id);
  return id;
}
/** Where its page's New Sale leads; undefined without one. */
async function newSaleOf(id: string): Promise<string | undefined> {
  const html = await (await page(requestPage(id))).text();
  return /<a [^>]*href="([^"]*)"[^>]*>New Sale<\/a>/.exec(html)?.[1];
}
/** The form that it opens, with where it was opened, and what it says. */
async function open(id: string) {
  const address = (await newSaleOf(id)) ?? "";
  const html = await (await page(address)).text();
  return { address, form: fieldsOf(html, "sale-form"), said: await textOf(new Response(html)), html };
}
/** Where a sent form leads. */
async function sent(address: string, fields: Record<string, string>): Promise<string> {
  return (await site.form(address, fields, { cookie })).headers.get("Location") ?? "";
}

describe("New Sale of a repair", () => {
  test("is offered for the estimate that is approved, while it is the one that counts", async () => {
    const id = await repairRequest();
    expect(await newSaleOf(id)).toBeUndefined();
    await send(id);
    expect(await newSaleOf(id)).toBeUndefined();
    await approve(id);
    expect(await newSaleOf(id)).toBe(`/admin/sales/new?repair=${id}`);
    await send(id, { odometer: "91,300" });
    expect(await newSaleOf(id)).toBeUndefined();
    await approve(id, 2);
    await as(TODAY, () => deleteRequest(REPAIR_REQUESTS, id));
    expect(await newSaleOf(id)).toBeUndefined();
    expect(await words(`/admin/sales/new?repair=${id}`)).not.toContain("Estimate 2");
  });

  test("bills what was approved, to the customer, and leaves the request as it was", async () => {
    const fee = partLine("Shop supplies", { kind: "fee", priceCents: 500, isTaxed: false });
    const id = await approved({ lines: [...ESTIMATE.lines, fee] });
    const { address, form, said } = await open(id);
    // 278.39 + 5.00
    const name = `Estimate 1 of ${formatReference("RR", id)}, approved at $283.39`;
    expect(said).toContain(name);
    expect(form).toMatchObject({
      ...{ "lines[0].kind": "labor", "lines[0].item": "Front brakes", "lines[0].quantity": "1.5" },
      ...{ "lines[0].price": "120.00", "lines[0].isTaxed": "no" },
      ...{ "lines[1].kind": "other", "lines[1].item": "Caliper", "lines[1].quantity": "2" },
      ...{ "lines[1].price": "45.50", "lines[1].isTaxed": "" },
      ...{ "lines[2].kind": "other", "lines[2].item": "Shop supplies", "lines[2].isTaxed": "no" },
      ...{ customerName: "Stan Wu", customerEmail: "stan@example.com", taxPlace: "Dutchess County, NY" },
      customerAddress: "27 Orchard Lane, Millbrook, NY, 12545",
    });
    const sold = await sent(address, { ...form, "payments[0].method": "cash", intent: "complete" });
    const sale = await words(sold);
    expect(sale).toContain("Total $283.39 Cash $283.39");
    expect(sale).toContain(name);
    expect(sale).toContain("Stan Wu");
    const request = await words(requestPage(id));
    expect(request).toContain("In Progress");
    const number = /S-\d+/.exec(sale)?.[0];
    expect(request).toContain(`Sale: ${number}, $283.39`);
    expect(await words(address)).toContain(`This request already has a sale ${number}, $283.39`);
    expect(await (await page(sold)).text()).toContain(`href="${requestPage(id)}"`);
  });

  test("sells a part that a line names by its stock number from the shelf, with its core charge", async () => {
    const part = await shelfPart({ price: 85, coreCharge: 20 });
    const id = await approved({ lines: [partLine(`Alternator, stock #${part.stockNumber}`)] });
    const { address, form } = await open(id);
    expect(form).toMatchObject({
      ...{ "lines[0].kind": "part", "lines[0].item": part.stockNumber, "lines[0].price": "75.00" },
      ...{ "lines[1].kind": "core", "lines[1].item": part.stockNumber, "lines[1].price": "20.00" },
    });
    // What is taken off stays off.
    const off = { ...form, "lines[1].item": "", "lines[1].price": "", "payments[0].method": "cash" };
    const sold = await words(await sent(address, { ...off, intent: "complete" }));
    expect(sold).toContain("Total $81.09 Cash $81.09");
    expect(sold).not.toContain("Core charge");
    expect((await findRecord(PART_RECORDS, part._id))?.item.status).toBe("Sold");
  });

  test("says which lines the form has no room for, and keeps the core charge that is one of them", async () => {
    const part = await shelfPart({ price: 85, coreCharge: 20 });
    const lines = [...laborLines(11), partLine(part.stockNumber ?? "")];
    const id = await approved({ lines: [...lines, partLine("Wheel alignment", { kind: "fee" })] });
    const { address, form, said } = await open(id);
    expect(said).toContain("Not all of the estimate is here This form takes 12 lines");
    expect(said).toContain(`Core charge: ${part.stockNumber}, 1 at $20.00`);
    expect(said).toContain("Other: Wheel alignment, 1 at $75.00");
    expect(form["lines[11].item"]).toBe(part.stockNumber);
    const answer = await site.form(address, { ...form, intent: "save" }, { cookie });
    expect([answer.status, await textOf(answer)]).toEqual([
      400,
      expect.stringContaining("There is room for 12 lines, and a core charge takes one too"),
    ]);
    expect((await open(await approved({ lines: laborLines(12) }))).said).not.toContain(
      "Not all of the estimate is here",
    );
  });

  test("has the estimate's tax rate, and no tax where that was 0", async () => {
    const { form } = await open(await approved({ taxRate: 0 }));
    expect(form.taxPlace).toBe("No tax");
    const untaxed = await open(await approved({ lines: laborLines(1), taxRate: 8125 }));
    expect(untaxed.form).toMatchObject({ taxPlace: "Dutchess County, NY", "lines[0].isTaxed": "" });
  });

  test("offers whose number it is, and has the phone and address of whoever is chosen", async () => {
    const garage = { name: "Hill Garage", phones: ["5555550188"], street: "1 Main Street" };
    const added = await (await staffApi(site)).post("/admin/customers", garage);
    const { _id } = await added.json();
    const { address, form, said } = await open(await approved());
    expect(form.customerId).toBe("");
    expect(said).toMatch(/The number or email on the request is this customer's\. .* Choose Stan Wu/);
    const draft = await sent(address, { ...form, customer: _id });
    expect(fieldsOf(await (await page(draft)).text(), "sale-form")).toMatchObject({
      ...{ customerId: _id, customerName: "Hill Garage", customerPhone: "(555) 555-0188" },
      customerAddress: "1 Main Street",
    });
  });
});
