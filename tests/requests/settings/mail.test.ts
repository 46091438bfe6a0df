import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Administrator } from "~/accounts/administrator.server";
import { businessSource } from "~/business/business.server";
import { mailServer, notifiedAddresses } from "~/mail/settings.server";
import { refreshSettings } from "~/settings/store.server";
import { fieldsOf, fieldsWithoutForm } from "../../support/form-fields";
import { type Fields, type Site, startSite, textOf } from "../../support/site";
import { startMailServer, type TestMailServer } from "../../support/smtp";
import { expireSessions, PASSWORD as OWN_PASSWORD, signedIn } from "../../support/staff";

const MAIL = "/admin/settings/mail";
const PASSWORD = "correct-horse-7731";
const SIGNED_IN_SERVER = { "mail.server": "smtp.example.com", "mail.port": "587", "mail.user": "yard" };

let site: Site;
let account: Administrator;
let cookie: string;
let server: TestMailServer;

beforeAll(async () => {
  site = await startSite();
  server = await startMailServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ account, cookie } = await signedIn());
  await site.db.deleteFrom("settings").execute();
  await site.db.deleteFrom("changes").execute();
  await refreshSettings();
});

const html = async (path: string) => (await site.fetch(path, { headers: { Cookie: cookie } })).text();
const words = async (path: string) => textOf(await site.fetch(path, { headers: { Cookie: cookie } }));
const open = async () => fieldsOf(await html(MAIL), "settings-form");
const save = async (fields: Record<string, string>) =>
  site.form(MAIL, { ...(await open()), ownPassword: OWN_PASSWORD, ...fields }, { cookie });
const sendTest = (fields: Fields) => site.form("/admin/mail/test", fields, { cookie });

/** Everything of the settings and the history that is in the database, which no password may be in unencrypted. */
async function storedText(): Promise<string> {
  const settings = await site.db.selectFrom("settings").selectAll().execute();
  const changes = await site.db.selectFrom("changes").selectAll().execute();
  const submissions = await site.db.selectFrom("savedSubmissions").selectAll().execute();
  return JSON.stringify([settings, changes, submissions]);
}

test("mail is set up in the browser, and a test says what the server answered", async () => {
  expect(await words("/admin/mail/test")).toContain("Email is off");
  const port = new URL(server.url).port;
  expect(
    (await save({ "mail.server": "127.0.0.1", "mail.port": port, "mail.notify": "ann@yard.example" })).status,
  ).toBe(303);
  await refreshSettings();
  expect(notifiedAddresses()).toEqual(["ann@yard.example"]);
  const sent = await textOf(await sendTest({ to: "owner@yard.example" }));
  expect(sent).toMatch(/The server took the message to owner@yard\.example It answered: 250 If/);
  expect(server.mails.map(({ to }) => to)).toEqual(["owner@yard.example"]);
  server.answers = [550];
  expect(await textOf(await sendTest({ to: "owner@yard.example" }))).toContain("550 No, thank you");
  const wrong = await sendTest({ to: "owner" });
  expect([wrong.status, await textOf(wrong)]).toEqual([
    400,
    expect.stringContaining("Please enter a valid email address"),
  ]);
});

test("the password is used, and is in no page, history, export or readable row", async () => {
  expect((await save({ ...SIGNED_IN_SERVER, "mail.password": PASSWORD })).status).toBe(303);
  await refreshSettings();
  expect(mailServer()).toMatchObject({ requireTLS: true, auth: { user: "yard", pass: PASSWORD } });
  const page = await html(MAIL);
  for (const text of [page, await html("/admin/history"), await storedText(), JSON.stringify(businessSource)])
    expect(text).not.toContain(PASSWORD);
  expect(await words(MAIL)).toContain("Password none → a new one, not shown");
});

test("a password that was typed is in no preview of the form", async () => {
  for (const [from, status] of [
    ["office@example.com", 200],
    ["no address", 400],
  ] as const) {
    const typed = { ...SIGNED_IN_SERVER, "mail.password": PASSWORD, "mail.from": from, intent: "preview" };
    const answer = await save(typed);
    const page = await answer.text();
    expect([answer.status, page.includes(`value="${from}"`), page.includes(PASSWORD)]).toEqual([
      status,
      true,
      false,
    ]);
  }
});

test("an empty password keeps the stored one, but not for another server", async () => {
  await save({ ...SIGNED_IN_SERVER, "mail.password": PASSWORD });
  expect((await save({ "mail.notify": "ann@yard.example" })).status).toBe(303);
  await refreshSettings();
  expect(mailServer()).toMatchObject({ auth: { pass: PASSWORD } });
  const moved = await save({ "mail.server": "smtp.attacker.example" });
  expect([moved.status, await textOf(moved)]).toEqual([
    400,
    expect.stringContaining("Please type the password again"),
  ]);
  // Neither does a row that was changed past the form.
  await site.db
    .updateTable("settings")
    .set(({ fn, val }) => ({
      value: fn<string>("replace", ["value", val("smtp.example.com"), val("smtp.attacker.example")]),
    }))
    .where("section", "=", "mail")
    .execute();
  await refreshSettings();
  expect(mailServer()).toMatchObject({ host: "smtp.attacker.example", auth: { pass: "" } });
  expect(await words("/admin/mail")).toContain("password has to be entered again");
  expect((await save({ "mail.server": "", "mail.user": "" })).status).toBe(303);
  // No page shows what is stored of a secret.
  const { value } = await site.db
    .selectFrom("settings")
    .select("value")
    .where("section", "=", "secrets")
    .executeTakeFirstOrThrow();
  expect(value).toBe("{}");
});

test("a password goes to no server that somebody else has put in the place of the one on the page", async () => {
  await save({ ...SIGNED_IN_SERVER, "mail.password": PASSWORD });
  const opened = { ...(await open()), ownPassword: OWN_PASSWORD };
  await save({ ...SIGNED_IN_SERVER, "mail.server": "smtp.elsewhere.example", "mail.password": "whatever" });
  const late = await site.form(MAIL, { ...opened, "mail.password": "a new one" }, { cookie });
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringContaining('value="smtp.example.com"'),
  ]);
  await refreshSettings();
  expect(mailServer()).toMatchObject({ host: "smtp.elsewhere.example", auth: { pass: "whatever" } });
});

test("a user without a password, and a password without a user, get their sentences", async () => {
  const alone = await save(SIGNED_IN_SERVER);
  expect(await textOf(alone)).toContain("Password is required with User");
  const answer = await save({ "mail.server": "smtp.example.com", "mail.password": PASSWORD });
  const page = await answer.text();
  expect(page).toContain("Password does nothing without User");
  expect(page).not.toContain(PASSWORD);
});

test("a password that was sent after the session ended is not stored", async () => {
  const typed = { ...(await open()), ...SIGNED_IN_SERVER, "mail.password": PASSWORD };
  await expireSessions(account);
  expect((await site.form(MAIL, typed, { cookie })).status).toBe(303);
  const stored = await storedText();
  expect(stored).toContain("smtp.example.com");
  expect(stored).not.toContain(PASSWORD);
});

test.each(["", "not my password"])(
  "where mail goes is not changed from a page that was left open: with the password %j",
  async (ownPassword) => {
    const answer = await save({ "mail.notify": "thief@evil.example", ownPassword });
    const page = await answer.text();
    expect([answer.status, page.includes("thief@evil.example")]).toEqual([400, true]);
    expect(page).toContain(
      ownPassword ? "That&#x27;s not your current password" : "Please enter your current password",
    );
    if (ownPassword) expect(page).not.toContain(ownPassword);
    await refreshSettings();
    expect(notifiedAddresses()).toEqual([]);
  },
);

test.each([
  ["", "Please enter your current password", [400, 400, 400, 400]],
  ["not my password", "That's not your current password", [400, 400, 429, 429]],
])(
  "what is wrong in a field is said together with the password %j, which counts as a try as ever",
  async (ownPassword, sentence, statuses) => {
    const wrong = { "mail.server": "smtp://a.example", "mail.from": "office", "mail.password": PASSWORD };
    const first = await save({ ...wrong, ownPassword });
    const page = await first.text();
    const said = await textOf(new Response(page));
    expect(said).toContain("Mail server must be the name of a mail server, such as smtp.example.com");
    expect(said).toContain("From must be an email address such as office@example.com");
    expect(said).toContain("Password does nothing without User");
    expect(said).toContain(sentence);
    expect([page.includes(PASSWORD), page.includes("not my password")]).toEqual([false, false]);
    const others: number[] = [];
    for (let time = 0; time < 3; time++) others.push((await save({ ...wrong, ownPassword })).status);
    expect([first.status, ...others]).toEqual(statuses);
    expect((await open())["mail.server"]).toBe("");
  },
);

test("nor by undoing a change from such a page", async () => {
  await save({ "mail.notify": "former@yard.example" });
  await save({ "mail.notify": "ann@yard.example" });
  const before = await html(MAIL);
  const change = /name="change" value="(\d+)"/.exec(before)?.[1] ?? "";
  const undo: Record<string, string> = { ...fieldsOf(before, "undo-form"), change };
  expect([undo.undoPassword, fieldsWithoutForm(before)]).toEqual(["", []]);
  for (const [undoPassword, sentence] of [
    ["", "Please enter your current password"],
    ["not my password", "That&#x27;s not your current password"],
  ] as const) {
    const answer = await site.form(MAIL, { ...undo, undoPassword }, { cookie });
    const page = await answer.text();
    expect([answer.status, page.includes(sentence)]).toEqual([400, true]);
    // Where it says so is not folded away.
    expect(page).toMatch(/<details[^>]*record-history[^>]* open=""/);
    expect(fieldsOf(page, "settings-form")["mail.notify"]).toBe("ann@yard.example");
  }
  await refreshSettings();
  expect(notifiedAddresses()).toEqual(["ann@yard.example"]);
  expect((await site.form(MAIL, { ...undo, undoPassword: OWN_PASSWORD }, { cookie })).status).toBe(303);
  await refreshSettings();
  expect(notifiedAddresses()).toEqual(["former@yard.example"]);
});
