import { beforeAll, describe, expect, test } from "vitest";
import { type Site, startSite } from "../../support/site";
import { statusesIn, statusesOf, wireTo } from "../../support/wire";

const FORM = "Content-Type: application/x-www-form-urlencoded";
const JSON_TYPE = "Content-Type: application/json";
const CLOSE = "Connection: close";
const MB = 1024 * 1024;
/** Far more than connections hold on their way by themselves. */
const ENDLESS = 64 * MB;
/** A request that a proxy in front would never have let through by itself. */
const SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: yard\r\n\r\n";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

describe("a length that lies", () => {
  test.each([
    ["is shorter than the body", "POST", "/partsmatrix", [FORM, "Content-Length: 3"], "a=bcdefgh"],
    ["is negative", "POST", "/partsmatrix", [FORM, "Content-Length: -1"], "a=b"],
    ["is no number", "POST", "/partsmatrix", [FORM, "Content-Length: 0x3"], "a=b"],
    ["is a sum", "POST", "/partsmatrix", [FORM, "Content-Length: +3"], "a=b"],
    ["is given twice", "POST", "/partsmatrix", [FORM, "Content-Length: 3", "Content-Length: 40"], "a=b"],
    ["is a list", "POST", "/partsmatrix", [FORM, "Content-Length: 3, 40"], "a=b"],
    ["is beyond all numbers", "POST", "/partsmatrix", [FORM, `Content-Length: ${"9".repeat(30)}`], "a=b"],
    ["is 5 GB", "POST", "/partsmatrix", [FORM, "Content-Length: 5000000000"], "a=b"],
    ["is 5 GB, for the API", "POST", "/api/part-requests", [JSON_TYPE, "Content-Length: 5000000000"], "{}"],
    [
      "is 5 GB, for a picture",
      "POST",
      "/admin/retail-vehicles/new",
      [FORM, "Content-Length: 5000000000"],
      "-",
    ],
  ])("%s: the answer is there at once, and is no", async (_what, method, path, headers, body) => {
    const statuses = await statusesOf(site, request(method, path, headers, body));
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.at(-1)).toBeOneOf([400, 413]);
    expect(statuses.every((status) => status < 500)).toBe(true);
  });

  test("is longer than what comes before the sender leaves: nothing is stored, nothing fails", async () => {
    const wire = await wireTo(site);
    await wire.send(request("POST", "/api/part-requests", [JSON_TYPE, "Content-Length: 500"], "{}"));
    wire.socket.end();
    expect(statusesIn(await wire.closed).every((status) => status === 400)).toBe(true);
    expect((await site.fetch("/healthz")).status).toBe(200);
  });
});

// RFC 9112, section 6.3: where two readers could disagree on where a request ends, the second one would be anybody's.
describe("a request whose end is told in two ways is no request, and neither is what hides in it", () => {
  test.each([
    ["both lengths", ["Content-Length: 6", "Transfer-Encoding: chunked"], "0\r\n\r\n"],
    ["both lengths, the other way round", ["Transfer-Encoding: chunked", "Content-Length: 60"], "0\r\n\r\n"],
    ["a blank in front of the colon", ["Transfer-Encoding : chunked"], "0\r\n\r\n"],
    ["a folded header", ["Transfer-Encoding:\r\n chunked", "Content-Length: 5"], "0\r\n\r\n"],
    ["chunked that is not last", ["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"],
    ["an encoding nobody knows", ["Transfer-Encoding: xchunked"], "0\r\n\r\n"],
    ["a chunk whose size is no number", ["Transfer-Encoding: chunked"], "0x0\r\n\r\n"],
    ["a chunk that is longer than it says", ["Transfer-Encoding: chunked"], "1\r\nabc\r\n0\r\n\r\n"],
    ["a header with a NUL", ["X-Odd: a\0b", "Content-Length: 0"], ""],
    [
      "a header of bare line breaks",
      ["X-Odd: a\nTransfer-Encoding: chunked", "Content-Length: 5"],
      "0\r\n\r\n",
    ],
  ])("%s", async (_what, headers, body) => {
    const bytes = head("POST", "/partsmatrix", [FORM, ...headers]) + body + SMUGGLED;
    const statuses = await statusesOf(site, bytes);
    expect(statuses.at(-1)).toBe(400);
    expect(statuses.length).toBe(1);
  });

  test.each([
    ["a target with a line break", "GET /a\r\nb HTTP/1.1\r\nHost: yard\r\n\r\n"],
    ["a target with a blank", "GET /a b HTTP/1.1\r\nHost: yard\r\n\r\n"],
    ["no host", "GET / HTTP/1.1\r\n\r\n"],
    ["two hosts", `GET / HTTP/1.1\r\nHost: yard\r\nHost: evil.example\r\n${CLOSE}\r\n\r\n`],
    ["another protocol", "GET / HTTP/9.9\r\nHost: yard\r\n\r\n"],
    ["no protocol at all", "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03"],
    ["a target elsewhere", `GET http://evil.example/ HTTP/1.1\r\nHost: yard\r\n${CLOSE}\r\n\r\n`],
  ])("%s", async (_what, bytes) => {
    const statuses = await statusesOf(site, bytes);
    expect(statuses).toEqual([400]);
  });

  test("headers without end", async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `X-${at}: a`);
    expect(await statusesOf(site, request("GET", "/", many, ""))).toEqual([431]);
    expect(await statusesOf(site, request("GET", `/${"a".repeat(60_000)}`, [], ""))).toEqual([431]);
  });
});

describe("a body without end is cut off", () => {
  test.each([
    ["a form", "/partsmatrix", [FORM]],
    ["a form's data", "/repair.data", [FORM]],
    ["JSON", "/api/part-requests", [JSON_TYPE]],
    ["JSON of staff's", "/api/admin/retail-vehicles", [JSON_TYPE]],
    ["a form of nobody's origin", "/partsmatrix", [FORM, "Origin: https://evil.example"]],
    ["what belongs to no body", "/nowhere", [FORM]],
  ])("%s", async (_what, path, headers) => {
    const before = process.memoryUsage().rss;
    const wire = await wireTo(site);
    await wire.send(head("POST", path, [...headers, "Transfer-Encoding: chunked", CLOSE]));
    const chunk = `10000\r\n${"a".repeat(65_536)}\r\n`;
    let sent = 0;
    while (wire.open() && sent < ENDLESS) {
      await wire.send(chunk);
      sent += chunk.length;
    }
    expect(sent).toBeLessThan(ENDLESS);
    expect(statusesIn(await wire.closed).every((status) => status === 413 || status === 403)).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB);
    expect((await site.fetch("/healthz")).status).toBe(200);
  });
});

function head(method: string, path: string, headers: string[]): string {
  return `${[`${method} ${path} HTTP/1.1`, "Host: yard", ...headers].join("\r\n")}\r\n\r\n`;
}

function request(method: string, path: string, headers: string[], body: string): string {
  return head(method, path, headers) + body;
}
