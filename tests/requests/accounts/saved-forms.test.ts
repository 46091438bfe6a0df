import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
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
  expect(html).toContain("It isn&#x27;t saved yet. Check it, then send it again.");
  for (const value of ["Al Kowalski", "716-555-0134", "Alternator"])
    expect(html).toContain(`<dd>${value}</dd>`);
  expect(html).not.toContain("<dd>k1</dd>");
  expect(await open(to, (await signedIn()).cookie)).not.toContain("Al Kowalski");
  const again = await site.form(to, sent, { cookie });
  expect([again.status, again.status === 303 ? "" : await textOf(again)]).toEqual([303, ""]);
  expect(await open(to, cookie)).not.toContain("It isn&#x27;t saved yet");
});

test("a drawer that was counted comes back until it is stored, and a password never does", async () => {
  const { to, cookie } = await postLate("/admin/reports/day-close", { opening: "100", counted: "450" });
  expect(await open(to, cookie)).toContain("<dd>450</dd>");
  expect((await site.form(to, { opening: "x", counted: "450" }, { cookie })).status).toBe(400);
  expect(await open(to, cookie)).toContain("<dd>450</dd>");
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
