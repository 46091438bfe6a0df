import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { refreshSettings } from "~/settings/store.server";
import { retailVehicle, shelfPart } from "../../support/builders";
import { actionOf, fieldsOf } from "../../support/form-fields";
import { callback, newPartRequest } from "../../support/requests";
import { completedSale } from "../../support/sales";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { expireSessions, PASSWORD, signedIn } from "../../support/staff";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

/** Posts a form after its session ended, and signs in again. @returns the page that it leads to, and the cookies to open it with */
async function postLate(page: string, fields: Record<string, string>) {
  const { cookie, account } = await signedIn();
  await expireSessions(account);
  const late = await site.form(page, fields, { cookie });
  const signIn = late.headers.get("Location") ?? "";
  const said = await textOf(await site.fetch(signIn));
  const back = await site.form(signIn, { username: account.username, password: PASSWORD }, { cookie });
  return { said, to: back.headers.get("Location") ?? "", cookie: cookiesOf(back, cookie) };
}

const open = async (to: string, cookie: string) =>
  (await site.fetch(to, { headers: { Cookie: cookie } })).text();

/** Sends a form of the page, without script, as it is or with what is typed in it. */
const send = (html: string, id: string, cookie: string, typed: Record<string, string> = {}) =>
  site.form(actionOf(html, id), { ...fieldsOf(html, id), ...typed }, { cookie });

/** The form above its page, whose button sends it once more. */
const UNSENT = "unsent-form";
const NOT_SAVED = "It isn&#x27;t saved yet. Check it, then send it again.";

test("a request taken down by a session that had ended is shown above its page, sent once more and then gone", async () => {
  const page = "/admin/requests/new";
  const sent = {
    kind: "part",
    name: "Al Kowalski",
    phone: "716-555-0134",
    need: "Alternator",
    year: "2015",
    make: "Subaru",
    model: "Outback",
    key: "k1",
  };
  const { said, to, cookie } = await postLate(page, sent);
  expect(said).toContain("We kept what you typed");
  const html = await open(to, cookie);
  expect(html).toContain(NOT_SAVED);
  for (const value of ["Al Kowalski", "716-555-0134", "Alternator"])
    expect(html).toContain(`<dd>${value}</dd>`);
  expect(html).not.toContain("<dd>k1</dd>");
  expect(await open(to, (await signedIn()).cookie)).not.toContain("Al Kowalski");
  const again = await send(html, UNSENT, cookie);
  expect([again.status, again.status === 303 ? "" : await textOf(again)]).toEqual([303, ""]);
  expect(await open(to, cookie)).not.toContain(NOT_SAVED);
});

test("somebody else's request, taken down meanwhile on the page that shows one that was kept, leaves it there", async () => {
  const kept = { kind: "part", name: "Al Kowalski", phone: "716-555-0134", need: "Hood", key: "k2" };
  const { to, cookie } = await postLate("/admin/requests/new", kept);
  const other = { kind: "part", name: "Bea Ortiz", need: "Horn" };
  const stored = await send(await open(to, cookie), "new-request", cookie, other);
  expect(stored.status).toBe(303);
  expect(await open(to, cookie)).toContain("<dd>Al Kowalski</dd>");
});

test.each([
  ["a sale", async () => "/admin/sales/new", "customerName"],
  ["an estimate", async () => `/admin/repair-requests/${await callback()}/estimate`, "complaint"],
])("%s comes back with its own fields alone, whatever else was sent", async (_, page, field) => {
  const add = '{"type":"insert","payload":{"name":"lines","name":"b[999999].x"}}';
  const typed = { [field]: "Zed Quill", "b[999999]": "1", __intent__: add };
  const { to, cookie } = await postLate(await page(), typed);
  const html = await open(to, cookie);
  expect(html).toContain("Zed Quill");
  expect(html.length).toBeLessThan(500_000);
});

test("a return that was kept stays until its second step has made the credit note", async () => {
  const { _id } = await shelfPart({ price: 80 });
  const sale = await completedSale(
    { lines: [{ kind: "part", part: _id }] },
    { username: "marta", role: "owner", now: new Date() },
  );
  const { to, cookie } = await postLate(`/admin/sales/${sale._id}/return`, {
    ...{ key: "one", shown: "", method: "cash", notes: "Whines" },
    "lines.0.id": sale.lines[0]?._id ?? "",
    ...{ "lines.0.take": "yes", "lines.0.quantity": "1", "lines.0.reason": "does-not-work" },
    "lines.0.goesTo": "check",
  });
  const asked = await (await send(await open(to, cookie), UNSENT, cookie)).text();
  expect(asked).toContain("Check what the customer gets");
  expect(await open(to, cookie)).toContain(NOT_SAVED);
  const done = await send(asked, "return-form", cookie);
  expect(done.headers.get("Location")).toContain("/credit-notes/");
  expect(await textOf(await site.fetch(to, { headers: { Cookie: cookie } }))).not.toContain("Whines");
});

test("a deal that was kept stays while its total is worked out, which stores nothing", async () => {
  const { _id: vehicle } = await retailVehicle({ price: 8_000 });
  const { to, cookie } = await postLate(`/admin/sales/deal?vehicle=${vehicle}`, {
    ...{ vehicle, intent: "total", customerName: "Ann Reyes", customerAddress: "1 Main St" },
    ...{ price: "8000", condition: "used", odometer: "90012", taxPlace: "No tax" },
  });
  const html = await open(to, cookie);
  // As the records of sales call it.
  expect(html).toContain("<dt>Customer</dt><dd>Ann Reyes</dd>");
  expect(html).toContain("<dt>Odometer</dt><dd>90012</dd>");
  const total = await (await send(html, UNSENT, cookie)).text();
  expect(total).toContain("$8,000.00");
  expect(await open(to, cookie)).toContain(NOT_SAVED);
});

test("a note that was kept stays while the status of its request and other requests are worked on, until it is added", async () => {
  const [id, other] = [await newPartRequest(), await newPartRequest()];
  const content = "Wants it by Friday";
  const kept = { intent: "note", id, content };
  const shown = `${content}</textarea>`;
  for (const [page, forms] of [
    [`/admin/parts-requests/${id}`, [`status-${id}`]],
    [`/admin/parts-requests?open=${id},${other}`, [`status-${id}`, `note-${other}`]],
  ] as const) {
    const { to, cookie } = await postLate(page, kept);
    const html = await open(to, cookie);
    for (const form of forms)
      expect((await send(html, form, cookie, { status: "quoted", content: "Another" })).status).toBe(303);
    expect(await open(to, cookie)).toContain(shown);
    expect((await send(html, `note-${id}`, cookie)).status).toBe(303);
    expect(await open(to, cookie)).not.toContain(shown);
  }
});

test("a form with pictures that was kept is gone once it is stored", async () => {
  const page = "/admin/settings/look";
  const { cookie: ofOwner } = await signedIn();
  const shown = fieldsOf(await open(page, ofOwner), "settings-form");
  const { to, cookie } = await postLate(page, { ...shown, intent: "save", "look.accent": "#7a1f1f" });
  const html = await open(to, cookie);
  expect(html).toContain('value="#7a1f1f"');
  const again = new FormData();
  for (const [name, value] of Object.entries({ ...fieldsOf(html, "settings-form"), intent: "save" }))
    if (!name.endsWith(".image")) again.set(name, value);
  const stored = await site.fetch(to, {
    ...{ method: "POST", body: again, redirect: "manual" },
    headers: { Cookie: cookie, Origin: site.url },
  });
  expect(stored.status).toBe(303);
  expect(await open(to, cookie)).not.toContain("Your session had ended");
  await site.db.deleteFrom("settings").execute();
  await refreshSettings();
});

test("an invitation that was kept is gone once its link is shown", async () => {
  const { to, cookie } = await postLate("/admin/people", { username: "ida", role: "counter" });
  const answer = await (await send(await open(to, cookie), UNSENT, cookie)).text();
  expect(answer).toContain("Give this link to ida");
  expect(await open(to, cookie)).not.toContain(NOT_SAVED);
});

test("a drawer that was counted comes back until it is stored, and a password never does", async () => {
  const { to, cookie } = await postLate("/admin/reports/day-close", { opening: "x", counted: "450" });
  const refused = await send(await open(to, cookie), UNSENT, cookie);
  expect(refused.status).toBe(400);
  expect(await open(to, cookie)).toContain("<dd>450</dd>");
  const corrected = { opening: "450", reason: "Counted twice" };
  expect((await send(await refused.text(), "close-form", cookie, corrected)).status).toBe(303);
  expect(await open(to, cookie)).not.toContain("<dd>450</dd>");
  const invitation = { username: "ed", role: "counter", password: "battery staple" };
  const invited = await postLate("/admin/people", invitation);
  const html = await open(invited.to, invited.cookie);
  expect(html).toContain("<dd>ed</dd>");
  expect(html).not.toContain("battery staple");
});

test("a draft that came back after the sign-in is gone once it is saved, so that it isn't saved twice", async () => {
  const fields = { intent: "save", customerName: "Ann Lee" };
  const { to, cookie } = await postLate("/admin/sales/new", fields);
  expect(await open(to, cookie)).toContain('value="Ann Lee"');
  expect((await site.form(to, fields, { cookie })).status).toBe(303);
  expect(await open(to, cookie)).not.toContain('value="Ann Lee"');
});

test("starting again after a code that came too late still leads to the form that was kept", async () => {
  const kept = "/admin/requests/new?unsent=01JDZZZZZZZZZZZZZZZZZZZZZZ";
  const page = await site.fetch(`/login/code?${new URLSearchParams({ redirectTo: kept })}`);
  expect(await page.text()).toContain(`href="/login?${new URLSearchParams({ redirectTo: kept })}"`);
});

/** Why a form of staff is not kept, by its file. */
const NOT_KEPT = {
  "buttons alone, or a choice that is made again at once": [
    "app/accounts/staff/person.tsx",
    "app/accounts/staff/session.ts",
    "app/alerts/staff/alerts.tsx",
    "app/costs/staff/delete-cost.ts",
    "app/customers/staff/detail.tsx",
    "app/customers/staff/matching.tsx",
    "app/customers/staff/merge.tsx",
    "app/customers/staff/split.tsx",
    "app/history/staff/trash/list.tsx",
    "app/history/staff/trash/remove.tsx",
    "app/machine/staff/updates.tsx",
    "app/mail/staff/mail.tsx",
    "app/purchases/staff/delete-seller-id.tsx",
    "app/purchases/staff/detail.tsx",
    "app/purchases/staff/seller-id.tsx",
    "app/requests/staff/answer-with-part.ts",
    "app/requests/staff/fitment.ts",
    "app/sales/staff/bill-of-sale.tsx",
    "app/sales/staff/credit-note.tsx",
    "app/sales/staff/deposit.tsx",
    "app/sales/staff/receipt.tsx",
    "app/set-up/staff/steps.tsx",
    "app/staff/not-found.tsx",
    "app/staff/records/delete.tsx",
    "app/staff/records/list.tsx",
    "app/staff/records/record.tsx",
  ],
  "a password or a code is asked for, which nothing keeps": [
    "app/accounts/staff/account.tsx",
    "app/accounts/staff/passkeys.ts",
    "app/accounts/staff/second-factor.tsx",
    "app/backup/staff/delete.tsx",
    "app/backup/staff/download.tsx",
    "app/backup/staff/restore.tsx",
    "app/customers/staff/data.tsx",
  ],
  "a file is sent, which nothing keeps": [
    "app/backup/staff/backups.tsx",
    "app/import/staff/start.tsx",
    "app/parts/staff/ebay.tsx",
  ],
  "a signature is of what stood on the page when it was written": ["app/purchases/staff/bill-of-sale.tsx"],
  "it is checked and stored nowhere": ["app/book/staff/book.tsx"],
  "what was typed is in the page's address": ["app/export/staff/bulk.tsx"],
  "the page that sends it by script still has it, and its own form is kept": [
    "app/parts/staff/teardown/row.ts",
  ],
};

test("every form of staff that something is typed in is kept, or says here why not", () => {
  const actions = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join("app", file.replaceAll(path.sep, "/")))
    .filter((file) => /\/staff\/.*\.tsx?$/.test(file))
    .filter((file) => /^export const action = staffAction\(/m.test(readFileSync(file, "utf8")));
  const forgotten = actions.filter((file) => !readFileSync(file, "utf8").includes("savesForm: "));
  expect(forgotten.sort()).toEqual(Object.values(NOT_KEPT).flat().sort());
});
