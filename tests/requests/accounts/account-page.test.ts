import { beforeAll, expect, test } from "vitest";
import { type Administrator, findAdministratorById } from "~/accounts/administrator.server";
import { type Site, startSite, textOf } from "../../support/site";
import { administrator, expireSessions, PASSWORD, sessionOf, signedIn } from "../../support/staff";

const PAGE = "/admin/account";
const NEW = "four words of mine";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

const html = async (cookie: string) => (await site.fetch(PAGE, { headers: { Cookie: cookie } })).text();
const words = async (cookie: string) => textOf(await site.fetch(PAGE, { headers: { Cookie: cookie } }));
const isOpen = async (cookie: string) =>
  (await site.fetch("/admin", { headers: { Cookie: cookie } })).status === 200;
const canSignIn = async (username: string, password: string) =>
  (await site.form("/login", { username, password })).status === 303;

/** The account with the password that it has by now. */
async function current(id: string): Promise<Administrator> {
  const account = await findAdministratorById(id);
  if (!account) throw new Error("The account is gone.");
  return account;
}

const change = (cookie: string, newPassword: string, fields: Record<string, string> = {}) =>
  site.form(
    PAGE,
    { currentPassword: PASSWORD, newPassword, repeatedPassword: newPassword, ...fields },
    { cookie },
  );

test("one's own password is changed with the current one, and every other session ends", async () => {
  const here = await signedIn();
  const [there, colleague] = [await signedIn(here.account), await signedIn()];
  const { username } = here.account;
  expect(await html(here.cookie)).toMatch(/<header class="staff-bar[\s\S]*href="\/admin\/account"/);

  const answer = await change(here.cookie, NEW);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, PAGE]);
  expect(await canSignIn(username, PASSWORD)).toBe(false);
  expect(await canSignIn(username, NEW)).toBe(true);
  expect(await Promise.all([here, there, colleague].map(({ cookie }) => isOpen(cookie)))).toEqual([
    true,
    false,
    true,
  ]);
});

test("a password that cannot be is named by field, nothing is changed and no password is sent back", async () => {
  const { cookie, account } = await signedIn();
  const refused: [string, Record<string, string>, string][] = [
    [NEW, { currentPassword: "not the one" }, "That's not your current password"],
    [NEW, { currentPassword: "" }, "Please enter your current password"],
    [NEW, { repeatedPassword: "four words of yours" }, "The passwords don't match"],
    ["", {}, "Please enter a new password"],
    ["too short", {}, "A password needs at least 10 characters."],
    ["Qwertyuiop", {}, "That's one of the most common passwords"],
    [`${account.username}-2026`, {}, "That password is too easy to guess"],
  ];
  for (const [newPassword, fields, sentence] of refused) {
    const answer = await change(cookie, newPassword, fields);
    const page = await answer.clone().text();
    expect([answer.status, await textOf(answer)]).toEqual([400, expect.stringContaining(sentence)]);
    for (const typed of [PASSWORD, newPassword || PASSWORD, "not the one"]) expect(page).not.toContain(typed);
  }
  expect(await canSignIn(account.username, PASSWORD)).toBe(true);
});

test("one's own password is changed ten times an hour at most, however often one signs in, for each change is mailed", async () => {
  const { account, cookie: first } = await signedIn();
  expect((await change(first, NEW, { currentPassword: "not the one" })).status).toBe(400);
  for (let time = 1; time <= 10; time++) {
    const { cookie } = await signedIn(await current(account.id));
    const [before, after] = time % 2 ? [PASSWORD, NEW] : [NEW, PASSWORD];
    expect([time, (await change(cookie, after, { currentPassword: before })).status]).toEqual([time, 303]);
  }
  const { cookie } = await signedIn(await current(account.id));
  const refused = await change(cookie, NEW);
  expect([refused.status, Number(refused.headers.get("Retry-After"))]).toEqual([429, expect.any(Number)]);
  expect(await textOf(refused)).toMatch(
    /Too many requests from your account\. Please try again in (59|60) minutes\./,
  );
  expect(await canSignIn(account.username, PASSWORD)).toBe(true);
  expect((await change((await signedIn()).cookie, NEW)).status).toBe(303);
});

test("whoever finds a page open cannot guess the current password: the lockout counts", async () => {
  const { cookie } = await signedIn();
  const statuses = [];
  for (let time = 0; time < 4; time++) {
    const answer = await change(cookie, NEW, { currentPassword: `guess ${time}` });
    statuses.push([answer.status, answer.headers.has("Retry-After")]);
  }
  expect(statuses).toEqual([
    [400, false],
    [400, false],
    [429, true],
    [429, true],
  ]);
});

test("the page lists where one is signed in, and ends one session or all others", async () => {
  const account = await administrator();
  const here = await signedIn(account);
  const [first, second, third] = [await signedIn(account), await signedIn(account), await signedIn(account)];
  const colleague = await signedIn();
  await sessionOf(account, new Date(Date.now() - 31 * 60_000));
  const end = (fields: Record<string, string>) =>
    site.form(PAGE, { intent: "end-sessions", password: PASSWORD, ...fields }, { cookie: here.cookie });

  const said = await words(here.cookie);
  expect(
    said.match(/Signed in \w{3} \d+, \d{4}, \d+:\d\d [AP]M Last active \w{3} \d+, \d{4}, \d+:\d\d [AP]M/g),
  ).toHaveLength(4);
  expect(said.match(/This session/g)).toHaveLength(1);

  expect((await end({ session: first.session.id })).headers.get("Location")).toBe(PAGE);
  expect(await isOpen(first.cookie)).toBe(false);
  await end({ session: colleague.session.id });
  expect(await isOpen(colleague.cookie)).toBe(true);

  await end({ session: "" });
  expect(await Promise.all([here, second, third, colleague].map(({ cookie }) => isOpen(cookie)))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(await words(here.cookie)).not.toContain("End Sessions");
});

test("a page that was left open signs its owner out nowhere: that takes the password, logging out does not", async () => {
  const open = await signedIn();
  const elsewhere = await signedIn(open.account);
  for (const fields of [{ session: "" }, { session: elsewhere.session.id }])
    for (const [password, sentence] of [
      ["", "Please enter your current password"],
      ["not the one", "That's not your current password"],
    ] as const) {
      const sent = { intent: "end-sessions", password, ...fields };
      const refused = await site.form(PAGE, sent, { cookie: open.cookie });
      expect([refused.status, await textOf(refused)]).toEqual([400, expect.stringContaining(sentence)]);
    }
  expect(await isOpen(elsewhere.cookie)).toBe(true);
  await site.form("/logout", {}, { cookie: open.cookie });
  expect([await isOpen(open.cookie), await isOpen(elsewhere.cookie)]).toEqual([false, true]);
});

test("a password that was sent after the session ended is not stored", async () => {
  const { cookie, account } = await signedIn();
  await expireSessions(account);
  const answer = await change(cookie, NEW);
  expect(answer.headers.get("Location")).toBe("/login?redirectTo=%2Fadmin%2Faccount");
  // No page shows what was not kept.
  expect(await site.db.selectFrom("savedSubmissions").selectAll().execute()).toEqual([]);
});

const saveEmail = (cookie: string, email: string, password = PASSWORD) =>
  site.form(PAGE, { intent: "email", email, password }, { cookie });

test("one's email address is saved, refused where it is none, and removed, each with a line in the history", async () => {
  const { cookie } = await signedIn();
  expect((await saveEmail(cookie, "tom@yard.example")).status).toBe(303);
  expect(await html(cookie)).toContain('value="tom@yard.example"');
  expect(await words(cookie)).toContain("Email none → tom@yard.example");
  const refused = await saveEmail(cookie, "tom");
  expect([refused.status, await textOf(refused)]).toEqual([
    400,
    expect.stringContaining("Please enter a valid email address"),
  ]);
  await saveEmail(cookie, "");
  expect(await html(cookie)).not.toContain('value="tom@yard.example"');
  expect(await words(cookie)).toContain("Email tom@yard.example → none");
});

test("one's email address is changed by nobody who finds the page open, and what was typed stays but the password", async () => {
  const { cookie } = await signedIn();
  for (const [password, sentence] of [
    ["not the one", "That's not your current password"],
    ["", "Please enter your current password"],
  ] as const) {
    const refused = await saveEmail(cookie, "eve@elsewhere.example", password);
    const page = await refused.clone().text();
    expect([refused.status, await textOf(refused)]).toEqual([400, expect.stringContaining(sentence)]);
    expect(page).toContain('value="eve@elsewhere.example"');
    expect(page).not.toContain("not the one");
  }
  expect(await html(cookie)).not.toContain("eve@elsewhere.example");
});
