import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removeExpiredRecords } from "~/history/trash.server";
import { customerKey } from "~/requests/customer-link.server";
import { saveEstimate } from "~/requests/estimate.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { changeStatus, deleteRequest } from "~/requests/work.server";
import { as } from "../../support/act";
import { recordsOf, staffApi } from "../../support/api";
import { callback, ESTIMATE, newPartRequest, repairRequest } from "../../support/requests";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { expireSessions, PASSWORD, signedIn } from "../../support/staff";

const REPAIRS = "/admin/repair-requests";
const YEAR_MS = 365 * 86_400_000;

let site: Site;
let cookie: string;
let username: string;
beforeAll(async () => {
  site = await startSite();
  const staff = await signedIn();
  cookie = staff.cookie;
  username = staff.account.username;
});
beforeEach(async () => {
  await site.db.deleteFrom("repairRequests").execute();
});

const LINES = {
  "lines[0].kind": "labor",
  "lines[0].description": "Front brakes",
  "lines[0].quantity": "1.5",
  "lines[0].price": "120",
  "lines[0].taxed": "no",
  "lines[1].kind": "used-part",
  "lines[1].description": "Caliper, left <front>",
  "lines[1].quantity": "2",
  "lines[1].price": "45.50",
  "lines[1].taxed": "yes",
};
const FORM = {
  complaint: "It squeals.\nBoth sides.",
  plate: "ABC 1234",
  vin: "",
  odometer: "91,240",
  taxRate: "8.125",
  ...LINES,
};
// 180.00 + 91.00 + 7.39
const TOTAL = "$278.39";

const open = (path: string, jar = cookie) => site.fetch(path, { headers: { Cookie: jar } });
const words = async (path: string) => textOf(await open(path));
const versionOf = async (id: string) => {
  const html = await (await open(`${REPAIRS}/${id}/estimate`)).text();
  return /name="expectedVersion" value="([^"]*)"/.exec(html)?.[1] ?? "";
};
/** Posts the form as it was opened now; the page after it, with its toast. */
async function write(id: string, intent: string, fields: Record<string, string> = {}) {
  const form = { expectedVersion: await versionOf(id), ...FORM, ...fields, intent };
  const answer = await site.form(`${REPAIRS}/${id}/estimate`, form, { cookie });
  const to = answer.headers.get("Location");
  if (answer.status !== 303 || !to) throw new Error(`${answer.status}: ${await textOf(answer)}`);
  return { to, said: await textOf(await open(to, cookiesOf(answer, cookie))) };
}
async function refused(id: string, fields: Record<string, string>) {
  const answer = await site.form(`${REPAIRS}/${id}/estimate`, fields, { cookie });
  const page = await answer.text();
  return { status: answer.status, page, said: await textOf(new Response(page)) };
}
const linkOf = (id: string, path = "") =>
  `/your-request${path}?${new URLSearchParams({ key: customerKey({ prefix: "RR", id }, new Date()) })}`;
async function approve(id: string, fields: Record<string, string>) {
  const answer = await site.form(linkOf(id, "/estimate"), { agrees: "yes", ...fields });
  const to = answer.headers.get("Location");
  return { status: answer.status, said: await textOf(to ? await site.fetch(to) : answer) };
}

describe("an estimate", () => {
  test("begins with what the customer asked for and their car", async () => {
    const page = await (await open(`${REPAIRS}/${await repairRequest()}/estimate`)).text();
    expect(page).toMatch(/<textarea[^>]*>Other: Exhaust\nIt rattles\.\nSince May\.<\/textarea>/);
    expect(page).toContain('value="5J6RM4H7XGL047215"');
    expect(page).toContain('value="91,240 miles"');
  });

  test("is a draft that only staff see, until it is sent", async () => {
    const id = await repairRequest();
    const { to, said } = await write(id, "save");
    expect(to).toBe(`${REPAIRS}/${id}`);
    expect(said).toContain("Estimate 1 saved");
    expect(said).toContain(`Estimate 1: ${TOTAL} Draft Saved by ${username}`);
    expect(said).toMatch(/Estimate none → Estimate 1, draft, 2 lines, \$278\.39/);
    expect(await textOf(await site.fetch(linkOf(id)))).not.toContain("estimate");
    expect((await site.fetch(linkOf(id, "/estimate"))).status).toBe(404);
    const sent = await write(id, "send");
    expect(sent.said).toContain("Estimate 1 is on the customer's page");
    expect(sent.said).toContain(`Estimate 1: ${TOTAL} Sent Put on the customer's page by ${username}`);
    // Said as it was sent, and on the request's page as long as they are not told.
    const untold = "Not emailed: email is off. Print it, or read it to them and record what they say.";
    for (const said of [sent.said, await words(`${REPAIRS}/${id}`)]) expect(said).toContain(untold);
    expect(await textOf(await site.fetch(linkOf(id)))).toContain(`${TOTAL} Read and Approve Estimate 1`);
  });

  test("says what New York asks for, to staff on paper and to the customer", async () => {
    const id = await repairRequest();
    await write(id, "send");
    const [staff, customer] = [
      await words(`${REPAIRS}/${id}/estimates/1`),
      await textOf(await site.fetch(linkOf(id, "/estimate"))),
    ];
    for (const said of [staff, customer]) {
      expect(said).toContain("Millbrook Auto Recyclers 1480 Quarry Road, Millbrook, NY 12545 (555) 555-0142");
      expect(said).toContain("Stan Wu 27 Orchard Lane, Millbrook, NY, 12545 (555) 555-0102 stan@example.com");
      expect(said).toContain("Vehicle 2016 Honda CR-V EX-L 2.4L I4");
      expect(said).toContain("License plate ABC 1234");
      expect(said).toContain("Odometer 91,240");
      expect(said).toContain("What you asked for It squeals. Both sides.");
      expect(said).toContain("Labor Front brakes 1.5 hours $120.00 $180.00");
      expect(said).toContain("Used part Caliper, left <front> 2 $45.50 $91.00 T");
      expect(said).toContain(`Labor $180.00 Parts $91.00 Tax, 8.125% $7.39 Total ${TOTAL}`);
      expect(said).toContain("We won't do work or supply parts beyond this estimate without your consent.");
      expect(said).toContain("You have the right to get replaced parts back");
      expect(said).toContain("We keep a copy of this estimate for two years.");
    }
  });

  test("gets and loses lines without script, and what was typed stays", async () => {
    const id = await callback();
    const insert =
      '{"type":"insert","payload":{"name":"lines","defaultValue":{"kind":"labor","quantity":"1"}}}';
    const more = await refused(id, { expectedVersion: "", ...FORM, __intent__: insert });
    expect(more.status).toBe(200);
    expect(more.page).toContain('name="lines[2].description"');
    expect(more.page).toContain('value="Caliper, left &lt;front&gt;"');
    const remove = '{"type":"remove","payload":{"name":"lines","index":0}}';
    const less = await refused(id, { expectedVersion: "", ...FORM, __intent__: remove });
    expect(less.page).toContain('name="lines[0].description" form="estimate-form"');
    expect(less.page).not.toContain("Front brakes");
    expect(less.page).not.toContain('name="lines[1]');
    expect(less.page).toContain('value="Caliper, left &lt;front&gt;"');
    // What its buttons don't send, as JSON of one key or of two of a name, of which the last counts.
    for (const bomb of [
      '{"type":"update","payload":{"name":"b[999999]","value":"1"}}',
      '{"type":"insert","payload":{"name":"lines"},"type":"update","payload":{"name":"b[999999]","value":"1"}}',
      '{"type":"insert","payload":{"name":"lines","name":"b[999999].x"}}',
    ]) {
      const { status, page } = await refused(id, { expectedVersion: "", __intent__: bomb, taxRate: "x" });
      expect([status, page.length < 500_000]).toEqual([400, true]);
    }
  });

  test("says by its field what is wrong, and keeps what was typed", async () => {
    const id = await callback();
    const { status, said, page } = await refused(id, {
      expectedVersion: "",
      intent: "send",
      taxRate: "lots",
      "lines[0].kind": "fee",
      "lines[0].description": "Shop <supplies>",
      "lines[0].price": "ten",
    });
    expect(status).toBe(400);
    expect(page).toContain('<a href="#estimate-form-lines[0].price">');
    for (const message of [
      "Please enter a price, such as 120 or 89.50",
      "Please enter a tax rate in percent from 0 to 30, such as 8.125",
      // What it lacks is said at once, too.
      "Please enter what the customer wants done",
      "Please enter the plate or the VIN",
      "Please enter the odometer reading",
    ])
      expect(said).toContain(message);
    expect(said).not.toMatch(/Please add at least one line|License plate \(optional\)|VIN \(optional\)/);
    expect(said).toContain("License plate Plate or VIN: one is enough.");
    for (const typed of ["Shop &lt;supplies&gt;", "ten", "lots"]) expect(page).toContain(`value="${typed}"`);
    const lacking = await refused(id, { expectedVersion: "", intent: "send" });
    for (const message of [
      "Please add at least one line",
      "Please enter what the customer wants done",
      "Please enter the plate or the VIN",
      "Please enter the odometer reading",
    ])
      expect(lacking.said).toContain(message);
  });

  test("taxes a line as a sale would, unless it says otherwise", async () => {
    const id = await repairRequest();
    const usual = { "lines[0].taxed": "", "lines[1].taxed": "" };
    // 271.00 and 14.63 + 7.39
    expect((await write(id, "save", usual)).said).toContain("Estimate 1: $293.02 Draft");
    const page = await (await open(`${REPAIRS}/${id}/estimate`)).text();
    // A list shows its first choice unless another is selected.
    expect(page).toMatch(/<select[^>]*name="lines\[1\]\.taxed"[^>]*><option value="">As usual<\/option>/);
    expect(page).not.toMatch(/selected=""[^>]*>(Taxed|Exempt)</);
    expect((await write(id, "send", { ...usual, "lines[1].taxed": "no" })).said).toContain(
      "Estimate 1: $285.63 Sent",
    );
  });

  test("begins with the yard's sales tax, and with taxed lines and no rate it isn't sent", async () => {
    const id = await repairRequest();
    const page = await (await open(`${REPAIRS}/${id}/estimate`)).text();
    expect(page).toMatch(/<input[^>]*name="taxRate"[^>]*value="8.125"/);
    const form = { ...FORM, expectedVersion: "", taxRate: "", intent: "send" };
    const answer = await refused(id, form);
    expect([answer.status, answer.said]).toEqual([
      400,
      expect.stringContaining("Lines are marked as taxed: please enter the tax rate, or 0"),
    ]);
    expect((await write(id, "send", { taxRate: "0" })).said).toContain("Estimate 1: $271.00 Sent");
    const untaxed = await repairRequest();
    expect((await write(untaxed, "send", { taxRate: "", "lines[1].taxed": "" })).said).toContain(
      "$271.00 Sent",
    );
  });

  test("is not saved over somebody else's, and twice sent is once sent", async () => {
    const id = await callback();
    await write(id, "save");
    const late = await refused(id, { expectedVersion: "", ...FORM, odometer: "0", intent: "save" });
    expect([late.status, late.page.includes('value="91,240"')]).toEqual([409, false]);
    expect(late.said).toContain("Someone else has changed or sent this estimate");
    const form = { expectedVersion: await versionOf(id), ...FORM, intent: "send" };
    for (const _ of [1, 2])
      expect((await site.form(`${REPAIRS}/${id}/estimate`, form, { cookie })).status).toBe(303);
    const [{ estimates }] = await recordsOf(site, "repair-requests");
    expect(estimates.map(({ version }: { version: number }) => version)).toEqual([1]);
  });

  test("is discarded while it is a draft", async () => {
    const id = await callback();
    await write(id, "save");
    expect((await write(id, "discard")).said).toContain("Draft discarded");
    expect(await words(`${REPAIRS}/${id}`)).toContain("Write an estimate");
  });

  test("belongs to a repair request that is not deleted", async () => {
    expect((await open(`${REPAIRS}/${await newPartRequest()}/estimate`)).status).toBe(404);
    const id = await callback();
    expect((await open(`${REPAIRS}/${id}/estimates/1`)).status).toBe(404);
    await as({ now: new Date() }, () => deleteRequest(REPAIR_REQUESTS, id));
    const late = await refused(id, { expectedVersion: "", ...FORM, intent: "save" });
    expect([late.status, late.said.includes("We can't find that request.")]).toEqual([409, true]);
  });

  test("comes back as typed where the session had ended", async () => {
    const id = await callback();
    const staff = await signedIn();
    await expireSessions(staff.account);
    const form = { expectedVersion: "", ...FORM, intent: "save" };
    const answer = await site.form(`${REPAIRS}/${id}/estimate`, form, { cookie: staff.cookie });
    const back = new URL(answer.headers.get("Location") ?? "", site.url).searchParams.get("redirectTo") ?? "";
    const page = await (await open(back, (await signedIn(staff.account)).cookie)).text();
    expect(page).toContain("Your session had ended when you sent this.");
    expect(page).toContain('value="Caliper, left &lt;front&gt;"');
  });
});

describe("a sent estimate", () => {
  test("never changes: the business's new words and the customer's new form make the next one", async () => {
    const id = await repairRequest();
    await write(id, "send");
    expect(await versionOf(id)).toBe("");
    const { said } = await write(id, "send", { "lines[0].price": "130" });
    expect(said).toContain("Estimate 2: $293.39 Sent");
    expect(said).toContain(`Estimate 1: ${TOTAL} Replaced`);
    await expect(
      site.db.updateTable("estimates").set({ content: "{}" }).where("number", "=", 1).execute(),
    ).rejects.toThrow("A sent estimate never changes.");
    expect(await words(`${REPAIRS}/${id}/estimates/1`)).toContain("Replaced by a newer estimate.");
  });

  test("is what the customer's page begins with, until the work does", async () => {
    const id = await callback();
    const own = async () => textOf(await site.fetch(linkOf(id)));
    await write(id, "send");
    expect(await own()).toContain(
      "We've sent you an estimate. Please read and approve it, so we can go ahead.",
    );
    await approve(id, { version: "1", name: "Cal Back" });
    expect(await own()).toContain("You approved our estimate. We'll get back to you about the work.");
    expect(await own()).not.toContain("We have your request");
    const started = { status: "in_progress", expectedVersion: "pending" };
    await as({ now: new Date() }, () => changeStatus(REPAIR_REQUESTS, id, started));
    expect(await own()).toContain("We're working on it.");
    await write(id, "send", { "lines[0].price": "130" });
    expect(await own()).toContain("We've sent you an estimate.");
  });

  test("is approved with a typed name and when, which staff see as a message; again is harmless", async () => {
    const id = await repairRequest();
    await write(id, "send");
    const empty = await approve(id, { version: "1", name: " ", agrees: "" });
    expect(empty.status).toBe(400);
    for (const problem of ["Please type your name", "Please check that you approve the work"])
      expect(empty.said).toContain(problem);
    // A page that was open before a restore: the estimate of its number is another.
    const other = await approve(id, { version: "1", shown: "$100.00", name: "Stan Q. Wu" });
    expect([other.status, other.said]).toEqual([409, expect.stringContaining("There's a newer estimate")]);
    const shown = /name="shown" value="([^"]+)"/.exec(
      await (await site.fetch(linkOf(id, "/estimate"))).text(),
    )?.[1];
    expect(shown).toBe("$278.39");
    const { status, said } = await approve(id, {
      ...{ version: "1", shown: "$278.39", name: "Stan Q. Wu", oldParts: "yes" },
    });
    expect(status).toBe(303);
    expect(said).toContain("You approved this estimate");
    expect(said).toMatch(
      /Approved by Stan Q\. Wu, \w{3} \d+, \d{4}, .* The customer wants the replaced parts back\./,
    );
    expect((await approve(id, { version: "1", name: "Somebody Else" })).status).toBe(303);
    const page = await words(`${REPAIRS}/${id}`);
    expect(page).toMatch(
      /Estimate 1: \$278\.39 Approved Put on the customer's page by .* Approved by Stan Q\. Wu/,
    );
    expect(page).toContain("Approved estimate 1, $278.39, as Stan Q. Wu. Wants the replaced parts back.");
    expect(page).toContain("Estimate 1, approved by Stan Q. Wu, 2 lines, $278.39");
    expect(page).not.toContain("Somebody Else");
    expect(await words(REPAIRS)).toContain("New message");
    expect(await words("/admin/today")).toContain("1 with a new message in Repair Requests");
  });

  test("is approved by phone or at the counter: staff record by whom, how and when", async () => {
    const id = await repairRequest();
    await write(id, "send");
    const sheet = `${REPAIRS}/${id}/estimates/1`;
    const record = (fields: Record<string, string>) => site.form(sheet, fields, { cookie });
    expect(await words(sheet)).toContain("Record an Approval");
    const unsaid = await record({ name: " ", how: "phone", phone: "" });
    const said = await textOf(unsaid);
    expect(unsaid.status).toBe(400);
    expect(said).toContain("Please enter who approved it");
    expect(await textOf(await record({ name: "Stan Wu", how: "phone", phone: "" }))).toContain(
      "Please enter the number you talked on",
    );
    expect(await textOf(await record({ name: "Stan Wu" }))).toContain("Please choose how");
    const recorded = await record({
      name: "Stan Wu",
      how: "phone",
      phone: "5555550199",
      oldParts: "yes",
    });
    expect([recorded.status, recorded.headers.get("Location")]).toEqual([303, `${REPAIRS}/${id}`]);
    const by = `Stan Wu, by phone at (555) 555-0199, recorded by ${username}`;
    const paper = await words(sheet);
    expect(paper).toContain(`Approved by ${by}, `);
    expect(paper).toContain("The customer wants the replaced parts back.");
    expect(paper).not.toContain("Record an Approval");
    const page = await words(`${REPAIRS}/${id}`);
    expect(page).toContain(
      `Stan Wu approved estimate 1, $278.39, by phone at (555) 555-0199, recorded by ${username}. Wants the replaced parts back.`,
    );
    // It counts like one that the customer has typed.
    expect(await textOf(await site.fetch(linkOf(id, "/estimate")))).toContain("You approved this estimate");
    expect((await record({ name: "Somebody Else", how: "counter" })).status).toBe(303);
    expect(await words(sheet)).not.toContain("Somebody Else");
    await as({ now: new Date() }, () => deleteRequest(REPAIR_REQUESTS, id));
    expect(await words("/admin/trash")).toContain("because an approved estimate must be kept until then");

    const replaced = await repairRequest();
    await write(replaced, "send");
    await write(replaced, "send", { odometer: "91,300" });
    const late = await site.form(
      `${REPAIRS}/${replaced}/estimates/1`,
      { name: "Ann", how: "counter" },
      { cookie },
    );
    expect([late.status, await textOf(late)]).toEqual([
      409,
      expect.stringContaining("A newer estimate was sent."),
    ]);
    expect(
      (await site.form(`${REPAIRS}/${replaced}/estimates/9`, { name: "Ann", how: "counter" }, { cookie }))
        .status,
    ).toBe(404);
  });

  test("can't be approved once a newer one is sent, or once the request is done", async () => {
    const id = await repairRequest();
    await write(id, "send");
    // A draft takes nothing from the customer.
    await write(id, "save", { odometer: "91,300" });
    expect(await textOf(await site.fetch(linkOf(id, "/estimate")))).toContain("Approve Estimate 1");
    await write(id, "send", { odometer: "91,300" });
    const late = await approve(id, { version: "1", name: "Stan Wu" });
    expect(late.status).toBe(409);
    expect(late.said).toContain("There's a newer estimate");
    expect((await approve(id, { version: "7", name: "Stan Wu" })).status).toBe(404);
    await as({ now: new Date() }, () =>
      changeStatus(REPAIR_REQUESTS, id, { status: "cancelled", expectedVersion: "in_progress" }),
    );
    expect((await approve(id, { version: "2", name: "Stan Wu" })).status).toBe(409);
    expect(await textOf(await site.fetch(linkOf(id, "/estimate")))).not.toContain("Approve Estimate");
  });

  test("opens with its private link alone", async () => {
    const id = await repairRequest();
    await write(id, "send");
    const bad = await site.fetch("/your-request/estimate?key=x");
    expect([bad.status, (await textOf(bad)).includes("This link doesn't open a request")]).toEqual([
      404,
      true,
    ]);
    const form = { version: "1", name: "X", agrees: "yes" };
    expect((await site.form("/your-request/estimate?key=x", form)).status).toBe(404);
    const page = await site.fetch(linkOf(id, "/estimate"));
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
  });
});

test("a request whose estimate was approved stays in the trash for two years, and another doesn't", async () => {
  const [approved, sent] = [await repairRequest(), await repairRequest()];
  for (const id of [approved, sent]) await write(id, "send");
  await approve(approved, { version: "1", name: "Stan Wu" });
  const later = (ms: number) => new Date(Date.now() + ms);
  for (const id of [approved, sent]) await as({ now: new Date() }, () => deleteRequest(REPAIR_REQUESTS, id));
  expect(await words("/admin/trash")).toContain("because an approved estimate must be kept until then");
  expect(await words(`${REPAIRS}/${approved}`)).toContain("because an approved estimate must be kept");
  await site.form(
    `/admin/trash/remove?${new URLSearchParams({ kind: "repairRequest", id: approved })}`,
    { password: PASSWORD },
    { cookie },
  );
  await removeExpiredRecords(later(YEAR_MS));
  const trash = await words("/admin/trash");
  expect([approved, sent].map((id) => trash.includes(`RR-${id.slice(-6)}`))).toEqual([true, false]);
  const status = async (id: string) => (await open(`${REPAIRS}/${id}/estimates/1`)).status;
  expect([await status(approved), await status(sent)]).toEqual([200, 404]);
  await removeExpiredRecords(later(2.1 * YEAR_MS));
  expect(await words("/admin/trash")).not.toContain(`RR-${approved.slice(-6)}`);
  // No page opens what belongs to nothing any more, so the table alone tells that nothing is left.
  expect(await site.db.selectFrom("estimates").selectAll().execute()).toEqual([]);
});

test("the API's record has every estimate, and its version follows them", async () => {
  const id = await repairRequest();
  const staff = await staffApi(site);
  const before = await staff.get(`/admin/repair-requests/${id}`);
  expect((await before.json()).estimates).toBeUndefined();
  await as({ username, now: new Date() }, () =>
    saveEstimate(id, ESTIMATE, { expectedVersion: null, isSent: true }),
  );
  const after = await staff.get(`/admin/repair-requests/${id}`);
  expect(after.headers.get("ETag")).not.toBe(before.headers.get("ETag"));
  expect((await after.json()).estimates).toMatchObject([
    {
      version: 1,
      state: "sent",
      lines: [
        {
          kind: "labor",
          description: "Front brakes",
          quantity: 1.5,
          price: 120,
          amount: 180,
          isTaxed: false,
        },
        { kind: "used-part", description: "Caliper", quantity: 2, price: 45.5, amount: 91, isTaxed: true },
      ],
      taxPercent: 8.125,
      ...{ labor: 180, parts: 91, fees: 0, tax: 7.39, total: 278.39 },
      sentBy: username,
    },
  ]);
  const [listed] = await (await staff.get("/admin/repair-requests")).json();
  expect(listed.estimates).toHaveLength(1);
});
