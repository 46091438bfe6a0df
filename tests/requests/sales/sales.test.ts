import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { findRecord } from "~/collections/records.server";
import { PART_RECORDS } from "~/parts/part.server";
import { answerWithPart } from "~/requests/work.server";
import { completeSale } from "~/sales/complete.server";
import { discardSaleDraft } from "~/sales/draft.server";
import { receiptPath } from "~/sales/receipt-link.server";
import { as } from "../../support/act";
import { type StaffApi, staffApi } from "../../support/api";
import { shelfPart } from "../../support/builders";
import { fieldsOf } from "../../support/form-fields";
import { findBrokenInvariants } from "../../support/money-invariants";
import { newPartRequest } from "../../support/requests";
import { completedSale, saleDraft } from "../../support/sales";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { administrator, signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
let api: StaffApi;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
  api = await staffApi(site);
});
afterEach(async () => {
  expect(await findBrokenInvariants()).toEqual([]);
});

const TODAY = { username: "marta", role: "owner", now: new Date() } as const;
const statusOf = async (id: string) => (await findRecord(PART_RECORDS, id))?.item.status;
const page = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
/** What a browser posts of a sale's form. */
const typed = (fields: Record<string, string>) => ({
  key: "a-form-of-its-own",
  "lines[0].kind": "part",
  "lines[0].item": "",
  "lines[0].quantity": "1",
  "lines[0].price": "",
  "lines[0].isTaxed": "",
  taxPlace: "Dutchess County, NY",
  delivery: "pickup",
  ...fields,
});
const idAt = (response: Response) =>
  /sales\/([^/?]+)/.exec(response.headers.get("Location") ?? "")?.[1] ?? "";

describe("New Sale", () => {
  test("a part is sold over the counter in one post, and sent twice it is sold once", async () => {
    const { _id, stockNumber } = await shelfPart({ price: 85 });
    const form = typed({
      intent: "complete",
      "lines[0].item": stockNumber,
      "lines[0].price": "80.00",
      "payments[0].method": "cash",
      "payments[0].amount": "100",
    });
    const [first, second] = [
      await site.form("/admin/sales/new", form, { cookie }),
      await site.form("/admin/sales/new", form, { cookie }),
    ];
    expect([first.status, idAt(first)]).toEqual([303, idAt(second)]);
    const words = await textOf(await page(`/admin/sales/${idAt(first)}`));
    expect(words).toContain("Completed");
    expect(words).toContain("$86.50");
    const paper = await textOf(await page(`/admin/sales/${idAt(first)}/receipt`));
    for (const place of [words, paper]) expect(place).toMatch(/Cash \$100\.00\s+Change \$13\.50/);
    expect(await statusOf(_id)).toBe("Sold");
    expect(await textOf(await page(`/admin/sales/${idAt(first)}/edit`))).not.toContain("Complete Sale");
  });

  test("begins with the parts that were chosen, their cores and their prices", async () => {
    const [one, two] = [await shelfPart({ price: 85, coreCharge: 20 }), await shelfPart({ price: 40 })];
    const bulk = await site.form(
      "/admin/bulk/parts",
      [
        ["intent", "sell"],
        ["id", one._id],
        ["id", two._id],
      ],
      { cookie },
    );
    const html = await (await page(bulk.headers.get("Location") ?? "")).text();
    for (const value of [one.stockNumber, two.stockNumber, "85.00", "20.00", "40.00"])
      expect(html).toContain(`value="${value}"`);
    // Nothing is held until something is saved.
    expect(await statusOf(one._id)).toBe("Available");
  });

  test("says which of the chosen parts its form has no room for, and begins with no more than it takes", async () => {
    const chosen: Awaited<ReturnType<typeof shelfPart>>[] = [];
    for (let index = 0; index < 13; index++) chosen.push(await shelfPart({ price: 40, coreCharge: 5 }));
    const sell = (count: number) =>
      site.form(
        "/admin/bulk/parts",
        [["intent", "sell"], ...chosen.slice(0, count).map(({ _id }): [string, string] => ["id", _id])],
        { cookie },
      );
    const tooMany = await sell(13);
    const list = await site.fetch(tooMany.headers.get("Location") ?? "", {
      headers: { Cookie: cookiesOf(tooMany, cookie) },
    });
    expect(await textOf(list)).toContain("A sale's form takes 12 lines, and you chose 13 parts.");
    const said = await textOf(await page((await sell(12)).headers.get("Location") ?? ""));
    expect(said).toContain("Not all of what you chose is here This form takes 12 lines");
    for (const { stockNumber } of chosen.slice(6, 12))
      expect(said).toContain(`Part: ${stockNumber}, 1 at $40.00`);
  });

  test("finds a part by words, adds it with its core, and holds both drafts' parts apart", async () => {
    const { _id, stockNumber } = await shelfPart({
      entryId: "starter",
      make: "Saab",
      model: "900",
      price: 60,
      coreCharge: 15,
    });
    const found = await site.form(
      "/admin/sales/new",
      typed({ key: "find", intent: "find", find: "saab starter" }),
      {
        cookie,
      },
    );
    const at = found.headers.get("Location")?.split("#")[0] ?? "";
    expect(await textOf(await page(at))).toContain(stockNumber);
    const added = await site.form(at, typed({ key: "find", add: _id }), { cookie });
    expect(added.status).toBe(303);
    const id = idAt(added);
    const sale = await api.get(`/admin/sales/${id}`);
    expect((await sale.json()).lines).toMatchObject([
      { kind: "part", stockNumber, price: 60 },
      { kind: "core", partId: _id, price: 15 },
    ]);
    expect(await statusOf(_id)).toBe("On hold");
    const taken = await site.form(
      "/admin/sales/new",
      typed({ key: "other", intent: "save", "lines[0].item": stockNumber }),
      {
        cookie,
      },
    );
    expect(taken.status).toBe(400);
    expect(await textOf(taken)).toContain("held for sale SD-");
  });

  test("a part whose number is typed brings its core charge, once, and says so before it's completed", async () => {
    const { _id, stockNumber } = await shelfPart({ price: 85, coreCharge: 20 });
    const fields = { key: "core", "lines[0].item": stockNumber, "payments[0].method": "cash" };
    let at = "";
    // Pressed twice, it still says so first.
    for (const _press of [1, 2]) {
      const pressed = await site.form("/admin/sales/new", typed({ ...fields, intent: "complete" }), {
        cookie,
      });
      at = pressed.headers.get("Location") ?? "";
      expect(await textOf(await page(at))).toContain(
        "A core charge was added. Tell the customer the new total",
      );
    }
    const form = fieldsOf(await (await page(at)).text(), "sale-form");
    expect(form).toMatchObject({
      ...{ "lines[0].kind": "part", "lines[0].item": stockNumber, "lines[0].price": "85.00" },
      ...{ "lines[1].kind": "core", "lines[1].item": stockNumber, "lines[1].price": "20.00" },
    });
    // The customer has the old part at hand: what is taken off stays off.
    const off = { ...form, "lines[1].item": "", "lines[1].price": "", intent: "complete" };
    const sold = await site.form(at, off, { cookie });
    expect(await textOf(await page(sold.headers.get("Location") ?? ""))).toContain(
      "Total $91.91 Cash $91.91",
    );
    expect(await statusOf(_id)).toBe("Sold");
  });

  test("a request that was answered with a part begins with its core charge, and one that is taken off stays off", async () => {
    const part = await shelfPart({ price: 85, coreCharge: 20 });
    const request = await newPartRequest();
    await as(TODAY, () => answerWithPart(request, { partId: part._id, expectedVersion: null }));
    const address = `/admin/sales/new?request=${request}`;
    const form = fieldsOf(await (await page(address)).text(), "sale-form");
    expect(form).toMatchObject({
      ...{ "lines[0].kind": "part", "lines[0].item": part.stockNumber, "lines[0].price": "85.00" },
      ...{ "lines[1].kind": "core", "lines[1].item": part.stockNumber, "lines[1].price": "20.00" },
    });
    const off = { ...form, "lines[1].item": "", "lines[1].price": "", "payments[0].method": "cash" };
    const sold = await site.form(address, { ...off, intent: "complete" }, { cookie });
    expect(await textOf(await page(sold.headers.get("Location") ?? ""))).not.toContain("Core charge");
    expect(await statusOf(part._id)).toBe("Sold");
  });

  test("has room for the core charges of its parts, or says so", async () => {
    const parts = await Promise.all(Array.from({ length: 7 }, () => shelfPart({ price: 5, coreCharge: 1 })));
    const lines = Object.fromEntries(
      parts.flatMap(({ stockNumber }, index) =>
        Object.entries({ kind: "part", item: stockNumber ?? "", quantity: "1" }).map(([name, value]) => [
          `lines[${index}].${name}`,
          value,
        ]),
      ),
    );
    const answer = await site.form("/admin/sales/new", typed({ ...lines, key: "full", intent: "save" }), {
      cookie,
    });
    expect([answer.status, await textOf(answer)]).toEqual([
      400,
      expect.stringContaining("There is room for 12 lines, and a core charge takes one too"),
    ]);
  });

  test("gets and loses lines and payments without script, and does nothing else that its buttons don't ask for", async () => {
    const press = async (intent: string) => {
      const form = typed({ "lines[0].item": "Hood", "payments[0].method": "cash", __intent__: intent });
      const answer = await site.form("/admin/sales/new", form, { cookie });
      return { status: answer.status, html: await answer.text() };
    };
    const more = await press('{"type":"insert","payload":{"name":"lines","defaultValue":{"kind":"labor"}}}');
    expect([more.status, more.html]).toEqual([200, expect.stringContaining('name="lines[1].item"')]);
    const payment = await press('{"type":"insert","payload":{"name":"payments"}}');
    expect(payment.html).toContain('name="payments[1].method"');
    const less = await press('{"type":"remove","payload":{"name":"lines","index":0}}');
    expect([less.status, less.html]).toEqual([200, expect.not.stringContaining('value="Hood"')]);
    for (const intent of [
      '{"type":"update","payload":{"name":"b[999999]","value":"1"}}',
      '{"type":"insert","payload":{"name":"lines"},"type":"update","payload":{"name":"b[999999]","value":"1"}}',
      '{"type":"insert","payload":{"name":"lines","name":"b[999999].x"}}',
      "{",
    ])
      expect((await press(intent)).status).toBe(400);
  });

  test("says that it is full where one more part is added", async () => {
    const lines = Array.from({ length: 12 }, () => ({ kind: "other", description: "Clips", price: 1 }));
    const [{ _id }, part] = [await saleDraft({ lines }, TODAY), await shelfPart({ price: 5 })];
    const at = `/admin/sales/${_id}/edit`;
    const form = fieldsOf(await (await page(at)).text(), "sale-form");
    const answer = await site.form(at, { ...form, add: part._id }, { cookie });
    expect(await textOf(answer)).toContain("There is room for 12 lines");
  });

  test("has a core charge without a part, and keeps its description", async () => {
    const core = { "lines[0].kind": "core", "lines[0].price": "20", intent: "save" };
    const saved = await site.form("/admin/sales/new", typed({ ...core, key: "partless" }), { cookie });
    const at = saved.headers.get("Location") ?? "";
    const { _id } = await saleDraft({ lines: [{ kind: "core", description: "ECU core", price: 20 }] }, TODAY);
    for (const [path, description] of [
      [at, "Core charge"],
      [`/admin/sales/${_id}/edit`, "ECU core"],
    ] as const) {
      const form = { ...fieldsOf(await (await page(path)).text(), "sale-form"), intent: "save" };
      expect(form).toMatchObject({ "lines[0].item": description });
      const wrong = { ...form, "lines[0].item": "No-Such" };
      expect(await textOf(await site.form(path, wrong, { cookie }))).toContain("We have no part with this");
      expect((await site.form(path, { ...form, notes: "Asked twice" }, { cookie })).status).toBe(303);
      expect(fieldsOf(await (await page(path)).text(), "sale-form")).toMatchObject({
        ...{ "lines[0].item": description, "lines[0].price": "20.00", notes: "Asked twice" },
      });
    }
  });

  test("has the list price of a part again once a wholesale customer is taken off", async () => {
    const shop = { name: "Body Shop", wholesalePercent: 80 };
    const { _id: customer } = await (await api.post("/admin/customers", shop)).json();
    const { _id: other } = await (
      await api.post("/admin/customers", { ...shop, wholesalePercent: 70 })
    ).json();
    const part = await shelfPart({ price: 100 });
    const lines = [
      { kind: "part", part: part._id },
      { kind: "part", part: (await shelfPart({ price: 100 }))._id, price: 85 },
    ];
    const { _id } = await saleDraft({ customerId: customer, lines }, TODAY);
    const at = `/admin/sales/${_id}/edit`;
    const pricesAfter = async (chosen: string) => {
      const form = fieldsOf(await (await page(at)).text(), "sale-form");
      await site.form(at, { ...form, customer: chosen }, { cookie });
      const stored = fieldsOf(await (await page(at)).text(), "sale-form");
      return [stored["lines[0].price"], stored["lines[1].price"]];
    };
    // What was agreed on stays.
    expect(await pricesAfter(other)).toEqual(["70.00", "85.00"]);
    expect(await pricesAfter("none")).toEqual(["100.00", "85.00"]);
    expect(await pricesAfter(customer)).toEqual(["80.00", "85.00"]);
  });

  test("says beside the field what is wrong, and keeps what was typed", async () => {
    const answer = await site.form(
      "/admin/sales/new",
      typed({
        key: "wrong",
        intent: "complete",
        "lines[0].item": "No-Such",
        "lines[0].price": "12,9",
        customerName: "Bo Lind",
      }),
      { cookie },
    );
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain("Please enter a price, such as 120 or 89.50");
    expect(html).toContain('value="12,9"');
    expect(html).toContain('value="Bo Lind"');
  });

  test("what is wrong in a draft comes back as it was typed, after a closed tab too", async () => {
    const { _id } = await saleDraft({ lines: [{ kind: "other", description: "Towing", price: 90 }] }, TODAY);
    const path = `/admin/sales/${_id}/edit`;
    const fields = {
      intent: "save",
      "lines[0].kind": "other",
      "lines[0].item": "Towing",
      "lines[0].price": "9o",
    };
    expect((await site.form(path, typed(fields), { cookie })).status).toBe(400);
    const html = await (await page(path)).text();
    expect(html).toContain('value="9o"');
    expect(html).toContain("This is what you typed last.");
    await site.form(path, typed({ ...fields, "lines[0].price": "95" }), { cookie });
    expect(await (await page(path)).text()).not.toContain("This is what you typed last.");
  });

  test("of a request with somebody's number is theirs only once they are chosen, and so are their other receipts", async () => {
    const contact = { phone: "5555550177", email: "counter@body.example" };
    const shop = await (
      await api.post("/admin/customers", {
        name: "Body Shop",
        phones: [contact.phone],
        taxExemptNumber: "NY-7",
      })
    ).json();
    const lines = [{ kind: "other", description: "Fenders of the shop", price: 5 }];
    await completedSale({ customerId: shop._id, lines }, TODAY);
    const request = await newPartRequest({}, { name: "Somebody Else", phone: contact.phone });
    const html = await (await page(`/admin/sales/new?request=${request}`)).text();
    const fields = {
      ...fieldsOf(html, "sale-form"),
      ...{ "lines[0].kind": "other", "lines[0].item": "Bumper", "lines[0].price": "20" },
    };
    expect(fields).toMatchObject({ customerId: "", customerName: "Somebody Else", taxExemptNumber: "" });
    const button = new RegExp(`<button type="submit" name="customer" value="${shop._id}"`);
    expect(html).toMatch(button);
    const sell = async (path: string, more: Record<string, string>) =>
      (await site.form(path, { ...fields, ...more }, { cookie })).headers.get("Location") ?? "";
    const receipts = async (sold: string) =>
      textOf(await site.fetch(receiptPath(sold.split("/").at(-1) ?? "")));
    const payment = { "payments[0].method": "cash", intent: "complete" };
    const unchosen = await receipts(await sell("/admin/sales/new", { ...payment, key: "unchosen" }));
    expect(unchosen).toContain("Somebody Else");
    expect(unchosen).not.toContain("Fenders of the shop");
    // Saved as a draft, it asks again.
    const draft = await sell("/admin/sales/new", { intent: "save", key: "later" });
    expect(await (await page(draft)).text()).toMatch(button);
    const chosen = await sell("/admin/sales/new", { customer: shop._id, key: "chosen" });
    const form = await (await page(chosen)).text();
    expect(form).not.toMatch(button);
    const sold = await sell(chosen, { ...fieldsOf(form, "sale-form"), ...payment, taxExemptNumber: "" });
    expect(await receipts(sold)).toMatch(/Body Shop[\s\S]*Fenders of the shop/);
  });

  test("keeps what was typed of a phone and an address when a customer is chosen, unless another one's are there", async () => {
    const customer = async (name: string) =>
      (await (await api.post("/admin/customers", { name })).json())._id as string;
    const [first, second] = [await customer("Gale Foss"), await customer("Hank Moss")];
    const fields = {
      ...{ key: "typed-contact", customerName: "Gale", customerPhone: "555-555-0107" },
      ...{ customerEmail: "", customerAddress: "12 Mill Road" },
    };
    const chosen = await site.form("/admin/sales/new", typed({ ...fields, customer: first }), { cookie });
    const at = chosen.headers.get("Location") ?? "";
    const form = fieldsOf(await (await page(at)).text(), "sale-form");
    expect(form).toMatchObject({
      ...{ customerId: first, customerName: "Gale Foss" },
      ...{ customerPhone: "555-555-0107", customerAddress: "12 Mill Road" },
    });
    await site.form(at, { ...form, customer: second }, { cookie });
    expect(fieldsOf(await (await page(at)).text(), "sale-form")).toMatchObject({
      ...{ customerId: second, customerName: "Hank Moss", customerPhone: "", customerAddress: "" },
    });
  });

  test("finds the part whose number was typed whole before all that have it within theirs", async () => {
    const { _id } = await shelfPart({ stockNumber: "XZ-1", price: 10 });
    for (let end = 0; end < 9; end += 1) await shelfPart({ stockNumber: `XZ-1${end}`, price: 10 });
    const fields = typed({ key: "exact", intent: "find", find: "xz-1" });
    const found = await site.form("/admin/sales/new", fields, { cookie });
    const html = await (await page(found.headers.get("Location")?.split("#")[0] ?? "")).text();
    expect(/name="add" value="([^"]+)"/.exec(html)?.[1]).toBe(_id);
    const list = await (await page("/admin/parts?q=xz-1")).text();
    expect(/href="\/admin\/parts\/([0-9A-Z]{10,})/i.exec(list.slice(list.indexOf("<table")))?.[1]).toBe(_id);
  });

  test("a draft too long for the form is completed as it was shown, and not as somebody else has changed it", async () => {
    const lines = (price: number) =>
      Array.from({ length: 13 }, () => ({ kind: "other", description: "Clips", price, isTaxed: false }));
    const draft = await saleDraft({ lines: lines(1), payments: [{ method: "cash" }] }, TODAY);
    const at = `/admin/sales/${draft._id}/edit`;
    const opened = fieldsOf(await (await page(at)).text(), "sale-form");
    await api.put(`/admin/sales/${draft._id}`, { lines: lines(9), payments: [{ method: "cash" }] });
    const stale = await site.form(at, { ...opened, intent: "complete" }, { cookie });
    expect(stale.headers.get("Location")?.split("?")[0]).toBe(at);
    const now = fieldsOf(await (await page(at)).text(), "sale-form");
    const done = await site.form(at, { ...now, intent: "complete" }, { cookie });
    expect(await textOf(await page(done.headers.get("Location") ?? ""))).toMatch(
      /Completed.*Total \$117\.00/,
    );
  });

  test("a search on a form that has nothing yet leaves no draft behind, and one on a form that has something loses nothing", async () => {
    const { stockNumber } = await shelfPart({ make: "Saturn", price: 30 });
    const count = async () => (await api.get("/admin/sales?status=draft")).headers.get("X-Total-Count");
    const before = await count();
    for (const intent of ["find", "who"]) {
      const fields = typed({ key: "search", intent, [intent]: "no such thing" });
      const answer = await site.form("/admin/sales/new", fields, { cookie });
      const at = answer.headers.get("Location")?.split("#")[0] ?? "";
      expect(at).toMatch(/^\/admin\/sales\/new\?/);
      expect(await textOf(await page(at))).toMatch(/Nothing on the shelf matches|No match/);
    }
    expect(await count()).toBe(before);
    const fields = typed({ key: "search", intent: "find", find: "saturn", customerName: "Deb" });
    const kept = await site.form("/admin/sales/new", fields, { cookie });
    const html = await (await page(kept.headers.get("Location")?.split("#")[0] ?? "")).text();
    expect(html).toContain('value="Deb"');
    expect(html).toContain(stockNumber);
  });

  test("says how many parts a search has beside those it shows, and where they are", async () => {
    for (let count = 0; count < 9; count += 1) await shelfPart({ make: "Yugo", price: 10 });
    await shelfPart({ make: "Yugo", status: "Scrapped" });
    const html = await (await page("/admin/sales/new?find=yugo")).text();
    expect(html.match(/name="add"/g)).toHaveLength(8);
    expect(await textOf(new Response(html))).toContain("8 of 9. Add the car or the year to see fewer");
    expect(html).toContain('href="/admin/parts?q=yugo&amp;status=Available"');
    expect(await textOf(await page("/admin/sales/new?find=saab+starter"))).not.toMatch(/\d of \d/);
  });

  test("a draft that isn't paid says so, and is completed once it is", async () => {
    const { stockNumber } = await shelfPart({ price: 85 });
    const form = typed({ key: "unpaid", intent: "complete", "lines[0].item": stockNumber });
    const first = await site.form("/admin/sales/new", form, { cookie });
    expect(first.headers.get("Location")).toContain("/edit?check=1");
    expect(await textOf(await page(first.headers.get("Location") ?? ""))).toContain("$91.91 is still due");
    const paid = typed({ intent: "complete", "lines[0].item": stockNumber, "payments[0].method": "card" });
    const second = await site.form(`/admin/sales/${idAt(first)}/edit`, paid, { cookie });
    expect(second.headers.get("Location")).toBe(`/admin/sales/${idAt(first)}`);
  });
});

test("a discount has no tax of its own, and nothing of an exempt customer has any", async () => {
  const lines = [
    { kind: "other", description: "Jack", price: 100 },
    { kind: "discount", description: "Regular", price: "10%" },
  ];
  const row = async (more: object) => {
    const { _id } = await completedSale({ lines, ...more }, TODAY);
    return textOf(await page(`/admin/sales/${_id}`));
  };
  expect(await row({})).toMatch(/Jack 1 \$100\.00 \$100\.00 \$7\.31 Regular 10% -\$10\.00 Goods/);
  expect(await row({ taxExemptNumber: "NY-7" })).toMatch(/Jack 1 \$100\.00 \$100\.00 Exempt Regular/);
});

test("Complete says a tax rate that changed since the draft, with the new total, before it completes it", async () => {
  const lines = [{ kind: "other", description: "Jack", price: 100 }];
  const { _id } = await saleDraft({ lines, payments: [{ method: "card" }] }, TODAY);
  // As a draft is that was added up before Settings had another rate.
  await site.db.updateTable("sales").set({ taxRate: 8000, taxCents: 800 }).where("id", "=", _id).execute();
  const path = `/admin/sales/${_id}/edit`;
  const complete = async () => {
    const fields = fieldsOf(await (await page(path)).text(), "sale-form");
    const answer = await site.form(path, { ...fields, intent: "complete" }, { cookie });
    return answer.headers.get("Location") ?? "";
  };
  const refused = await textOf(await page(await complete()));
  expect(refused).toContain("The tax rate of Dutchess County, NY is 8.125% now");
  expect(refused).toContain("Total $108.13");
  expect(refused).not.toContain("Completed");
  expect(await textOf(await page(await complete()))).toMatch(/Completed[\s\S]*Total \$108\.13/);
});

describe("the list", () => {
  test("is searched by number, customer and part, and filtered by status, clerk and days", async () => {
    const { _id, stockNumber } = await shelfPart();
    const sale = await completedSale(
      { customerName: "Quentin Ashe", lines: [{ kind: "part", part: _id }] },
      TODAY,
    );
    await saleDraft(
      { lines: [{ kind: "other", description: "Towing", price: 90 }] },
      { ...TODAY, username: "luis" },
    );
    for (const query of [
      `q=${sale.number}`,
      "q=quentin",
      `q=${stockNumber}`,
      "status=completed",
      "clerk=marta",
      `from=${sale.soldOn}&to=${sale.soldOn}`,
    ]) {
      const words = await textOf(await page(`/admin/sales?${query}`));
      expect([query, words.includes("Quentin Ashe")]).toEqual([query, true]);
      expect([query, words.includes("luis")]).toEqual([query, false]);
    }
    const search = await site.fetch(`/admin/search?q=${sale.number}`, { headers: { Cookie: cookie } });
    expect(search.status === 302 ? search.headers.get("Location") : await textOf(search)).toContain(
      sale._id.slice(-6),
    );
    const csv = await (await page("/admin/export/sales.csv")).text();
    expect(csv).toContain(sale.number);
  });

  test("has the sale that was completed last first, whenever it was begun, and a draft by the day it was begun", async () => {
    const at = (day: number) => ({ ...TODAY, now: new Date(`2026-03-0${day}T15:00:00Z`) });
    const lines = [{ kind: "other", description: "Towing", price: 90 }];
    const late = await saleDraft(
      { customerName: "Zelda Late", lines, payments: [{ method: "cash" }] },
      at(1),
    );
    const draft = await saleDraft({ customerName: "Zelda Draft", lines }, at(2));
    const early = await completedSale({ customerName: "Zelda Early", lines }, at(3));
    await as(at(4), () => completeSale(late._id));
    const order = async (query: string) =>
      [...(await (await page(`/admin/sales?q=zelda${query}`)).text()).matchAll(/Zelda (Late|Early|Draft)/g)]
        .map(([, name]) => name)
        .filter((name, index, names) => names.indexOf(name) === index);
    expect(await order("")).toEqual(["Late", "Early", "Draft"]);
    expect(await order("&sort=oldest")).toEqual(["Draft", "Early", "Late"]);
    expect(await textOf(await page("/admin/sales?q=zelda"))).toContain("Begun Mar 2, 2026");
    await as(TODAY, () => discardSaleDraft(draft._id));
    expect(early.soldOn).toBe("2026-03-03");
  });
});

test("a draft opens whatever its part's stock number is, also the name of something in JavaScript", async () => {
  for (const stockNumber of ["__proto__", "constructor"]) {
    const { _id: part } = await shelfPart({ stockNumber, price: 40 });
    const { _id } = await saleDraft({ lines: [{ kind: "part", part }] }, TODAY);
    const opened = await page(`/admin/sales/${_id}/edit`);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toContain(`value="${stockNumber}"`);
    await as(TODAY, () => discardSaleDraft(_id));
  }
});

test("Today names the drafts that nobody has saved today, with what they hold, and none of today", async () => {
  const { _id: part } = await shelfPart({ price: 40 });
  const { _id, number } = await saleDraft(
    { customerName: "Deb Left", lines: [{ kind: "part", part, isTaxed: false }] },
    { ...TODAY, now: new Date("2026-03-05T15:00:00Z") },
  );
  const fresh = await saleDraft({ customerName: "Fresh One" }, TODAY);
  const today = async () => (await page("/admin/today")).text();
  const words = await textOf(new Response(await today()));
  expect(words).toContain(`${number}, Deb Left, $40.00 holds 1 item, last saved Mar 5, 2026`);
  expect(words).not.toContain("Fresh One");
  expect(await today()).toContain(`href="/admin/sales/${_id}"`);
  for (const id of [_id, fresh._id]) await as(TODAY, () => discardSaleDraft(id));
  expect(await today()).not.toContain("Deb Left");
  expect(await statusOf(part)).toBe("Available");
});

test("the sales of a customer are found by their name, with its accents and without", async () => {
  const lines = [{ kind: "other", description: "Mats", price: 5 }];
  const { number } = await completedSale({ customerName: "JOSÉ García", lines }, TODAY);
  await completedSale({ customerName: "Joseph Garner", lines }, TODAY);
  for (const customer of ["JOSÉ García", "jose garcia", "José"]) {
    const list = await textOf(await page(`/admin/sales?${new URLSearchParams({ customer })}`));
    expect(list, customer).toContain(`${number} `);
    expect(list.includes("Joseph Garner"), customer).toBe(customer === "José");
  }
});

describe("voiding", () => {
  test("is on the page of an owner, needs a reason, and brings the part back", async () => {
    const { _id } = await shelfPart();
    const sale = await completedSale({ lines: [{ kind: "part", part: _id }] }, TODAY);
    const path = `/admin/sales/${sale._id}`;
    const without = await site.form(path, { intent: "void", reason: " " }, { cookie });
    expect([without.status, (await textOf(without)).includes("Please say why it's voided")]).toEqual([
      400,
      true,
    ]);
    const counter = (await signedIn(await administrator("the counter", "counter"))).cookie;
    expect((await site.form(path, { intent: "void", reason: "Oops" }, { cookie: counter })).status).toBe(409);
    const ofCounter = await textOf(await site.fetch(path, { headers: { Cookie: counter } }));
    expect(ofCounter).toContain("An owner can void it today.");
    expect(await textOf(await page(path))).not.toContain("An owner can void it today.");
    expect(await statusOf(_id)).toBe("Sold");
    await site.form(path, { intent: "void", reason: "Wrong part" }, { cookie });
    expect(await textOf(await page(path))).toContain("Wrong part");
    expect(await statusOf(_id)).toBe("Available");
  });
});

describe("the staff's API", () => {
  test("stores a draft, completes it once, and voids it", async () => {
    const { _id } = await shelfPart({ price: 85 });
    const created = await api.post("/admin/sales", {
      lines: [{ kind: "part", part: _id }],
      payments: [{ method: "cash", amount: 100 }],
    });
    expect(created.status).toBe(201);
    const draft = await created.json();
    expect(draft).toMatchObject({
      status: "draft",
      total: 91.91,
      payments: [{ amount: 91.91, change: 8.09 }],
    });
    const path = `/admin/sales/${draft._id}`;
    const [first, second] = [await api.post(`${path}/complete`), await api.post(`${path}/complete`)];
    const [one, two] = [await first.json(), await second.json()];
    expect(one).toMatchObject({ status: "completed", number: expect.stringMatching(/^S-\d+$/) });
    expect(two).toEqual(one);
    expect((await api.put(path, { lines: [] })).status).toBe(409);
    expect((await api.delete(path)).status).toBe(409);
    expect((await api.post(`${path}/void`, {})).status).toBe(400);
    expect(await (await api.post(`${path}/void`, { reason: "Test" })).json()).toMatchObject({
      status: "voided",
    });
  });

  test.each(["void/", "%76oid", "VOID", "void.data"])("does not complete a draft at %s", async (spelled) => {
    const created = await api.post("/admin/sales", {
      lines: [{ kind: "other", description: "Mats", price: 20 }],
      payments: [{ method: "cash", amount: 100 }],
    });
    const { _id } = await created.json();
    const headers = { Authorization: api.authorization, "Content-Type": "application/json" };
    const body = JSON.stringify({ reason: "Test" });
    const address = `${site.url}/api/admin/sales/${_id}/${spelled}`;
    expect((await fetch(address, { method: "POST", headers, body })).status).toBe(409);
    expect(await (await api.get(`/admin/sales/${_id}`)).json()).toMatchObject({ status: "draft" });
  });

  test("says what is wrong, and names who has a part", async () => {
    const { _id } = await shelfPart();
    const { number } = await saleDraft({ lines: [{ kind: "part", part: _id }] }, TODAY);
    const taken = await api.post("/admin/sales", { lines: [{ kind: "part", part: _id }] });
    expect(taken.status).toBe(400);
    expect((await taken.json()).fields["lines.0.part"][0]).toContain(
      `held for sale ${number}, a draft by marta`,
    );
    expect((await api.post("/admin/sales", { lines: [{ kind: "part", price: "x" }] })).status).toBe(400);
    expect((await api.post("/admin/sales/01J00000000000000000000000/complete")).status).toBe(404);
  });

  test("a sold part is not made available by hand, and says which sale sold it", async () => {
    const { _id } = await shelfPart();
    const { number } = await completedSale({ lines: [{ kind: "part", part: _id }] }, TODAY);
    const answer = await site.form(`/admin/parts/${_id}`, { intent: "release" }, { cookie });
    expect(answer.status).toBe(409);
    expect(await textOf(answer)).toContain(
      `It was sold on sale ${number} by marta. If the customer brings it back, return it on that sale.`,
    );
    const list = async (query: string) =>
      textOf(await site.fetch(`/admin/parts${query}`, { headers: { Cookie: cookie } }));
    expect(await list("")).toMatch(/Parts on the Shelf \d+ parts?, sold and scrapped ones too/);
    expect(await list("?status=Available")).not.toContain("scrapped ones too");
  });
});
