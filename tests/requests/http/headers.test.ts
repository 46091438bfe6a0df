import { mkdirSync, writeFileSync } from "node:fs";
import http from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_BODY_BYTES } from "~/http/body-limit.server";
import { PUBLIC_PAGES } from "~/seo/public-pages";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

describe("the guard in front of every request that changes something", () => {
  const paths = [
    "/repair",
    "/repair.data",
    "/partsrequest",
    "/partsmatrix",
    "/api/part-requests",
    "/api/vin/direct-decode",
  ];
  const foreign: [string, Record<string, string>][] = [
    ["an evil origin", { Origin: "https://evil.example" }],
    ["a null origin", { Origin: "null" }],
    ["a cross-site fetch", { "Sec-Fetch-Site": "cross-site" }],
    ["a same-site fetch from a sister host", { "Sec-Fetch-Site": "same-site" }],
    ["a forged forwarded host", { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" }],
    ["a session cookie and neither header", { Cookie: "toast=x; session=x" }],
  ];
  for (const path of paths) {
    it.each(foreign)(`refuses ${path} with %s`, async (_name, headers) => {
      const answer = await site.fetch(path, {
        method: "POST",
        body: new URLSearchParams({ a: "b" }),
        headers,
      });
      expect(answer.status).toBe(403);
      const type = path.startsWith("/api/") ? "application/json" : "text/html";
      expect(answer.headers.get("Content-Type")).toContain(type);
    });
  }

  it.each(["/repair", "/partsrequest", "/partsmatrix"])(
    "lets a form to %s through that came with another cookie and neither header, as a text browser sends it",
    async (path) => {
      const answer = await site.fetch(path, {
        method: "POST",
        body: new URLSearchParams({ a: "b" }),
        headers: { Cookie: "toast=x" },
      });
      expect(answer.status).toBe(400);
    },
  );

  it("lets a JSON body through that came with a session and no origin, which no foreign form can send", async () => {
    const answer = await site.fetch("/api/part-requests", {
      method: "POST",
      body: "{}",
      headers: { Cookie: "session=x", "Content-Type": "application/json" },
    });
    expect(answer.status).toBe(400);
  });

  it("lets our own form through, with its origin and without script", async () => {
    const answer = await site.form("/partsmatrix", {});
    expect(answer.status).toBe(400);
  });
});

describe("the bounds of a body", () => {
  const json = { "Content-Type": "application/json" };

  it.each([
    ["a declared size over the bound", "x".repeat(MAX_BODY_BYTES + 1), json, 413],
    ["a form sent to the API", "a=b", { "Content-Type": "application/x-www-form-urlencoded" }, 415],
    ["a compressed body", "x", { ...json, "Content-Encoding": "gzip" }, 415],
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), json, 400],
    ["what is not JSON", "{", json, 400],
    ["an array as deep as the bound allows", "[".repeat(MAX_BODY_BYTES), json, 400],
    ["a key named __proto__", '{"__proto__":{"vin":"x"}}', json, 400],
  ])("refuses %s", async (_name, body, headers, status) => {
    const answer = await site.fetch("/api/part-requests", {
      method: "POST",
      body,
      headers: headers as HeadersInit,
    });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toHaveProperty("error");
  });

  it("cuts a chunked body off at the bound", async () => {
    const endless = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(16_384).fill(97));
      },
    });
    const init = { method: "POST", body: endless, headers: json, duplex: "half" } as RequestInit;
    const outcome = await site.fetch("/api/part-requests", init).then(
      (answer) => answer.status,
      () => "cut off",
    );
    expect([413, "cut off"]).toContain(outcome);
    expect((await site.fetch("/healthz")).status).toBe(200);
  });

  it.each([
    ["more than a hundred fields", `${"a=b&".repeat(101)}a=b`],
    ["a name longer than 64 characters", `${"n".repeat(65)}=1`],
    ["a NUL", "customerName=a%00b"],
    ["broken UTF-8 behind a percent sign", "customerName=%FF%FE"],
    ["a broken percent sign", "customerName=%zz"],
  ])("refuses a form with %s", async (_name, body) => {
    const answer = await site.fetch("/partsmatrix", {
      method: "POST",
      body,
      headers: { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(400);
  });

  it("refuses a multipart form where no upload is expected", async () => {
    const form = new FormData();
    form.set("customerName", "x");
    const answer = await site.fetch("/partsmatrix", {
      method: "POST",
      body: form,
      headers: { Origin: site.url },
    });
    expect(answer.status).toBe(415);
  });

  it("keeps a name that the form does not know away from its parser", async () => {
    const before = process.memoryUsage().rss;
    const answer = await site.form("/partsmatrix", {
      "b[99999999]": "1",
      "__proto__[x]": "1",
      "constructor.prototype": "1",
    });
    expect(answer.status).toBe(400);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });
});

describe("a malformed request", () => {
  it.each([
    ["TRACE", "/", { Host: "127.0.0.1" }, 405],
    ["PROPFIND", "/", { Host: "127.0.0.1" }, 405],
    ["GET", "/", { Host: "a b" }, 400],
    ["GET", "/", { Host: "evil.example/path" }, 400],
    ["GET", "/", { Host: "[" }, 400],
    ["GET", "/?_data=x", { Host: "127.0.0.1" }, 400],
    ["GET", "/nowhere?_data", { Host: "127.0.0.1" }, 400],
  ])("%s %s with %o is refused", async (method, path, headers, status) => {
    expect(await statusOf(method, path, headers)).toBe(status);
  });

  it.each([
    "/%",
    "/%ff",
    "//evil.example",
    "/inventory/%00",
    "/..%2f..%2fpackage.json",
    "/uploads/..%2f..%2fdata%2fsite.db",
    "/assets/../../server/index.js",
  ])("%s leads nowhere and fails nothing", async (path) => {
    const status = await rawStatus(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it("answers an unknown path under /api with JSON", async () => {
    const answer = await site.fetch("/api/nothing/here");
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Content-Type")).toContain("application/json");
  });

  it.each(["PUT", "DELETE", "PATCH"])("answers %s on a page without failing", async (method) => {
    const answer = await site.fetch("/about", {
      method,
      body: "a=b",
      headers: { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(405);
  });

  it.each([
    ["/api/part-requests", "GET", "POST"],
    ["/api/retail-vehicles", "POST", "GET, HEAD"],
    ["/api/vin/direct-decode", "DELETE", "POST"],
  ])("%s answers %s with 405 and Allow", async (path, method, allow) => {
    const answer = await site.fetch(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe(allow);
    expect(await answer.json()).toHaveProperty("error");
  });
});

describe("the headers of every answer", () => {
  it.each(["/", "/api/retail-vehicles", "/nowhere", "/healthz"])("%s carries the policies", async (path) => {
    const { headers } = await site.fetch(path);
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).toMatch(/script-src 'self'[; ]/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("Permissions-Policy")).toContain("camera=()");
    expect(headers.get("X-Powered-By")).toBeNull();
    expect(headers.get("Strict-Transport-Security")).toBeNull();
  });

  it("lets two pages alone use the camera and compile the reader of barcodes", async () => {
    const { cookie } = await signedIn();
    for (const path of ["/sell-your-car", "/admin/purchases/new"]) {
      const { headers } = await site.fetch(path, { headers: { Cookie: cookie } });
      expect(headers.get("Permissions-Policy"), path).toContain("camera=(self)");
      const policy = headers.get("Content-Security-Policy") ?? "";
      expect(policy, path).toContain("'wasm-unsafe-eval'");
      expect(policy, path).not.toMatch(/'unsafe-eval'|unsafe-inline/);
    }
    for (const path of ["/repair", "/admin/purchases", "/admin/retail-vehicles/new"]) {
      const { headers } = await site.fetch(path, { headers: { Cookie: cookie } });
      expect(headers.get("Permissions-Policy"), path).toContain("camera=()");
      expect(headers.get("Content-Security-Policy"), path).not.toContain("unsafe");
    }
  });

  it("has no inline style in any page, which the policy would drop", async () => {
    for (const path of PUBLIC_PAGES) {
      expect(await (await site.fetch(path)).text(), path).not.toMatch(/ style="|<style/);
    }
  });

  it("keeps built assets for ever and sends them compressed", async () => {
    const html = await (await site.fetch("/")).text();
    const asset = /\/assets\/app-[^"]+\.css/.exec(html)?.[0] ?? "";
    const answer = await site.fetch(asset, { headers: { "Accept-Encoding": "br" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toContain("immutable");
    expect(answer.headers.get("Content-Encoding")).toBe("br");
  });

  it.each([
    ["0123456789abcdef01234567-8x6-2", "avif"],
    ["0123456789abcdef01234567-8x6-2", "webp"],
    ["0123456789abcdef01234567-8x6", "webp"],
  ])("keeps a picture for ever, as a picture and nothing else: %s as %s", async (publicId, format) => {
    const folder = path.join(process.env.UPLOADS_DIR ?? "", publicId);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `8.${format}`), "picture");
    const answer = await site.fetch(`/uploads/${publicId}/8.${format}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe(`image/${format}`);
    expect(answer.headers.get("Cache-Control")).toContain("immutable");
    expect(answer.headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    );
  });

  it("has nothing but pictures among the uploads", async () => {
    for (const other of ["/uploads/", `/uploads/${"0".repeat(24)}-8x6-2`, "/uploads/none/8.webp"]) {
      expect((await site.fetch(other)).status, other).toBe(404);
    }
  });

  it("has every page asked about each time, and keeps what is a visitor's own out of shared caches", async () => {
    expect((await site.fetch("/")).headers.get("Cache-Control")).toBe("no-cache");
    expect((await site.fetch("/repair")).headers.get("Cache-Control")).toBe("private, no-cache");
    expect((await site.fetch("/about.data")).headers.get("Cache-Control")).toBe("private, no-cache");
    expect((await site.fetch("/partsrequest")).headers.get("Cache-Control")).toBe("no-store");
  });

  it("keeps the staff's side out of search indexes, and the public pages in", async () => {
    const { cookie } = await signedIn();
    const indexed = async (path: string) =>
      (await site.fetch(path, { headers: { Cookie: cookie } })).headers.get("X-Robots-Tag");
    for (const path of ["/login", "/admin", "/admin/retail-vehicles/new", "/admin/nowhere", "/admin.data"]) {
      expect(await indexed(path), path).toBe("noindex");
    }
    for (const path of ["/", "/inventory", "/administration"]) expect(await indexed(path), path).toBeNull();
  });

  it("answers /healthz with JSON", async () => {
    const answer = await site.fetch("/healthz");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: "ok" });
  });
});

function statusOf(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.request(site.url + path, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", reject);
    request.end();
  });
}

/** Sends a path exactly as it is written, which no client library does. */
function rawStatus(path: string): Promise<number> {
  const { port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    });
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("end", () => resolve(Number(answer.split(" ", 2)[1])));
    socket.on("error", reject);
  });
}
