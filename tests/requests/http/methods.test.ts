import { beforeAll, describe, expect, test } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import { retailVehicle } from "../../support/builders";
import { type BuiltRoute, builtRoutesBelow, type RawAnswer, rawRequest } from "../../support/built-routes";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";
import { statusesOf } from "../../support/wire";

let site: Site;
let routes: BuiltRoute[];
let staff: Record<string, string>;
beforeAll(async () => {
  site = await startSite();
  routes = await builtRoutesBelow(site, "", (await retailVehicle())._id);
  const { cookie, session } = await signedIn();
  staff = { Cookie: cookie, Authorization: `Bearer ${await issueToken(session, new Date())}` };
});

const STATIC = ["/favicon.svg", "/healthz"];
const addresses = () => [
  ...new Set(routes.flatMap(({ path }) => (path.startsWith("/api") ? [path] : [path, `${path}.data`]))),
];

describe("a method that nobody needs", () => {
  test.each(["TRACE", "TRACK", "PROPFIND", "SEARCH", "LOCK", "PURGE", "LINK", "M-SEARCH", "QUERY"])(
    "%s is refused everywhere",
    async (method) => {
      const wrong: string[] = [];
      for (const address of [...addresses(), ...STATIC, "/uploads/x", "/assets/x"]) {
        const line = `${method} ${address} HTTP/1.1\r\nHost: yard\r\nCookie: secret=1\r\nConnection: close\r\n\r\n`;
        const statuses = await statusesOf(site, line);
        // A word that Node itself does not know as a method ends there.
        if (statuses.join() !== "405" && statuses.join() !== "400") wrong.push(`${address}: ${statuses}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test("405 says which there are, and repeats nothing of what was sent", async () => {
    const answer = await rawRequest(site, "TRACE", "/", { "X-Secret": "telltale" });
    expect([answer.status, answer.headers.allow]).toEqual([
      405,
      "GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE",
    ]);
    expect(JSON.stringify(answer)).not.toContain("telltale");
  });

  test.each(["CONNECT evil.example:443", "CONNECT /", "get /", "MADEUP /", "GE T /"])(
    "%s gets no tunnel and no page",
    async (line) => {
      const statuses = await statusesOf(site, `${line} HTTP/1.1\r\nHost: yard\r\nConnection: close\r\n\r\n`);
      expect(statuses.every((status) => status === 400)).toBe(true);
    },
  );

  test("an upgrade is not taken", async () => {
    const headers = { Connection: "Upgrade, close", Upgrade: "websocket", "Sec-WebSocket-Key": "a" };
    expect((await rawRequest(site, "GET", "/", headers)).status).toBe(200);
    expect((await rawRequest(site, "GET", "/", { ...headers, Upgrade: "h2c" })).status).toBe(200);
  });
});

describe("HEAD", () => {
  test("is everywhere as GET, without a body", async () => {
    const wrong: string[] = [];
    for (const address of [...addresses(), ...STATIC]) {
      const get = await rawRequest(site, "GET", address, staff);
      const head = await rawRequest(site, "HEAD", address, staff);
      if (told(head) !== told(get) || head.body !== "")
        wrong.push(`${address}: ${told(head)} | ${told(get)}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("OPTIONS", () => {
  // Under `/api` it is a method like any other that a resource does not take.
  const isAnswered = (address: string, { status, headers, body }: RawAnswer) => {
    if (address === "/api/x/y/z/z") return status === 404;
    const listed = /^[A-Z]+(, [A-Z]+)*$/.test(String(headers.allow));
    return listed && (address.startsWith("/api") ? status === 405 : status === 204 && body === "");
  };

  test("says which methods there are, and lets no other site in", async () => {
    const wrong: string[] = [];
    const preflight = {
      Origin: "https://evil.example",
      "Access-Control-Request-Method": "PUT",
      "Access-Control-Request-Headers": "authorization, content-type",
    };
    for (const address of [...addresses(), ...STATIC]) {
      const answer = await rawRequest(site, "OPTIONS", address, { ...staff, ...preflight });
      const open = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
      if (!isAnswered(address, answer) || open.length > 0) wrong.push(`${address}: ${answer.status} ${open}`);
    }
    expect(wrong).toEqual([]);
  });

  test("changes nothing and tells a stranger nothing of staff's", async () => {
    for (const address of ["/admin", "/logout", "/api/auth/logout", "/api/admin/retail-vehicles"]) {
      const { headers, body } = await rawRequest(site, "OPTIONS", address, staff);
      expect(headers["set-cookie"]).toBeUndefined();
      expect(body).not.toContain("Dashboard");
    }
    expect((await rawRequest(site, "GET", "/admin", staff)).status).toBe(200);
  });
});

test("a method that a page does not take is refused with those it does", async () => {
  for (const [method, address, allowed] of [
    ["POST", "/about", "GET, HEAD, OPTIONS"],
    ["PUT", "/about", "GET, HEAD, OPTIONS, POST"],
    ["PATCH", "/contact", "GET, HEAD, OPTIONS, POST"],
    ["DELETE", "/healthz", "GET, HEAD, OPTIONS, POST"],
  ] as const) {
    const headers = { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" };
    const answer = await rawRequest(site, method, address, headers, "a=b");
    expect([address, answer.status, answer.headers.allow]).toEqual([address, 405, allowed]);
  }
});

test("a form posted to a page that takes none gets a page that says so", async () => {
  for (const address of ["/about", "/inventory", "/parts", "/admin/retail-vehicles"]) {
    const headers = { ...staff, Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" };
    const { status, body } = await rawRequest(site, "POST", address, headers, "a=b");
    expect([address, status]).toEqual([address, 405]);
    expect(body).toContain("<h1>This page doesn't accept that request.</h1>");
    expect(body).toContain('<a href="/">Return Home</a>');
    expect(body).not.toMatch(/Unexpected Application Error|Error loading/);
  }
});

test("no answer lets a page of another site read it", async () => {
  for (const address of [...addresses(), ...STATIC]) {
    const { headers } = await rawRequest(site, "GET", address, { Origin: "https://evil.example" });
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(headers["cross-origin-resource-policy"], address).toBe("same-origin");
  }
});

function told({ status, headers }: RawAnswer): string {
  const { "content-type": type, "cache-control": cache, etag, location, "x-total-count": count } = headers;
  return [status, type, cache, etag, location, count].join(" ");
}
