import { TOTP } from "otpauth";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Administrator, removeAdministrator } from "~/accounts/administrator.server";
import { COMMAND_LINE } from "~/context.server";
import { as } from "../../support/act";
import { apiOf } from "../../support/api";
import { fieldsOf, fieldsWithoutForm } from "../../support/form-fields";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { administrator, PASSWORD, secretIn, signedIn } from "../../support/staff";

// In a process of its own: process.env.TRUST_PROXY = "1" lets each test come from an address of its own.
vi.hoisted(() => {
  process.env.TRUST_PROXY = "1";
});

const PAGE = "/admin/account/second-factor";
const PERIOD_MS = 30_000;

let site: Site;
let address = 0;
beforeAll(async () => {
  site = await startSite();
});

/** Somebody with an app, whose password alone signs nobody in. */
async function withApp(username: string, role: "owner" | "counter" = "owner") {
  return setUpApp(await administrator(username, role));
}

async function setUpApp(account: Administrator) {
  const { cookie } = await signedIn(account);
  const post = (fields: Record<string, string>) => site.form(PAGE, fields, { cookie });
  const html = await (await post({ intent: "app", password: PASSWORD })).text();
  const secret = secretIn(html);
  const sealed = /name="sealed" value="([\w-]+)"/.exec(html)?.[1] ?? "";
  const codeAt = (time: number) => new TOTP({ secret }).generate({ timestamp: time });
  const set = await post({ intent: "confirm-app", sealed, code: codeAt(Date.now()) });
  const text = await set.text();
  const codes = /<textarea[^>]*id="recovery-codes"[^>]*>([^<]*)</.exec(text)?.[1]?.trim().split("\n") ?? [];
  expect([set.status, codes.length]).toEqual([200, 10]);
  // The code of the period after that of the set-up: a code may be one period off, and neither goes out while it is on its way.
  return { account, cookie, codes, sealed, secret, code: () => codeAt(Date.now() + PERIOD_MS), post };
}

/** A browser at an address of its own. */
function browser(from = `198.51.100.${++address}`) {
  let cookie = "";
  const keep = (answer: Response) => {
    cookie = cookiesOf(answer, cookie);
    return answer;
  };
  const headers = { "X-Forwarded-For": from };
  return {
    post: async (path: string, fields: Record<string, string>) =>
      keep(await site.form(path, fields, { cookie, headers })),
    get: (path: string) => site.fetch(path, { headers: { Cookie: cookie, ...headers } }),
    cookie: () => cookie,
    setCookie: (other: string) => {
      cookie = other;
    },
  };
}

describe("an authenticator app", () => {
  it("is asked for after the password, and a code works once", async () => {
    const { account, code } = await withApp("app-anna");
    const at = browser();
    const first = await at.post("/login?redirectTo=%2Fadmin%2Fparts", {
      username: account.username,
      password: PASSWORD,
    });
    expect([first.status, first.headers.get("Location")]).toEqual([
      303,
      "/login/code?redirectTo=%2Fadmin%2Fparts",
    ]);
    // Half signed in opens nothing.
    for (const path of ["/admin", "/admin/parts.data", PAGE])
      expect((await at.get(path)).status).not.toBe(200);
    expect(await textOf(await at.get("/login/code"))).toContain(`Signing in as ${account.username}`);
    // Nor does it in another browser.
    const elsewhere = await browser().get("/login/code");
    expect([elsewhere.status, await textOf(elsewhere)]).toEqual([
      401,
      expect.not.stringContaining(account.username),
    ]);
    const wrong = await at.post("/login/code", { code: "000000" });
    expect([wrong.status, await textOf(wrong)]).toEqual([
      401,
      expect.stringContaining("That code isn't right"),
    ]);
    const used = code();
    const done = await at.post("/login/code?redirectTo=%2Fadmin%2Fparts", {
      code: `${used.slice(0, 3)} ${used.slice(3)}`,
    });
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin/parts"]);
    expect((await at.get("/admin/parts")).status).toBe(200);
    const other = browser();
    await other.post("/login", { username: account.username, password: PASSWORD });
    expect((await other.post("/login/code", { code: used })).status).toBe(401);
  });

  it("is set up only with the password and a code of it, and signs everybody else out", async () => {
    const account = await administrator("app-bert");
    const { cookie } = await signedIn(account);
    const { cookie: elsewhere } = await signedIn(account);
    const post = (fields: Record<string, string>) => site.form(PAGE, fields, { cookie });
    for (const password of ["", "wrong password here"]) {
      const answer = await post({ intent: "app", password });
      expect([answer.status, await answer.text()]).toEqual([400, expect.not.stringContaining("otpauth://")]);
    }
    const html = await (await post({ intent: "app", password: PASSWORD })).text();
    const sealed = /name="sealed" value="([\w-]+)"/.exec(html)?.[1] ?? "";
    expect(html).toContain("otpauth://totp/");
    const wrong = await post({ intent: "confirm-app", sealed, code: "123456" });
    expect([wrong.status, await textOf(wrong)]).toEqual([
      400,
      expect.stringContaining("Is the phone's time right?"),
    ]);
    // Somebody else's set-up, one of a session that didn't ask for the password, or a made-up one, is none.
    const { cookie: other } = await signedIn();
    for (const [by, value] of [
      [other, sealed],
      [elsewhere, sealed],
      [cookie, "AAAA"],
    ] as const)
      expect(
        (await site.form(PAGE, { intent: "confirm-app", sealed: value, code: "123456" }, { cookie: by }))
          .status,
      ).toBe(400);
    expect(
      (await site.form("/login", { username: account.username, password: PASSWORD })).headers.get("Location"),
    ).toBe("/admin");
    const secret = secretIn(html);
    await post({ intent: "confirm-app", sealed, code: new TOTP({ secret }).generate() });
    expect((await site.fetch("/admin", { headers: { Cookie: elsewhere } })).status).toBe(303);
    expect((await site.fetch("/admin", { headers: { Cookie: cookie } })).status).toBe(200);
    // No page shows the stored secret, which is encrypted.
    const stored = await site.db
      .selectFrom("administrators")
      .selectAll()
      .where("id", "=", account.id)
      .executeTakeFirstOrThrow();
    expect(stored.totpSecret).not.toContain(secret);
  });

  it("is set up once for each time that the password is typed, and over no other app", async () => {
    const { post, sealed, codes, secret } = await withApp("app-anew");
    const confirm = () => post({ intent: "confirm-app", sealed, code: new TOTP({ secret }).generate() });
    const words = "Your account has changed since you started.";
    const again = async () => {
      const answer = await confirm();
      return [answer.status, await textOf(answer)];
    };
    expect(codes).toHaveLength(10);
    expect(await again()).toEqual([409, expect.stringContaining(words)]);
    const off = await post({ intent: "app-off", password: PASSWORD });
    expect(await textOf(off)).toContain("The app is off.");
    expect(await again()).toEqual([409, expect.stringContaining(words)]);
    expect(await (await post({ intent: "app", password: PASSWORD })).text()).toContain("otpauth://totp/");
  });

  it("locks after wrong codes, however often the password is right between", async () => {
    const { account } = await withApp("app-carl");
    const at = browser();
    const statuses: number[] = [];
    let answer: Response | undefined;
    for (let round = 0; round < 3; round++) {
      await at.post("/login", { username: account.username, password: PASSWORD });
      answer = await at.post("/login/code", { code: "000000" });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([401, 401, 429]);
    expect(answer && (await textOf(answer))).toContain(
      "That code isn't right, or was used before. Too many failed attempts. Account locked for 1 minute.",
    );
    expect((await at.post("/login", { username: account.username, password: PASSWORD })).status).toBe(429);
  });

  it("stops taking codes after twenty wrong ones from anywhere, and recovery codes go on", async () => {
    const { account, codes, code } = await withApp("app-dora");
    for (let round = 0; round < 20; round++) {
      const at = browser();
      await at.post("/login", { username: account.username, password: PASSWORD });
      expect((await at.post("/login/code", { code: "000000" })).status).toBe(401);
    }
    const at = browser();
    await at.post("/login", { username: account.username, password: PASSWORD });
    const right = await at.post("/login/code", { code: code() });
    expect([right.status, await textOf(right)]).toEqual([
      401,
      expect.stringContaining("Too many wrong codes"),
    ]);
    expect((await at.post("/login/code", { code: codes[0] ?? "" })).status).toBe(303);
    // The way out that the page names: an owner's reset, and an app anew.
    const owner = await signedIn();
    await site.form(
      `/admin/people/${account.id}`,
      { intent: "reset-factor", password: PASSWORD },
      { cookie: owner.cookie },
    );
    const anew = await setUpApp(account);
    await at.post("/login", { username: account.username, password: PASSWORD });
    expect((await at.post("/login/code", { code: anew.code() })).status).toBe(303);
  });
});

describe("a sign-in that waits for a code", () => {
  it("ends with a new password, with turning off, and after five minutes", async () => {
    const { account, code } = await withApp("wait-emil");
    const wait = async () => {
      const at = browser();
      await at.post("/login", { username: account.username, password: PASSWORD });
      return at;
    };
    const old = await wait();
    await site.db
      .updateTable("pendingSignIns")
      .set({ expiresAt: new Date(0).toISOString() })
      .where("administratorId", "=", account.id)
      .execute();
    expect((await old.post("/login/code", { code: code() })).status).toBe(401);
    const off = await wait();
    await site.db
      .updateTable("administrators")
      .set({ turnedOffAt: new Date().toISOString() })
      .where("id", "=", account.id)
      .execute();
    expect((await off.post("/login/code", { code: code() })).status).toBe(401);
    await site.db
      .updateTable("administrators")
      .set({ turnedOffAt: null, totpUsedStep: null })
      .where("id", "=", account.id)
      .execute();
    const changed = await wait();
    await site.db
      .updateTable("administrators")
      .set({ passwordHash: "another" })
      .where("id", "=", account.id)
      .execute();
    expect((await changed.post("/login/code", { code: code() })).status).toBe(401);
  });

  it("ends once somebody signs in or logs out in its browser, and leaves no name to whoever comes next", async () => {
    const { account, codes } = await withApp("wait-gerd");
    const { username } = await administrator("wait-hanna", "counter");
    const ends: ((at: ReturnType<typeof browser>) => Promise<unknown>)[] = [
      (at) => at.post("/login", { username, password: PASSWORD }),
      (at) => at.post("/logout", {}),
      // Which the button posts to.
      (at) => {
        const headers = { Cookie: at.cookie(), Origin: site.url, "Content-Type": "application/json" };
        return site.fetch("/api/auth/logout", { method: "POST", headers, body: "{}" });
      },
    ];
    for (const end of ends) {
      const at = browser();
      await at.post("/login", { username: account.username, password: PASSWORD });
      const waits = at.cookie();
      expect(await textOf(await at.get("/login/code"))).toContain(`Signing in as ${account.username}`);
      await end(at);
      // Nor with the cookie that the browser had.
      for (const cookie of [at.cookie(), waits]) {
        at.setCookie(cookie);
        const page = await at.get("/login/code");
        expect([page.status, await textOf(page)]).toEqual([
          401,
          expect.stringContaining("That took too long. Please sign in again."),
        ]);
      }
      expect((await at.post("/login/code", { code: codes[0] ?? "" })).status).toBe(401);
    }
  });

  it("is not skipped by a link to choose a password", async () => {
    const { account, codes } = await withApp("wait-fritz");
    const { cookie } = await signedIn();
    const html = await (
      await site.form(`/admin/people/${account.id}`, { intent: "link", password: PASSWORD }, { cookie })
    ).text();
    const link = /(\/choose-password\?key=[\w-]+)</.exec(html.replaceAll("&amp;", "&"))?.[1] ?? "";
    const at = browser();
    const word = "four new words of mine";
    const chosen = await at.post(link, { newPassword: word, repeatedPassword: word });
    expect(chosen.headers.get("Location")).toBe("/login/code");
    expect((await at.get("/admin")).status).toBe(303);
    expect((await at.post("/login/code", { code: codes[0] ?? "" })).status).toBe(303);
  });
});

describe("recovery codes", () => {
  it("work once each, in any writing, and new ones replace them", async () => {
    const { account, codes, cookie, post } = await withApp("codes-gerd");
    const signIn = async (code: string) => {
      const at = browser();
      await at.post("/login", { username: account.username, password: PASSWORD });
      return (await at.post("/login/code", { code })).status;
    };
    const [first = "", second = "", third = ""] = codes;
    expect([await signIn(first), await signIn(first)]).toEqual([303, 401]);
    expect(await signIn(second.replaceAll("-", " ").toUpperCase())).toBe(303);
    const page = await textOf(await site.fetch(PAGE, { headers: { Cookie: cookie } }));
    expect(page).toContain("8 of 10 are left");
    expect(page).not.toContain(third);
    expect((await post({ intent: "codes", password: "wrong password" })).status).toBe(400);
    expect(await (await post({ intent: "codes", password: PASSWORD })).text()).toContain(
      "Print or write down",
    );
    expect(await signIn(third)).toBe(401);
  });

  it("of one account open no other", async () => {
    const one = await withApp("codes-hans");
    const two = await withApp("codes-ida");
    const at = browser();
    await at.post("/login", { username: two.account.username, password: PASSWORD });
    expect((await at.post("/login/code", { code: one.codes[0] ?? "" })).status).toBe(401);
  });
});

it("without a public address, owners read why there are no passkeys, and others nothing of passkeys", async () => {
  const read = async (role: "owner" | "counter") => {
    const { cookie } = await signedIn(await administrator(`why-not-${role}`, role));
    return textOf(await site.fetch(PAGE, { headers: { Cookie: cookie } }));
  };
  expect(await read("owner")).toContain("once PUBLIC_URL is set to an address with https");
  expect(await read("counter")).not.toMatch(/passkey/i);
});

it("the API takes a code beside the password, and says so without one", async () => {
  const { account, code } = await withApp("api-jan");
  const login = (body: object) =>
    apiOf(site, { "X-Forwarded-For": "198.51.100.250" }).post("/auth/login", {
      username: account.username,
      password: PASSWORD,
      ...body,
    });
  const missing = await login({});
  expect([missing.status, missing.headers.getSetCookie()]).toEqual([401, []]);
  expect(await missing.json()).toMatchObject({
    error: expect.stringContaining("second factor"),
    fields: { code: [expect.any(String)] },
  });
  expect((await login({ code: "000000" })).status).toBe(401);
  const right = await login({ code: code() });
  expect([right.status, Object.keys(await right.json())]).toEqual([200, ["accessToken", "user"]]);
});

it("an owner resets it for somebody who lost their phone, not for themselves, and the history says so", async () => {
  const { account, cookie: lostPhone } = await withApp("reset-kim", "counter");
  const { cookie, account: owner } = await signedIn();
  const person = `/admin/people/${account.id}`;
  const page = async () => textOf(await site.fetch(person, { headers: { Cookie: cookie } }));
  expect(await page()).toContain("Authenticator app, 10 recovery codes left");
  const { id: last } = await site.db
    .selectFrom("recoveryCodes")
    .select("id")
    .where("administratorId", "=", account.id)
    .executeTakeFirstOrThrow();
  await site.db
    .deleteFrom("recoveryCodes")
    .where("administratorId", "=", account.id)
    .where("id", "!=", last)
    .execute();
  expect(await page()).toMatch(/Authenticator app, 1 recovery code left/);
  expect(await textOf(await site.fetch(PAGE, { headers: { Cookie: lostPhone } }))).toContain(
    "1 of 10 is left.",
  );
  for (const intent of ["reset-factor", "link"])
    expect((await site.form(`/admin/people/${owner.id}`, { intent }, { cookie })).status).toBe(403);
  expect((await site.form(person, { intent: "reset-factor" }, { cookie })).status).toBe(303);
  expect(await page()).toMatch(/None\. A password alone.*Second factor.*Reset/);
  // Whoever has the phone is out.
  expect((await site.fetch("/admin/today", { headers: { Cookie: lostPhone } })).status).toBe(303);
  const signed = await site.form("/login", { username: account.username, password: PASSWORD });
  expect(signed.headers.get("Location")).toBe("/admin");
});

it("another owner's is reset with one's password, which the form sends", async () => {
  const { account } = await withApp("reset-olga");
  const { cookie } = await signedIn();
  const person = `/admin/people/${account.id}`;
  const html = await (await site.fetch(person, { headers: { Cookie: cookie } })).text();
  const fields: Record<string, string> = { ...fieldsOf(html, "reset-factor-form"), intent: "reset-factor" };
  expect([fields.password, fieldsWithoutForm(html)]).toEqual(["", []]);
  expect((await site.form(person, fields, { cookie })).status).toBe(400);
  expect((await site.form(person, { ...fields, password: PASSWORD }, { cookie })).status).toBe(303);
});

it("nobody takes off what is another's, or without the password", async () => {
  const { account, post } = await withApp("own-lea");
  expect((await post({ intent: "app-off", password: "wrong password" })).status).toBe(400);
  const { cookie } = await signedIn();
  await site.form(PAGE, { intent: "app-off", password: PASSWORD }, { cookie });
  const leadsTo = async () => {
    const answer = await browser().post("/login", { username: account.username, password: PASSWORD });
    return answer.headers.get("Location");
  };
  expect(await leadsTo()).toBe("/login/code");
  expect((await post({ intent: "app-off", password: PASSWORD })).status).toBe(200);
  expect(await leadsTo()).toBe("/admin");
  // Nobody is asked for a recovery code now, so the table alone tells that they are gone.
  const codes = await site.db
    .selectFrom("recoveryCodes")
    .select("id")
    .where("administratorId", "=", account.id)
    .execute();
  expect(codes).toEqual([]);
  await as({ ...COMMAND_LINE, now: new Date() }, () => removeAdministrator(account.username));
});

it("is changed thirty times an hour at most, for each is mailed; a page that was left open uses none of them up", async () => {
  const { post, codes, sealed, code } = await withApp("often-otto");
  for (let round = 0; round < 31; round++)
    expect((await post({ intent: "confirm-app", sealed: "AAAA", code: "123456" })).status).toBe(400);
  let last = codes;
  for (let change = 2; change <= 30; change++) {
    const made = await (await post({ intent: "codes", password: PASSWORD })).text();
    last = /<textarea[^>]*id="recovery-codes"[^>]*>([^<]*)</.exec(made)?.[1]?.trim().split("\n") ?? [];
    expect([change, last.length]).toEqual([change, 10]);
  }
  for (const intent of ["codes", "app-off", "confirm-app"]) {
    const answer = await post({ intent, password: PASSWORD, sealed, code: code() });
    expect([answer.status, Number(answer.headers.get("Retry-After"))]).toEqual([429, expect.any(Number)]);
    expect(await textOf(answer)).toMatch(
      /Too many requests from your account\. Please try again in (59|60) minutes\./,
    );
  }
  const at = browser();
  await at.post("/login", { username: "often-otto", password: PASSWORD });
  expect((await at.post("/login/code", { code: last[0] ?? "" })).status).toBe(303);
});

it("where everyone needs one, whoever has none is led to it, and neither pages nor the API open before", async () => {
  const { cookie: owner } = await withApp("all-mona");
  const without = await administrator("all-nils", "counter");
  const { cookie } = await signedIn(without);
  const section = "/admin/settings/sign-in";
  const set = async (fields: Record<string, string>) => {
    const html = await (await site.fetch(section, { headers: { Cookie: owner } })).text();
    const loaded = (/name="loaded" value="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&quot;", '"');
    return site.form(section, { intent: "save", loaded, ...fields }, { cookie: owner });
  };
  expect((await set({ "signIn.secondFactorForAll": "yes" })).status).toBe(400);
  const ownPassword = PASSWORD;
  expect((await set({ "signIn.secondFactorForAll": "yes", ownPassword })).status).toBe(303);
  try {
    for (const path of ["/admin/today", "/admin/parts", "/admin/customers"]) {
      const answer = await site.fetch(path, { headers: { Cookie: cookie } });
      expect([path, answer.status, answer.headers.get("Location")]).toEqual([path, 303, PAGE]);
      expect(await (await site.fetch(`${path}.data`, { headers: { Cookie: cookie } })).text()).toContain(
        PAGE,
      );
    }
    expect(
      (await site.form("/admin/parts/new", { stockNumber: "X" }, { cookie })).headers.get("Location"),
    ).toBe(PAGE);
    const page = await textOf(await site.fetch(PAGE, { headers: { Cookie: cookie } }));
    expect(page).toContain("Everyone needs a second factor here");
    const login = await apiOf(site, { "X-Forwarded-For": "198.51.100.251" }).post("/auth/login", {
      username: without.username,
      password: PASSWORD,
    });
    const { accessToken } = await login.json();
    const refused = await apiOf(site, { Authorization: `Bearer ${accessToken}` }).get("/admin/customers");
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { error: expect.stringContaining("Everyone needs a second factor") },
    ]);
    expect((await site.fetch("/admin/today", { headers: { Cookie: owner } })).status).toBe(200);
    expect(await textOf(await site.fetch("/admin/people", { headers: { Cookie: owner } }))).toMatch(
      /all-nils No second factor/,
    );
  } finally {
    await set({ ownPassword });
  }
  expect((await site.fetch("/admin/today", { headers: { Cookie: cookie } })).status).toBe(200);
});
