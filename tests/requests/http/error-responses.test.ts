import { beforeAll, describe, expect, test } from "vitest";
import type { Administrator } from "~/accounts/administrator.server";
import { retailVehicle } from "../../support/builders";
import { builtRoutesBelow, rawRequest } from "../../support/built-routes";
import { inTurn } from "../../support/in-turn";
import { type Site, startSite } from "../../support/site";
import { administrator, PASSWORD, signedIn } from "../../support/staff";

/** A request to every route takes a while on a busy machine. */
const MANY = { timeout: 120_000 };

let site: Site;
let cookie: string;
let account: Administrator;
let sample: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie, account } = await signedIn());
  sample = (await retailVehicle())._id;
});

/** Line breaks as senders hope that somebody on the way decodes them, with a header and a page behind. */
const SPLITS = [
  "\r\nSet-Cookie: evil=1",
  "\nSet-Cookie: evil=1",
  "\rSet-Cookie: evil=1",
  "\r\n\r\n<script>alert(1)</script>",
  "%0d%0aSet-Cookie:%20evil=1",
  "%250d%250aSet-Cookie:%20evil=1",
  "\u560d\u560aSet-Cookie: evil=1",
  "\u2028Set-Cookie: evil=1",
  "\0Set-Cookie: evil=1",
];
/** Places that are not on this site, as somebody would write them. */
const ELSEWHERE = [
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "%2f%2fevil.example",
  "/%2f/evil.example",
  "/admin/..//evil.example",
  "/.//evil.example",
  "@evil.example",
];
const isHere = (location: unknown) => /^\/(?![/\\])[^\s\\]*$/.test(String(location));

describe("a redirect", () => {
  test("after signing in leads to this site alone, and its headers are ours", async () => {
    const { username } = await administrator();
    const fields = new URLSearchParams({ username, password: PASSWORD }).toString();
    const headers = { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" };
    for (const place of [...ELSEWHERE, ...SPLITS, ...SPLITS.map((split) => `/admin${split}`)]) {
      const address = `/login?redirectTo=${encodeURIComponent(place)}`;
      const answer = await rawRequest(site, "GET", address, { Cookie: cookie });
      expect([place, answer.status, answer.headers.location]).toEqual([place, 302, "/admin"]);
      expect(JSON.stringify(answer.headers)).not.toContain("evil");
    }
    const split = `/login?redirectTo=${encodeURIComponent(`/admin${SPLITS[0]}`)}`;
    const posted = await rawRequest(site, "POST", split, headers, fields);
    expect([posted.status, posted.headers.location]).toEqual([303, "/admin"]);
  });

  test("after logging out, deleting or refreshing does too, whatever the form says", async () => {
    for (const place of [...ELSEWHERE, ...SPLITS]) {
      const fields = { redirectTo: place, to: place, list: place, next: place };
      const { cookie: other } = await signedIn(account);
      const answers = [
        await site.form("/admin/session", fields, { cookie, headers: { Referer: "https://evil.example/" } }),
        await site.form(`/logout?redirectTo=${encodeURIComponent(place)}`, fields, { cookie: other }),
      ];
      for (const { status, headers } of answers) {
        // A form that holds a NUL is none, and leads nowhere.
        expect([place, status]).toEqual([place, place.includes("\0") ? 400 : 303]);
        const location = headers.get("Location") ?? "/";
        expect(isHere(location), `${place}: ${location}`).toBe(true);
        expect(headers.getSetCookie().join()).not.toContain("evil");
      }
    }
  });

  test("that comes of any address stays here, and no line of a header is the sender's", async () => {
    const routes = (await builtRoutesBelow(site, "", sample)).filter(({ hasLoader }) => hasLoader);
    const wrong: string[] = [];
    for (const [{ path }, place] of inTurn(routes, [...SPLITS, ...ELSEWHERE], 2)) {
      const query = ["redirectTo", "q", "step", "list", "vehicle", "sent", "saved", "limit"]
        .map((name) => `${name}=${encodeURIComponent(place)}`)
        .join("&");
      const data = path.startsWith("/api") ? path : `${path === "/" ? "/_root" : path}.data`;
      for (const Cookie of path.startsWith("/admin") ? ["", cookie] : [""]) {
        const answer = await rawRequest(site, "GET", `${data}?${query}`, { Cookie });
        const { location = "/", "set-cookie": cookies = [] } = answer.headers;
        const split = "evil" in answer.headers || /^evil/.test([cookies].flat().join());
        if (answer.status >= 500 || !isHere(location) || split)
          wrong.push(`${data}: ${answer.status} ${location}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each(["//evil.example", "//evil.example/%2e%2e", "/\\evil.example", "//evil.example/admin"])(
    "is not made of the path %s",
    async (path) => {
      for (const Cookie of ["", cookie]) {
        const { headers: answered } = await rawRequest(site, "GET", path, { Cookie });
        expect(isHere(answered.location ?? "/"), String(answered.location)).toBe(true);
      }
    },
  );
});

// React Router 7 once took such headers for its own (CVE-2025-43864, CVE-2025-43865); this line has none of them.
describe("a header that speaks to the framework", () => {
  test.each([
    ["X-React-Router-SPA-Mode", "yes"],
    ["X-React-Router-Prerender-Data", "%5B%7B%22_1%22%3A2%7D%5D"],
    ["X-Remix-Redirect", "https://evil.example"],
    ["X-Remix-Response", "yes"],
    ["X-Remix-Reload-Document", "true"],
    ["X-Remix-Status", "500"],
    ["X-Middleware-Subrequest", "middleware"],
    ["X-HTTP-Method-Override", "DELETE"],
    ["Purpose", "prefetch"],
  ])("%s: %s is not heard", async (name, value) => {
    for (const address of ["/", "/inventory.data", "/admin", "/api/retail-vehicles"]) {
      // The first response of a page goes out as it is rendered; the ones after it come from the cache, with their length.
      await rawRequest(site, "GET", address);
      const plain = await rawRequest(site, "GET", address);
      const answer = await rawRequest(site, "GET", address, { [name]: value });
      expect([address, answer.status]).toEqual([address, plain.status]);
      expect(answer.headers["content-type"]).toBe(plain.headers["content-type"]);
      expect(Math.abs(answer.body.length - plain.body.length)).toBeLessThan(200);
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(plain.headers).sort());
    }
  });
});

describe("a shared cache", () => {
  test(
    "is never given what belongs to staff or to somebody's cookie, and asks about every page",
    MANY,
    async () => {
      const routes = (await builtRoutesBelow(site, "", sample)).filter(({ hasLoader }) => hasLoader);
      for (const { path } of routes) {
        const { headers } = await rawRequest(site, "GET", path, { Cookie: cookie });
        const kept = String(headers["cache-control"] ?? "");
        const personal = /^\/(admin|login|logout|api\/(admin|auth))(\/|$)/.test(path);
        // The same for everyone, cookie or not.
        const forAll = /^\/(\.well-known\/)?[\w-]+\.(txt|xml|webmanifest|png|jpg|css)$/.test(path);
        if (personal) expect([path, kept]).toEqual([path, "no-store"]);
        else if (!forAll) expect([path, /public|s-maxage|immutable/.test(kept)]).toEqual([path, false]);
        if (String(headers["content-type"]).startsWith("text/html"))
          expect([path, kept]).toEqual([
            path,
            expect.stringMatching(/^((private, )?no-store|(private, )?no-cache)$/),
          ]);
      }
    },
  );
});
