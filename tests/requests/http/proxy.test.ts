import { beforeAll, describe, expect, test, vi } from "vitest";
import { rawRequest } from "../../support/built-routes";
import { cookiesOf, type Site, startSite } from "../../support/site";
import { administrator, PASSWORD } from "../../support/staff";

// Before anything reads the environment: this site stands behind a proxy that speaks https.
vi.hoisted(() => {
  process.env.PUBLIC_URL = "https://yard.example";
  process.env.TRUST_PROXY = "1";
});

const FORM = "application/x-www-form-urlencoded";
/** What a usual proxy adds to a visitor's request; the site itself hears it as 127.0.0.1. */
const PROXY = {
  "X-Forwarded-For": "203.0.113.7",
  "X-Forwarded-Proto": "https",
  "X-Forwarded-Host": "yard.example",
};
const OWN = "https://yard.example";
const EVIL = "https://evil.example";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

describe("our own forms behind a proxy", () => {
  test.each<[string, Record<string, string>]>([
    ["that hides the outside host", {}],
    ["that passes it on", { Host: "yard.example" }],
    ["where the browser says more", { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate" }],
    ["that is the second on the way", { "X-Forwarded-For": "198.51.100.1, 203.0.113.7" }],
    ["that tells of a port", { "X-Forwarded-Host": "yard.example:443", "X-Forwarded-Port": "443" }],
  ])("%s work without script: sign in, go on, log out", async (_what, headers) => {
    const sent = { ...PROXY, Origin: OWN, ...headers };
    const { username } = await administrator();
    const signIn = await site.form("/login", { username, password: PASSWORD }, { headers: sent });
    expect([signIn.status, signIn.headers.get("Location")]).toEqual([303, "/admin"]);
    const cookie = cookiesOf(signIn);
    const refresh = await site.form("/admin/session", {}, { cookie, headers: sent });
    expect(refresh.status).toBe(303);
    const out = await site.form("/logout", {}, { cookie, headers: sent });
    expect([out.status, out.headers.get("Location")]).toEqual([303, "/login"]);
    const wizard = await site.form("/partsrequest", { step: "1", vin: "short" }, { headers: sent });
    expect(wizard.status).toBe(400);
  });

  test("have a cookie that stays under https and on this host alone", async () => {
    const { username } = await administrator();
    const headers = { ...PROXY, Origin: OWN };
    const answer = await site.form("/login", { username, password: PASSWORD }, { headers });
    const [session, ...others] = answer.headers.getSetCookie();
    expect(session).toMatch(/^__Host-session=[^;]+;.*; Path=\/;.*HttpOnly; Secure; SameSite=Lax$/);
    expect(session).not.toMatch(/domain=/i);
    expect(others).toEqual([]);
    expect(answer.headers.get("Strict-Transport-Security")).toContain("max-age=31536000");
    const planted = cookiesOf(answer).replaceAll("__Host-", "");
    expect((await site.fetch("/admin", { headers: { ...PROXY, Cookie: planted } })).status).toBe(303);
  });
});

describe("another site behind the same proxy is refused", () => {
  test.each<[string, Record<string, string>]>([
    ["an evil origin", { Origin: EVIL }],
    ["its host forged as the forwarded one", { Origin: EVIL, "X-Forwarded-Host": "evil.example" }],
    ["its host in a longer list", { Origin: EVIL, "X-Forwarded-Host": "evil.example, yard.example" }],
    ["our name without https, which anybody on the way can write into", { Origin: "http://yard.example" }],
    ["the same, the host passed on", { Origin: "http://yard.example", Host: "yard.example" }],
    ["our name on another port", { Origin: "https://yard.example:8443" }],
    ["a name under ours", { Origin: "https://evil.yard.example" }],
    ["a null origin", { Origin: "null" }],
  ])("%s", async (_what, headers) => {
    for (const address of ["/login", "/logout", "/repair.data", "/api/auth/refresh", "/api/part-requests"]) {
      const answer = await rawRequest(
        site,
        "POST",
        address,
        { ...PROXY, "Content-Type": FORM, Cookie: "a=b", ...headers },
        "a=b",
      );
      expect([address, answer.status]).toEqual([address, 403]);
    }
  });
});

describe("what a proxy says of host and scheme", () => {
  test.each([
    ["X-Forwarded-Host", "evil.example"],
    ["X-Forwarded-Host", "evil.example:99999999"],
    ["X-Forwarded-Host", "evil.example:80/path?x="],
    ["X-Forwarded-Host", "@evil.example"],
    ["X-Forwarded-Port", "evil"],
    ["X-Forwarded-Proto", "javascript"],
    ["X-Forwarded-Proto", "file"],
    ["X-Forwarded-Proto", "https://evil.example/?"],
    ["X-Forwarded-Proto", "%"],
    ["X-Forwarded-Proto", ","],
    ["X-Forwarded-For", "%"],
    ["X-Forwarded-For", ",,,"],
    ["X-Forwarded-For", "1.".repeat(40)],
    ["Forwarded", "host=evil.example;proto=javascript"],
    ["X-Original-URL", "/admin"],
    ["X-Rewrite-URL", "/admin"],
  ])("%s: %s moves nothing and fails nothing", async (name, value) => {
    for (const address of ["/", "/api/retail-vehicles?limit=1", "/inventory.data", "/login"]) {
      const plain = await rawRequest(site, "GET", address, PROXY);
      const answer = await rawRequest(site, "GET", address, { ...PROXY, [name]: value });
      expect([address, answer.status]).toEqual([address, 200]);
      expect(JSON.stringify(answer.headers)).not.toContain("evil.example");
      expect(answer.body).not.toContain("evil.example");
      expect(answer.headers.link).toBe(plain.headers.link);
    }
    const redirected = await rawRequest(site, "GET", "/admin", { ...PROXY, [name]: value });
    expect([redirected.status, redirected.headers.location]).toEqual([303, "/login?redirectTo=%2Fadmin"]);
  });
});
