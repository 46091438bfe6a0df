import { beforeAll, describe, expect, it } from "vitest";
import { listAdministrators, setEmail } from "~/accounts/administrator.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { assignRequest } from "~/requests/work.server";
import { as } from "../../support/act";
import { fieldsOf, fieldsWithoutForm } from "../../support/form-fields";
import { minutesLater, newPartRequest } from "../../support/requests";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { administrator, PASSWORD, signedIn } from "../../support/staff";

const PAGE = "/admin/people";
const NEW_PASSWORD = "four words of mine";

let site: Site;
let cookie: string;
let owner: string;
beforeAll(async () => {
  site = await startSite();
  const signed = await signedIn();
  ({ cookie } = signed);
  owner = signed.account.id;
});

const page = async (path = PAGE, by = cookie) => textOf(await site.fetch(path, { headers: { Cookie: by } }));
const post = (path: string, fields: Record<string, string>, by = cookie) =>
  site.form(path, fields, { cookie: by });
const signIn = (username: string, password: string) => site.form("/login", { username, password });
const linkIn = (html: string) =>
  /<textarea[^>]*>[^<]*(\/choose-password\?key=[\w-]+)</.exec(html.replaceAll("&amp;", "&"))?.[1] ?? "";

/** A section's page, and what its form was opened with. */
async function settings(section: string): Promise<[path: string, fields: Record<string, string>]> {
  const path = `/admin/settings/${section}`;
  const shown = await site.fetch(path, { headers: { Cookie: cookie } });
  return [path, fieldsOf(await shown.text(), "settings-form")];
}

async function invite(username: string, role = "counter"): Promise<string> {
  const answer = await post(PAGE, { username, role, password: PASSWORD });
  expect(answer.status).toBe(201);
  return linkIn(await answer.text());
}

describe("a person is added", () => {
  it("thirty times an hour at most, for each may be mailed, and what was typed stays", async () => {
    const { cookie: theirs } = await signedIn();
    const add = (username: string) => post(PAGE, { username, role: "yard" }, theirs);
    for (let added = 1; added <= 30; added++)
      expect([added, (await add(`often${added}`)).status]).toEqual([added, 201]);
    const refused = await add("once.too.often");
    expect([refused.status, Number(refused.headers.get("Retry-After"))]).toEqual([429, expect.any(Number)]);
    const html = await refused.text();
    expect(html).toMatch(/Too many requests from your account\. Please try again in (59|60) minutes\./);
    expect(html).toContain('value="once.too.often"');
    expect(await page()).not.toMatch(/once\.too\.often Invited/);
  });

  it("with a link, which lets them choose a password once, and signs them in", async () => {
    const link = await invite("carla");
    expect(await page()).toMatch(/carla Invited Counter/);
    expect((await signIn("carla", "")).status).toBe(400);
    expect((await signIn("carla", PASSWORD)).status).toBe(401);
    // Opening it changes nothing.
    for (let opened = 0; opened < 2; opened++) {
      const opened = await site.fetch(link);
      expect(opened.headers.get("Cache-Control")).toContain("no-store");
      expect(opened.headers.get("X-Robots-Tag")).toBe("noindex");
      expect(await textOf(opened)).toContain("You sign in as carla");
    }
    const chosen = await site.form(link, { newPassword: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD });
    expect([chosen.status, chosen.headers.get("Location")]).toEqual([303, "/admin/today"]);
    expect(await page("/admin/today", cookiesOf(chosen))).toContain("Your account: carla");
    expect((await signIn("carla", NEW_PASSWORD)).status).toBe(303);
    expect(await page()).toMatch(/carla Counter/);
    const again = await site.form(link, {
      newPassword: "another one of mine",
      repeatedPassword: "another one of mine",
    });
    expect(again.status).toBe(404);
    expect(await textOf(again)).toContain("This link has been used, or is too old.");
    expect((await signIn("carla", NEW_PASSWORD)).status).toBe(303);
  });

  it.each([
    [{ newPassword: "short", repeatedPassword: "short" }, "A password needs at least 10 characters."],
    [{ newPassword: "password123456", repeatedPassword: "x" }, /The passwords don't match|common/],
    [{ newPassword: NEW_PASSWORD, repeatedPassword: "another one" }, "The passwords don't match."],
  ])("whose password is no good is told so, and the link goes on working: %j", async (fields, message) => {
    const link = await invite(`dan${Math.random()}`);
    const answer = await site.form(link, fields);
    expect(answer.status).toBe(400);
    expect(await textOf(answer)).toMatch(message);
    expect((await site.fetch(link)).status).toBe(200);
  });

  it("but not without a name or a role, nor twice, and nothing typed is lost", async () => {
    const answer = await post(PAGE, { username: "", email: "no address", role: "" });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain("A username needs at least one letter or digit.");
    expect(html).toContain("Please enter a valid email address");
    expect(html).toContain("Please choose a role");
    expect(html).toContain('value="no address"');
    await invite("erin");
    const twice = await post(PAGE, { username: "Erin", role: "yard" });
    expect([twice.status, await textOf(twice)]).toEqual([
      400,
      expect.stringContaining("There is already an account with that name"),
    ]);
  });

  it("and a link that nobody made opens nothing", async () => {
    for (const key of ["", "x", "a".repeat(43)]) {
      const answer = await site.fetch(`/choose-password?key=${key}`);
      expect([answer.status, await textOf(answer)]).toEqual([404, expect.stringContaining("Ask an owner")]);
    }
  });
});

describe("an account", () => {
  it("gets a new password by a link that replaces the one before", async () => {
    const account = await administrator("frank", "yard");
    const { cookie: his } = await signedIn(account);
    const person = `${PAGE}/${account.id}`;
    const first = linkIn(await (await post(person, { intent: "link" })).text());
    const second = linkIn(await (await post(person, { intent: "link" })).text());
    expect((await site.fetch(first)).status).toBe(404);
    // Until it is used the old password works.
    expect((await signIn("frank", PASSWORD)).status).toBe(303);
    await site.form(second, { newPassword: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD });
    expect((await signIn("frank", PASSWORD)).status).toBe(401);
    expect((await site.fetch("/admin", { headers: { Cookie: his } })).status).toBe(303);
  });

  it("is turned off and on: it is signed out, can't sign in, and its links end", async () => {
    const account = await administrator("gina", "counter");
    const { cookie: hers } = await signedIn(account);
    const person = `${PAGE}/${account.id}`;
    const link = linkIn(await (await post(person, { intent: "link" })).text());
    expect((await post(person, { intent: "off" })).status).toBe(303);
    expect(await page(person)).toContain("gina can't sign in.");
    expect((await site.fetch("/admin", { headers: { Cookie: hers } })).status).toBe(303);
    expect((await signIn("gina", PASSWORD)).status).toBe(401);
    expect((await site.fetch(link)).status).toBe(404);
    expect(
      (await site.form(link, { newPassword: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD })).status,
    ).toBe(404);
    await post(person, { intent: "on" });
    expect((await signIn("gina", PASSWORD)).status).toBe(303);
    expect(await page(person)).toMatch(/Signing in Off On|Signing in:? ?Off → On|Off.{0,20}On/);
  });

  it.each([
    ["mail", { "mail.notify": "parts@yard.example\nGinger@yard.example" }, "Email"],
    ["mail", { "mail.leads": "Ginger@yard.example" }, "Email"],
    ["business", { privacyEmail: "Ginger@yard.example" }, "Business"],
  ])(
    "that is turned off is said to go on getting what Settings send it: %s %j",
    async (section, typed, title) => {
      const account = await administrator(undefined, "counter");
      const person = `${PAGE}/${account.id}`;
      await as({ now: new Date() }, () => setEmail(account.id, "ginger@yard.example"));
      const sentence = `Email about customers goes to ginger@yard.example, signed in or not, while it's in Settings, under ${title}`;
      const [path, before] = await settings(section);
      expect(await page(person)).not.toContain(sentence);
      expect((await post(path, { ...before, ...typed, ownPassword: PASSWORD })).status).toBe(303);

      expect(await page(person)).toContain(sentence);
      const off = await post(person, { intent: "off" });
      const html = await (await site.fetch(person, { headers: { Cookie: cookiesOf(off, cookie) } })).text();
      expect(await textOf(new Response(html))).toMatch(
        new RegExp(`can't sign in anymore ${sentence}.*Their name stays in the history\\. ${sentence}`),
      );
      expect(html).toMatch(new RegExp(`<a [^>]*href="${path}">${title}</a>`));

      const [, after] = await settings(section);
      const names = Object.keys(typed);
      const restored = Object.fromEntries(names.map((name) => [name, before[name] ?? ""]));
      expect((await post(path, { ...after, ...restored, ownPassword: PASSWORD })).status).toBe(303);
      expect(await page(person)).not.toContain(sentence);
    },
  );

  it("that changes its own password ends a link that was handed out before", async () => {
    const account = await administrator("lou", "counter");
    const { cookie: own } = await signedIn(account);
    const link = linkIn(await (await post(`${PAGE}/${account.id}`, { intent: "link" })).text());
    const fields = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD };
    expect((await post("/admin/account", fields, own)).status).toBe(303);
    expect((await site.fetch(link)).status).toBe(404);
  });

  it("is signed out everywhere", async () => {
    const account = await administrator("hugo", "yard");
    const { cookie: his } = await signedIn(account);
    await post(`${PAGE}/${account.id}`, { intent: "sign-out" });
    expect((await site.fetch("/admin", { headers: { Cookie: his } })).status).toBe(303);
    expect((await signIn("hugo", PASSWORD)).status).toBe(303);
    expect(await page(`${PAGE}/${account.id}`)).toMatch(/Sessions .{0,10}Ended/);
  });

  it("hands its open requests to whom the owner chooses, never to nobody unasked", async () => {
    const [account, ivy] = [await administrator("henry", "counter"), await administrator("ivy", "counter")];
    const request = await newPartRequest();
    await as({ username: "marta", now: minutesLater(1) }, () =>
      assignRequest(PART_REQUESTS, request, { assigneeId: account.id, expectedVersion: null }),
    );
    const person = `${PAGE}/${account.id}`;
    const unsaid = await post(person, { intent: "off", successor: "" });
    expect([unsaid.status, await textOf(unsaid)]).toEqual([
      400,
      expect.stringContaining("Please choose who takes over the open requests, or Unassigned"),
    ]);
    expect((await post(person, { intent: "role", role: "yard" })).status).toBe(400);
    const yard = await administrator("jack", "yard");
    expect((await post(person, { intent: "off", successor: yard.id })).status).toBe(409);
    expect((await signIn("henry", PASSWORD)).status).toBe(303);
    expect((await post(person, { intent: "off", successor: ivy.id })).status).toBe(303);
    expect(await page(`/admin/parts-requests/${request}`)).toMatch(/ivy/);
    expect(await page(`${PAGE}/${ivy.id}`)).toContain("Who takes over the open request");
  });

  it("changes its role, which holds at once", async () => {
    const account = await administrator("kate", "yard");
    const { cookie: hers } = await signedIn(account);
    const customers = () => site.fetch("/admin/customers", { headers: { Cookie: hers } });
    expect((await customers()).status).toBe(403);
    await post(`${PAGE}/${account.id}`, { intent: "role", role: "counter" });
    expect((await customers()).status).toBe(200);
    expect(await page(`${PAGE}/${account.id}`)).toMatch(/Role.*Yard.*Counter/);
  });
});

describe("what the page of an account says is so", () => {
  const shownAfter = async (answer: Response, by = cookie) =>
    textOf(
      await site.fetch(answer.headers.get("Location") ?? "", { headers: { Cookie: cookiesOf(answer, by) } }),
    );

  it("of an owner who gives themselves another role, on a page that is still theirs", async () => {
    const { account, cookie: theirs } = await signedIn(await administrator("sven"));
    const fields = { intent: "role", role: "counter", password: PASSWORD };
    const answer = await post(`${PAGE}/${account.id}`, fields, theirs);
    expect(answer.headers.get("Location")).toBe("/admin/account");
    expect(await shownAfter(answer, theirs)).toMatch(/sven is Counter now.*Your Account/);
  });

  it("of whoever signs themselves out elsewhere: this session is kept", async () => {
    const answer = await post(`${PAGE}/${owner}`, { intent: "sign-out", password: PASSWORD });
    expect(await shownAfter(answer)).toContain("You're signed out everywhere else");
  });

  it("of an account that a colleague has turned off: no link is made that opens nothing", async () => {
    const { id } = await administrator("tara", "counter");
    const person = `${PAGE}/${id}`;
    await post(person, { intent: "off" });
    const answer = await post(person, { intent: "link" });
    expect([answer.status, await textOf(answer)]).toEqual([
      409,
      expect.stringContaining("tara is turned off. Turn the account on first."),
    ]);
  });

  it("of somebody who was invited, turned off and on: they have no password yet", async () => {
    await invite("uma");
    const id = (await listAdministrators()).find(({ username }) => username === "uma")?.id;
    const person = `${PAGE}/${id}`;
    expect(await page(person)).toContain("They have yet to choose a password: a new link lets them");
    await post(person, { intent: "off" });
    expect(await shownAfter(await post(person, { intent: "on" }))).toContain(
      "uma is turned on, and needs a new link to choose a password",
    );
  });

  it("of the field that somebody has to fill in, in the form that was sent alone", async () => {
    const account = await administrator("urs", "counter");
    const request = await newPartRequest();
    await as({ username: "marta", now: minutesLater(1) }, () =>
      assignRequest(PART_REQUESTS, request, { assigneeId: account.id, expectedVersion: null }),
    );
    for (const fields of [
      { intent: "off", role: "" },
      { intent: "role", role: "yard" },
    ]) {
      const html = await (await post(`${PAGE}/${account.id}`, { ...fields, successor: "" })).text();
      const invalid = (html.match(/<select[^>]*>/g) ?? []).filter((tag) => tag.includes("aria-invalid"));
      expect(invalid).toEqual([expect.stringContaining(`id="${fields.intent}-successor"`)]);
    }
  });

  it.each([
    ["counter", "Once email is on, emailed about requests assigned to the account and changes to it"],
    ["yard", "Once email is on, emailed about changes to the account"],
    ["bookkeeper", "Once email is on, emailed about changes to the account"],
  ] as const)("of what a %s is told of by email", async (role, sentence) => {
    const account = await administrator(undefined, role);
    await as({ now: new Date() }, () => setEmail(account.id, "desk@yard.example"));
    expect(await page(`${PAGE}/${account.id}`)).toContain(`${sentence} at desk@yard.example`);
    const { cookie: own } = await signedIn(account);
    expect(await page("/admin/account", own)).toContain(sentence.replace("emailed", "you're emailed"));
  });

  it("of a role: nobody changes the book", async () => {
    expect(await page("/admin/people/roles")).toMatch(/ Book See (?!Change)/);
  });
});

describe("an owner's account", () => {
  const status = async (path: string, fields: Record<string, string>) => (await post(path, fields)).status;

  it("is made with one's password alone, and nothing typed is lost", async () => {
    const answer = await post(PAGE, { username: "nina", role: "owner", password: "not mine" });
    expect([answer.status, await textOf(answer)]).toEqual([
      400,
      expect.stringContaining("That's not your current password"),
    ]);
    const both = await textOf(await post(PAGE, { username: "", role: "owner" }));
    expect(both).toContain("A username needs at least one letter or digit.");
    expect(both).toContain("Please enter your current password");
    expect(await status(PAGE, { username: "nina", role: "owner" })).toBe(400);
    expect(await page()).not.toContain("nina");
    expect(await status(PAGE, { username: "nina", role: "owner", password: PASSWORD })).toBe(201);

    const { id } = await administrator("omar", "counter");
    expect(await status(`${PAGE}/${id}`, { intent: "role", role: "owner" })).toBe(400);
    expect(await page()).toMatch(/omar Counter/);
    expect(await status(`${PAGE}/${id}`, { intent: "role", role: "owner", password: PASSWORD })).toBe(303);
  });

  it("isn't opened by a link that was made before it was an owner's", async () => {
    const { id } = await administrator("quinn", "counter");
    const link = linkIn(await (await post(`${PAGE}/${id}`, { intent: "link" })).text());
    await post(`${PAGE}/${id}`, { intent: "role", role: "yard" });
    expect((await site.fetch(link)).status).toBe(200);
    await post(`${PAGE}/${id}`, { intent: "role", role: "owner", password: PASSWORD });
    expect((await site.fetch(link)).status).toBe(404);
  });

  it("becomes another role's with one's password alone, for what opens an account asks for it at owners alone", async () => {
    const { id } = await administrator("rita");
    expect(await status(`${PAGE}/${id}`, { intent: "role", role: "counter" })).toBe(400);
    expect(await page()).toMatch(/rita Owner/);
    expect(await status(`${PAGE}/${id}`, { intent: "role", role: "counter", password: PASSWORD })).toBe(303);
    expect(await page()).toMatch(/rita Counter/);
  });

  it("is opened to somebody, or shut, with one's password alone", async () => {
    const { id } = await administrator("petra");
    const person = `${PAGE}/${id}`;
    for (const [intent, done] of [
      ["link", 200],
      ["reset-factor", 303],
      ["sign-out", 303],
      ["off", 303],
      ["on", 303],
    ] as const) {
      expect(await status(person, { intent })).toBe(400);
      const html = await (await site.fetch(person, { headers: { Cookie: cookie } })).text();
      expect(fieldsWithoutForm(html)).toEqual([]);
      expect(await status(person, { intent, password: PASSWORD })).toBe(done);
    }
  });

  it("isn't shut from a page that was left open, not even one's own", async () => {
    const { id } = await administrator("vera");
    const { cookie: hers } = await signedIn(await administrator("viktor"));
    const answer = await post(`${PAGE}/${id}`, { intent: "off", password: "not mine" }, hers);
    expect([answer.status, await textOf(answer)]).toEqual([
      400,
      expect.stringContaining("That's not your current password"),
    ]);
    expect(await status(`${PAGE}/${owner}`, { intent: "off" })).toBe(400);
    expect((await signIn("vera", PASSWORD)).status).toBe(303);
  });

  it("is signed out nowhere from a page that was left open, not even one's own", async () => {
    const [left, wanda] = [await signedIn(), await signedIn(await administrator("wanda"))];
    for (const { id } of [wanda.account, left.account]) {
      const answer = await post(`${PAGE}/${id}`, { intent: "sign-out" }, left.cookie);
      expect([answer.status, await textOf(answer)]).toEqual([
        400,
        expect.stringContaining("Please enter your current password"),
      ]);
    }
    expect((await site.fetch("/admin", { headers: { Cookie: wanda.cookie } })).status).toBe(200);
    await post(`${PAGE}/${wanda.account.id}`, { intent: "sign-out", password: PASSWORD }, left.cookie);
    expect((await site.fetch("/admin", { headers: { Cookie: wanda.cookie } })).status).toBe(303);
  });
});

it("the last owner can't be turned off or given another role", async () => {
  const others = (await listAdministrators()).filter(({ id, role }) => role === "owner" && id !== owner);
  for (const other of others)
    await post(`${PAGE}/${other.id}`, { intent: "off", successor: "unassigned", password: PASSWORD });
  // One who was invited may never come.
  await invite("lena", "owner");
  for (const fields of [
    { intent: "off", role: "", password: PASSWORD },
    { intent: "role", role: "yard", password: PASSWORD },
  ]) {
    const answer = await post(`${PAGE}/${owner}`, fields);
    expect([answer.status, await textOf(answer)]).toEqual([
      409,
      expect.stringContaining("This is the last owner"),
    ]);
  }
  expect(await page(`${PAGE}/${owner}`)).toContain("This is the only owner who can sign in");
  expect((await site.fetch(PAGE, { headers: { Cookie: cookie } })).status).toBe(200);
});
