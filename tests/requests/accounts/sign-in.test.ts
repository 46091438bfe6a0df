import { beforeAll, describe, expect, test } from "vitest";
import { type Administrator, removeAdministrator } from "~/accounts/administrator.server";
import { COMMAND_LINE } from "~/context.server";
import { DAY_MS } from "~/values/days";
import { as } from "../../support/act";
import { filePart, MULTIPART, multipart, sendRaw, textPart } from "../../support/multipart";
import { picturesOnDisk } from "../../support/picture-sender";
import { photo } from "../../support/pictures";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { administrator, expireSessions, PASSWORD, signedIn } from "../../support/staff";

const LOCKED = "Too many failed attempts. Account locked for 1 minute.";
const EDITOR = "/admin/retail-vehicles/new";
/** Where a form of the editor leads that is posted without an open session. */
const NOT_HELD = `/login?${new URLSearchParams({ redirectTo: EDITOR })}`;
const HELD = /^\/login\?redirectTo=%2Fadmin%2Fretail-vehicles%2Fnew%3Fsaved%3D/;
const STILL_LOCKED = "Too many failed attempts. Please try again in 1 minute(s).";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

describe("the sign-in form without script", () => {
  test("opens a session and goes where one wanted to go, also after a slip", async () => {
    const { username } = await administrator();
    const asked = await site.fetch("/admin/retail-vehicles?page=2");
    expect(asked.status).toBe(303);
    const place = asked.headers.get("Location") ?? "";
    expect(place).toBe("/login?redirectTo=%2Fadmin%2Fretail-vehicles%3Fpage%3D2");
    expect(await formAddress(await site.fetch(place))).toBe(place);
    const slip = await site.form(place, { username, password: "wrong" });
    expect(slip.status).toBe(401);
    expect(await formAddress(slip)).toBe(place);
    const answer = await site.form(place, { username, password: PASSWORD });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin/retail-vehicles?page=2"]);
    const page = await site.fetch("/admin", { headers: { Cookie: cookiesOf(answer) } });
    expect(page.status).toBe(200);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(await textOf(page)).toContain("Admin Dashboard");
  });

  test("keeps the name and never the password, and neither breaks out of the page", async () => {
    const username = `"><script>alert(1)</script>`;
    const answer = await site.form("/login", { username, password: "secretword<b>" });
    const html = await answer.clone().text();
    expect(html).not.toContain("secretword");
    expect(html).not.toContain("<script>alert(1)");
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(await textOf(answer)).toContain("There is a problem Invalid username or password");
  });

  test("asks for both where one is missing", async () => {
    const incomplete: Record<string, string>[] = [
      {},
      { username: "ann" },
      { username: " ", password: "x" },
      { password: "x" },
    ];
    for (const fields of incomplete) {
      const answer = await site.form("/login", fields);
      expect(answer.status).toBe(400);
      expect(await textOf(answer)).toContain("Please enter both username and password");
    }
  });

  test("says on the page that the account is locked, and for how long", async () => {
    const { username } = await administrator();
    const sentences = [];
    for (const password of ["wrong", "wrong", "wrong", PASSWORD]) {
      const answer = await site.form("/login", { username, password });
      const sentence = /There is a problem (.*?) Username/.exec(await textOf(answer))?.[1];
      sentences.push([answer.status, sentence, answer.headers.get("Retry-After")]);
    }
    const wrong = [401, "Invalid username or password", null];
    expect(sentences).toEqual([
      wrong,
      wrong,
      [429, `Invalid username or password. ${LOCKED}`, "60"],
      [429, STILL_LOCKED, expect.stringMatching(/^(5\d|60)$/)],
    ]);
  });

  test("leads nowhere but on this site", async () => {
    const { username } = await administrator();
    for (const evil of ["//evil.example", "/\\evil.example", "https://evil.example", "/%2Fevil.example"]) {
      const place = `/login?redirectTo=${encodeURIComponent(evil)}`;
      const answer = await site.form(place, { username, password: PASSWORD });
      expect(answer.headers.get("Location")).toBe("/admin");
      const again = await site.fetch(place, { headers: { Cookie: cookiesOf(answer) } });
      expect([again.status, again.headers.get("Location")]).toEqual([302, "/admin"]);
    }
  });

  test("is not shown to whoever is signed in: they go on", async () => {
    const { cookie } = await signedIn();
    const answer = await site.fetch("/login?redirectTo=%2Fadmin%2Frepair-requests", {
      headers: { Cookie: cookie },
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/admin/repair-requests"]);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });

  test("has the footer and no header, and fields that a password manager knows", async () => {
    const html = await (await site.fetch("/login")).text();
    expect(html).toContain("<h1>Admin Login</h1>");
    expect(html).not.toContain('class="site-header');
    expect(html).toContain('href="/privacy-policy"');
    expect(html).toMatch(
      /name="username"[^>]*autoComplete="username"|autoComplete="username"[^>]*name="username"/i,
    );
    expect(html).toMatch(/autoComplete="current-password"/i);
  });
});

describe("a session's cookie", () => {
  test("is out of script's reach, stays on the site, and lives a day longer than the session can", async () => {
    const { username } = await administrator();
    const answer = await site.form("/login", { username, password: PASSWORD });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^session=[^;]+; Max-Age=129600; Path=\/; (Expires=[^;]+; )?HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  test("is another at each sign-in, and the one before is dead", async () => {
    const { username } = await administrator();
    const first = await site.form("/login", { username, password: PASSWORD });
    const before = cookiesOf(first);
    const second = await site.form("/login", { username, password: PASSWORD }, { cookie: before });
    const after = cookiesOf(second, before);
    expect(after).not.toBe(before);
    expect((await site.fetch("/admin", { headers: { Cookie: before } })).status).toBe(303);
    expect((await site.fetch("/admin", { headers: { Cookie: after } })).status).toBe(200);
  });

  test("that an attacker planted does not become somebody's session", async () => {
    const { username } = await administrator();
    const planted = `session=${Buffer.from(JSON.stringify("A".repeat(43))).toString("base64")}`;
    const answer = await site.form("/login", { username, password: PASSWORD }, { cookie: planted });
    expect(answer.status).toBe(303);
    expect((await site.fetch("/admin", { headers: { Cookie: planted } })).status).toBe(303);
  });

  test("is taken back by logging out, which a link cannot do", async () => {
    const { cookie } = await signedIn();
    expect((await site.fetch("/logout", { headers: { Cookie: cookie } })).status).toBe(302);
    expect((await site.fetch("/admin", { headers: { Cookie: cookie } })).status).toBe(200);
    const evil = await site.form("/logout", {}, { cookie, headers: { Origin: "http://evil.example" } });
    expect(evil.status).toBe(403);
    const out = await site.form("/logout", {}, { cookie });
    expect([out.status, out.headers.get("Location")]).toEqual([303, "/login"]);
    expect(cookiesOf(out, cookie)).not.toMatch(/\bsession=/);
    expect((await site.fetch("/admin", { headers: { Cookie: cookie } })).status).toBe(303);
  });
});

describe("a form posted after the session ended", () => {
  test("is held for its owner, and the sign-in says so", async () => {
    const { cookie, account } = await signedIn();
    await expireSessions(account);
    const late = await site.form("/admin/retail-vehicles/new", { stockNumber: "R1" }, { cookie });
    expect(late.status).toBe(303);
    const place = late.headers.get("Location") ?? "";
    expect(place).toMatch(HELD);
    expect(await textOf(await site.fetch(place))).toContain("We kept what you typed");
    expect(await textOf(await site.fetch("/login"))).not.toContain("We kept what you typed");
    const back = await site.form(place, { username: account.username, password: PASSWORD }, { cookie });
    const saved = back.headers.get("Location") ?? "";
    expect(saved).toMatch(/^\/admin\/retail-vehicles\/new\?saved=\w{26}$/);
    const open = async (jar: string) => (await site.fetch(saved, { headers: { Cookie: jar } })).text();
    expect(await open(cookiesOf(back, cookie))).toContain('value="R1"');
    expect(await open((await signedIn()).cookie)).not.toContain('value="R1"');
  });

  test("is held still where the session clock has asked for another half hour in vain", async () => {
    const { cookie, account } = await signedIn();
    await expireSessions(account);
    const refused = await refresh({ Cookie: cookie });
    expect(refused.status).toBe(401);
    expect(await placeAfterPost(cookiesOf(refused, cookie))).toMatch(HELD);
  });

  test.each<[string, (staff: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>]>([
    ["one logged out", ({ cookie }) => site.form("/logout", {}, { cookie })],
    [
      "one logged out where it had ended already",
      async ({ account, cookie }) => {
        await expireSessions(account);
        return site.form("/logout", {}, { cookie });
      },
    ],
    [
      "the session clock logged out",
      async ({ account, cookie }) => {
        await expireSessions(account);
        return site.fetch("/api/auth/logout", {
          method: "POST",
          headers: { "Content-Type": "application/json", Cookie: cookie },
        });
      },
    ],
    [
      "one signed in again in that browser",
      async ({ account: { username, ...account }, cookie }) => {
        await expireSessions(account);
        return site.form("/login", { username, password: PASSWORD }, { cookie });
      },
    ],
    [
      "one ended one's other sessions",
      async ({ account }) => {
        await expireSessions(account);
        const sent = { intent: "end-sessions", session: "", password: PASSWORD };
        return site.form("/admin/account", sent, { cookie: (await signedIn(account)).cookie });
      },
    ],
    [
      "one chose another password",
      async ({ account }) => {
        await expireSessions(account);
        const [currentPassword, newPassword] = [PASSWORD, "four words of mine"];
        const sent = { currentPassword, newPassword, repeatedPassword: newPassword };
        return site.form("/admin/account", sent, { cookie: (await signedIn(account)).cookie });
      },
    ],
    ["an owner signed one out everywhere", (staff) => byOwner(staff, "sign-out")],
    ["an owner turned the account off", (staff) => byOwner(staff, "off")],
    [
      "a day has gone by",
      ({ session }) => {
        const expiresAt = new Date(Date.now() - DAY_MS).toISOString();
        return site.db.updateTable("sessions").set({ expiresAt }).where("id", "=", session.id).execute();
      },
    ],
  ])("is not held, nor is its picture, once %s", async (_what, end) => {
    const staff = await signedIn();
    await end(staff);
    const before = await picturesOnDisk();
    expect(await placeAfterPost(staff.cookie)).toBe(NOT_HELD);
    const { answer } = sendRaw(site.url + EDITOR, {
      headers: { "Content-Type": MULTIPART, Origin: site.url, Cookie: staff.cookie },
      body: multipart([filePart(await photo(64, 48).png().toBuffer()), textPart("stockNumber", "R1")]),
    });
    expect((await answer).headers.location).toBe(NOT_HELD);
    expect(await picturesOnDisk()).toEqual(before);
  });

  test("is not held for a stranger", async () => {
    await site.db.deleteFrom("savedSubmissions").execute();
    const forged = "session=IkFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUEi";
    for (const cookie of ["a=b", forged]) {
      expect(await placeAfterPost(cookie)).toBe(NOT_HELD);
    }
    // A stranger is given no address to it, so the table alone tells that nothing is kept.
    expect(await site.db.selectFrom("savedSubmissions").select("id").execute()).toEqual([]);
  });
});

describe("/api/auth", () => {
  test("signs in, verifies, refreshes and logs out, cookie and token at once", async () => {
    const { username } = await administrator();
    const answer = await login({ username: username.toUpperCase(), password: PASSWORD });
    expect(answer.status).toBe(200);
    const cookie = cookiesOf(answer);
    const { accessToken, user } = await answer.json();
    expect(user).toEqual({ _id: expect.any(String), username });
    expect(await (await verify(accessToken)).json()).toEqual({ valid: true, user });
    const refreshed = await refresh({ Cookie: cookie });
    expect(refreshed.status).toBe(200);
    expect(await (await verify((await refreshed.json()).accessToken)).json()).toEqual({ valid: true, user });
    const out = await site.fetch("/api/auth/logout", {
      method: "POST",
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    expect(out.status).toBe(200);
    const after = await verify(accessToken);
    expect([after.status, await after.json()]).toEqual([
      401,
      { valid: false, error: "The access token was revoked" },
    ]);
    expect((await site.fetch("/admin", { headers: { Cookie: cookie } })).status).toBe(303);
    expect((await refresh({ Cookie: cookie })).status).toBe(401);
  });

  test("logging out on the page ends the token too", async () => {
    const { username } = await administrator();
    const answer = await login({ username, password: PASSWORD });
    const { accessToken } = await answer.json();
    await site.form("/logout", {}, { cookie: cookiesOf(answer) });
    expect((await verify(accessToken)).status).toBe(401);
  });

  test("a removed account's token and cookie are dead at once", async () => {
    const { username } = await administrator();
    const answer = await login({ username, password: PASSWORD });
    const { accessToken } = await answer.json();
    await as({ ...COMMAND_LINE, now: new Date() }, () => removeAdministrator(username));
    expect((await verify(accessToken)).status).toBe(401);
    expect((await refresh({ Cookie: cookiesOf(answer) })).status).toBe(401);
  });

  test("a refresh moves the session's end, and the new token's with it", async () => {
    const { cookie, session } = await signedIn();
    const soon = new Date(Date.now() + 60_000).toISOString();
    await site.db.updateTable("sessions").set({ expiresAt: soon }).where("id", "=", session.id).execute();
    const asked = Date.now();
    const { accessToken } = await (await refresh({ Cookie: cookie })).json();
    const { exp } = JSON.parse(Buffer.from(accessToken.split(".")[1], "base64url").toString());
    // Pages say the end to the minute only.
    const row = await site.db
      .selectFrom("sessions")
      .select("expiresAt")
      .where("id", "=", session.id)
      .executeTakeFirstOrThrow();
    expect(Math.floor(Date.parse(row.expiresAt) / 1000)).toBe(exp);
    expect(exp).toBeGreaterThanOrEqual(Math.floor(asked / 1000) + 1800);
  });

  test("a refresh never goes past twelve hours after sign-in", async () => {
    const { cookie, session } = await signedIn();
    const soon = new Date(Date.now() + 60_000).toISOString();
    await site.db
      .updateTable("sessions")
      .set({ expiresAt: soon, endsAt: soon })
      .where("id", "=", session.id)
      .execute();
    const { accessToken } = await (await refresh({ Cookie: cookie })).json();
    const { exp } = JSON.parse(Buffer.from(accessToken.split(".")[1], "base64url").toString());
    expect(exp).toBe(Math.floor(Date.parse(soon) / 1000));
  });

  test("refuses a refresh without the cookie, with the token alone, and from another site", async () => {
    const { cookie } = await signedIn();
    const bare = await refresh({});
    expect([bare.status, await bare.json()]).toEqual([
      401,
      { error: "Your session has ended. Please sign in again." },
    ]);
    expect((await refresh({ Authorization: "Bearer a.b.c" })).status).toBe(401);
    const foreign: Record<string, string>[] = [
      { Origin: "http://evil.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
    ];
    for (const headers of foreign) {
      expect((await refresh({ Cookie: cookie, ...headers })).status).toBe(403);
    }
    const form = await site.fetch("/api/auth/refresh", {
      method: "POST",
      headers: { Cookie: cookie, Origin: site.url },
      body: new URLSearchParams({ a: "b" }),
    });
    expect(form.status).toBe(415);
  });

  test("locks with the page's sentences, Retry-After and retryAfter, and counts both doors as one", async () => {
    const { username } = await administrator();
    await site.form("/login", { username, password: "wrong" });
    expect((await login({ username, password: "wrong" })).status).toBe(401);
    const locked = await login({ username, password: "wrong" });
    expect([locked.status, locked.headers.get("Retry-After"), await locked.json()]).toEqual([
      429,
      "60",
      { error: LOCKED, retryAfter: 60 },
    ]);
    const again = await login({ username, password: PASSWORD });
    expect([again.status, (await again.json()).error]).toEqual([429, STILL_LOCKED]);
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  test.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["no password", '{"username":"ann"}'],
    ["objects for texts", '{"username":{"a":1},"password":{"b":2}}'],
  ])("answers %s with 400 and the sentence", async (_what, body) => {
    const answer = await site.fetch("/api/auth/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: "Please enter both username and password" },
    ]);
  });
});

test("nothing about signing in stays in a cache, errors and redirects included", async () => {
  const { cookie } = await signedIn();
  const answers = await Promise.all([
    site.fetch("/login"),
    site.fetch("/login.data"),
    site.fetch("/login", { headers: { Cookie: cookie } }),
    site.fetch("/login.data", { headers: { Cookie: cookie } }),
    site.fetch("/login/", { method: "HEAD" }),
    site.form("/login", {}),
    site.form("/login", {}, { headers: { Origin: "http://evil.example" } }),
    site.form("/login.data", { username: "x".repeat(70_000) }),
    site.fetch("/logout"),
    site.fetch("/admin"),
    site.fetch("/admin.data"),
    site.fetch("/admin/nowhere", { headers: { Cookie: cookie } }),
    site.fetch("/admin", { headers: { Cookie: cookie } }),
    site.fetch("/api/auth/verify"),
    site.fetch("/api/auth/login"),
    site.fetch("/api/auth/nowhere"),
    site.fetch("/api/admin/nowhere"),
    site.fetch("/api/admin/upload", { method: "POST" }),
    refresh({ Cookie: cookie }),
    login({}),
    site.fetch("/login", { method: "PROPFIND" }),
  ]);
  for (const answer of answers) {
    expect(answer.headers.get("Cache-Control"), `${answer.status} ${answer.url}`).toBe("no-store");
  }
});

/** Where the answer to a form leads that is posted with this cookie. */
async function placeAfterPost(cookie: string): Promise<string | null> {
  return (await site.form(EDITOR, { stockNumber: "R1" }, { cookie })).headers.get("Location");
}

async function byOwner({ account }: { account: Administrator }, intent: string): Promise<void> {
  await expireSessions(account);
  const { cookie } = await signedIn();
  const answer = await site.form(`/admin/people/${account.id}`, { intent, password: PASSWORD }, { cookie });
  expect(answer.status).toBe(303);
}

function login(body: object): Promise<Response> {
  return site.fetch("/api/auth/login", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

function verify(token: string): Promise<Response> {
  return site.fetch("/api/auth/verify", { headers: { Authorization: `Bearer ${token}` } });
}

function refresh(headers: Record<string, string>): Promise<Response> {
  return site.fetch("/api/auth/refresh", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
  });
}

/** Where the page's form goes. */
async function formAddress(page: Response): Promise<string | undefined> {
  const form = /<form[^>]*\bid="login-form"[^>]*>/.exec(await page.text())?.[0] ?? "";
  return /action="([^"]*)"/.exec(form)?.[1]?.replaceAll("&amp;", "&");
}
