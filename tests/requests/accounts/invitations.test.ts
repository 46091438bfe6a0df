import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sendDueMail } from "~/mail/send.server";
import { type Site, startSite, textOf } from "../../support/site";
import { administrator, PASSWORD, secretIn, signedIn } from "../../support/staff";

const server = await vi.hoisted(async () => {
  const { startMailServer } = await import("../../support/smtp");
  const started = await startMailServer();
  process.env.SMTP_URL = started.url;
  process.env.MAIL_FROM = "office@yard.example";
  process.env.PUBLIC_URL = "http://yard.example";
  return started;
});

const PAGE = "/admin/people";
const NEW_PASSWORD = "four words of mine";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
beforeEach(async () => {
  await site.db.deleteFrom("outbox").execute();
  server.mails.length = 0;
});
afterAll(() => server.stop());

/** What has arrived when all that is due was sent. */
async function mails() {
  await sendDueMail(new Date());
  return server.mails;
}
const linkIn = (text = "") => /http:\/\/yard\.example(\/choose-password\?key=[\w-]+)/.exec(text)?.[1] ?? "";

test("an invitation goes to the person's address, works once, and is on no page", async () => {
  const answer = await site.form(
    PAGE,
    { username: "mia", email: "mia@example.com", role: "counter" },
    { cookie },
  );
  expect([answer.status, await answer.text()]).toEqual([303, expect.not.stringContaining("key=")]);
  const [mail, ...more] = await mails();
  expect([mail?.to, more]).toEqual(["mia@example.com", []]);
  expect(mail?.text).toContain("You sign in as mia.");
  const link = linkIn(mail?.text);
  const choose = () => site.form(link, { newPassword: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD });
  expect([(await choose()).status, (await choose()).status]).toEqual([303, 404]);
  // Nobody sees what is kept of a message, so the table alone tells that its key is gone.
  expect(await site.db.selectFrom("outbox").select("text").execute()).toEqual([{ text: "" }]);
  const html = await (await site.fetch("/admin/mail", { headers: { Cookie: cookie } })).text();
  expect(html).toContain("mia@example.com");
  expect(html).not.toContain("key=");
});

test("without an address there is a link to hand over", async () => {
  const answer = await site.form(PAGE, { username: "noel", role: "yard" }, { cookie });
  expect([answer.status, await answer.text()]).toEqual([
    201,
    expect.stringContaining("/choose-password?key="),
  ]);
  expect(await mails()).toEqual([]);
});

test("a forgotten password is answered by mail", async () => {
  const account = await administrator("olaf", "counter");
  const person = `${PAGE}/${account.id}`;
  expect((await site.form(person, { intent: "mail-link" }, { cookie })).status).toBe(400);
  await site.db
    .updateTable("administrators")
    .set({ email: "olaf@example.com" })
    .where("id", "=", account.id)
    .execute();
  expect(await textOf(await site.fetch(person, { headers: { Cookie: cookie } }))).toContain(
    "Email a Password Link",
  );
  expect((await site.form(person, { intent: "mail-link" }, { cookie })).status).toBe(303);
  const [mail] = await mails();
  expect(mail?.header("subject")).toMatch(/^A new password at /);
  expect((await site.fetch(linkIn(mail?.text))).status).toBe(200);
});

test("at most thirty links an hour are mailed for one account, whoever they are for", async () => {
  const { cookie: theirs } = await signedIn();
  const account = await administrator("rita", "yard");
  await site.db
    .updateTable("administrators")
    .set({ email: "rita@example.com" })
    .where("id", "=", account.id)
    .execute();
  const send = () => site.form(`${PAGE}/${account.id}`, { intent: "mail-link" }, { cookie: theirs });
  for (let sent = 1; sent <= 30; sent++) expect([sent, (await send()).status]).toEqual([sent, 303]);
  const refused = await send();
  expect([refused.status, Number(refused.headers.get("Retry-After"))]).toEqual([429, expect.any(Number)]);
  expect(await textOf(refused)).toMatch(
    /Too many requests from your account\. Please try again in (59|60) minutes\./,
  );
});

test("whoever has an account is told when its address or its second factor changes", async () => {
  const account = await administrator("pia");
  await site.db
    .updateTable("administrators")
    .set({ email: "pia@example.com" })
    .where("id", "=", account.id)
    .execute();
  const { cookie: hers } = await signedIn(account);
  const post = (path: string, fields: Record<string, string>) => site.form(path, fields, { cookie: hers });
  await post("/admin/account", { intent: "email", email: "elsewhere@example.com", password: PASSWORD });
  expect(await mails()).toMatchObject([
    { to: "pia@example.com", text: expect.stringContaining("Your account's email address was changed") },
  ]);
  const html = await (
    await post("/admin/account/second-factor", { intent: "app", password: PASSWORD })
  ).text();
  const { TOTP } = await import("otpauth");
  const secret = secretIn(html);
  const sealed = /name="sealed" value="([\w-]+)"/.exec(html)?.[1] ?? "";
  await post("/admin/account/second-factor", {
    intent: "confirm-app",
    sealed,
    code: new TOTP({ secret }).generate(),
  });
  expect((await mails()).at(-1)).toMatchObject({
    to: "elsewhere@example.com",
    text: expect.stringContaining("An authenticator app was set up"),
  });
});

test("an owner is told what was done on a page that they left open, and anybody of a new password", async () => {
  const owner = await administrator("rosa");
  const other = await administrator("sam", "counter");
  for (const { id, username } of [owner, other])
    await site.db
      .updateTable("administrators")
      .set({ email: `${username}@example.com` })
      .where("id", "=", id)
      .execute();
  const { cookie: open } = await signedIn(owner);
  const post = (path: string, fields: Record<string, string>) => site.form(path, fields, { cookie: open });
  await post(`${PAGE}/tokens`, { name: "Sync", role: "owner", password: PASSWORD });
  await post(PAGE, { username: "tess", role: "owner", password: PASSWORD });
  await post(PAGE, { username: "yves", role: "yard" });
  await post(`${PAGE}/${other.id}`, { intent: "role", role: "owner", password: PASSWORD });
  const html = await (await post(`${PAGE}/${other.id}`, { intent: "link", password: PASSWORD })).text();
  const key = /choose-password\?key=([\w-]+)/.exec(html)?.[1];
  await site.form(`/choose-password?key=${key}`, {
    newPassword: NEW_PASSWORD,
    repeatedPassword: NEW_PASSWORD,
  });
  await post(`${PAGE}/${other.id}`, { intent: "role", role: "counter", password: PASSWORD });
  const history = await textOf(await site.fetch(`${PAGE}/${other.id}`, { headers: { Cookie: open } }));
  expect(history).toContain("Link to choose a password none → Made");
  expect(
    (await mails()).map(({ to, text }) => [to, text.split(" The account is")[0]?.split("\n").at(-1)]),
  ).toEqual([
    ["rosa@example.com", "An API token with the role Owner was made with your account."],
    ["rosa@example.com", "tess was made an owner of the site with your account."],
    ["rosa@example.com", "sam was made an owner of the site with your account."],
    ["sam@example.com", "Your role is Owner now."],
    [
      "sam@example.com",
      "rosa made a link to choose a new password for your account. Any link emailed before no longer works.",
    ],
    ["sam@example.com", "The password of your account was changed."],
    ["sam@example.com", "You're no longer an owner of the site: your role is Counter now."],
  ]);
});
