import { gzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import type { Administrator } from "~/accounts/administrator.server";
import { MAX_BODY_BYTES } from "~/http/body-limit.server";
import { retailVehicle } from "../../support/builders";
import { type BuiltRoute, builtRoutesBelow } from "../../support/built-routes";
import { BOUNDARY, MULTIPART } from "../../support/multipart";
import { type Site, startSite } from "../../support/site";
import { administrator, signedIn } from "../../support/staff";

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const MB = 1024 * 1024;

let site: Site;
let account: Administrator;
let staff: Record<string, string>;
let pages: BuiltRoute[];
let calls: BuiltRoute[];
beforeAll(async () => {
  site = await startSite();
  account = await administrator();
  const { _id } = await retailVehicle();
  const routes = (await builtRoutesBelow(site, "", _id))
    .filter(({ hasAction }) => hasAction)
    // Whoever has logged out is turned away for that, whatever else they send.
    .sort((one, other) => Number(one.path.endsWith("/logout")) - Number(other.path.endsWith("/logout")));
  calls = routes.filter(({ path }) => path.startsWith("/api/"));
  pages = routes.filter((route) => !calls.includes(route));
});

// As staff, from our own pages, so that nothing but the body is wrong.
beforeEach(async () => {
  const { cookie, session } = await signedIn(account);
  const Authorization = `Bearer ${await issueToken(session, new Date())}`;
  staff = { Origin: site.url, Cookie: cookie, Authorization };
});

/** Bodies that no page's form may have, and the statuses that tell so. */
const badForms: [string, string, string | Buffer, number[], Record<string, string>?][] = [
  ["too large", FORM, "x".repeat(MAX_BODY_BYTES + 1), [413]],
  ["of too many fields", FORM, `${"a=b&".repeat(100)}a=b`, [400]],
  ["of empty fields without end", FORM, "&".repeat(60_000), [400]],
  ["with a name that is too long", FORM, `${"n".repeat(65)}=1`, [400]],
  ["of broken UTF-8", FORM, Buffer.from([0x61, 0x3d, 0xff, 0xfe]), [400]],
  ["of broken UTF-8 behind percent signs", FORM, "a=%C3%28", [400]],
  ["of an overlong slash", FORM, "a=%C0%AF", [400]],
  ["of half a surrogate pair", FORM, "a=%ED%A0%80", [400]],
  ["with a NUL", FORM, "a=b\0c", [400]],
  ["with a NUL behind a percent sign", FORM, "a%00=b", [400]],
  ["with a broken percent sign", FORM, "a=%", [400]],
  ["of JSON", JSON_TYPE, "{}", [415]],
  ["of plain text", "text/plain", "a=b", [415]],
  ["of XML", "application/xml", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>", [415]],
  ["of no type", "", "a=b", [415]],
  ["that is compressed", FORM, gzipSync(Buffer.alloc(40 * MB)), [415], { "Content-Encoding": "gzip" }],
  ["of broken parts", MULTIPART, `--${BOUNDARY}\r\nContent-Disposition: form-da`, [400, 415]],
  ["of parts without a boundary", "multipart/form-data", "--\r\n\r\n--", [400, 415]],
];

describe("no page takes a form", () => {
  test.each(badForms)("%s", async (what, type, body, statuses, headers) => {
    const wrong: string[] = [];
    for (const { path } of aPartOf(pages, badForms, what)) {
      // As the browser posts it by itself, and as script does: one door.
      for (const address of [path, `${path}.data`]) {
        const { status } = await post(address, type, body, headers);
        if (!statuses.includes(status)) wrong.push(`${address}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test("a form as large as one may be gets past: it only lacks what the page asks for", async () => {
  for (const body of ["", Array(100).fill("a=b").join("&"), `${"%61".repeat(64)}=1`]) {
    const answer = await post("/repair", FORM, body);
    expect([body, answer.status]).toEqual([body, 400]);
    expect(await answer.text()).not.toContain("too many fields");
  }
  for (const body of [Array(101).fill("a=b").join("&"), `${"%61".repeat(65)}=1`])
    expect(await (await post("/repair", FORM, body)).text()).toContain("The form has too many fields.");
});

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

/** Bodies that no resource may take. */
const badJson: [string, string, string | Buffer, number[], Record<string, string>?][] = [
  ["too large", JSON_TYPE, `"${"x".repeat(MAX_BODY_BYTES)}"`, [413]],
  ["of broken UTF-8", JSON_TYPE, Buffer.from([0x22, 0xff, 0xfe, 0x22]), [400]],
  ["of another encoding", `${JSON_TYPE}; charset=utf-16`, Buffer.from('{"a":1}', "utf16le"), [400]],
  ["with a NUL", JSON_TYPE, '{"vin":"\0"}', [400]],
  ["that is cut off", JSON_TYPE, '{"vin":', [400]],
  ["of ten thousand arrays", JSON_TYPE, deep(10_000), [400]],
  ["of arrays as deep as the bound allows", JSON_TYPE, deep(MAX_BODY_BYTES / 2), [400]],
  [
    "of ten thousand arrays in a field",
    JSON_TYPE,
    `{"vin":${deep(10_000)},"username":${deep(10_000)},"lines":${deep(10_000)}}`,
    [400],
  ],
  ["of ten thousand objects", JSON_TYPE, `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, [400]],
  ["that is null", JSON_TYPE, "null", [400]],
  ["that is a number beyond all", JSON_TYPE, "1e999", [400]],
  ["that is a list", JSON_TYPE, "[{}]", [400]],
  [
    "of keys that every object has",
    JSON_TYPE,
    '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}',
    [400],
  ],
  ["of a form", FORM, "a=b", [415]],
  ["of no type", "", "{}", [415]],
  ["of plain text", "text/plain", "{}", [415]],
  ["that is compressed", JSON_TYPE, gzipSync(Buffer.alloc(40 * MB)), [415], { "Content-Encoding": "gzip" }],
  ["of parts", MULTIPART, `--${BOUNDARY}--`, [400, 415]],
  ["with a list of 30,000 items", JSON_TYPE, `{"fits":[${Array(30_000).fill(0)}]}`, [400]],
];

describe("no resource takes a body", () => {
  test.each(badJson)("%s", async (what, type, body, statuses, headers) => {
    const wrong: string[] = [];
    for (const { path } of aPartOf(calls, badJson, what)) {
      for (const method of ["POST", "PUT"]) {
        const answer = await post(path, type, body, headers, method);
        if (!isExpected(path, answer.status, statuses)) wrong.push(`${method} ${path}: ${answer.status}`);
        expect(answer.headers.get("Content-Type"), path).toMatch(/^application\/json/);
        await answer.arrayBuffer();
      }
    }
    expect(wrong).toEqual([]);
  });
});

test("names that every object has pollute nothing, in forms as in JSON", async () => {
  const names = ["__proto__", "__proto__[polluted]", "__proto__.polluted", "constructor.prototype.polluted"];
  const form = new URLSearchParams(names.map((name) => [name, "1"])).toString();
  const nested = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},';
  const json = `${nested}"customerInfo":${nested}"name":"Ann"},"vehicleInfo":${nested}"year":"2003"}}`;
  for (const { path } of pages) expect((await post(path, FORM, form)).status, path).toBeLessThan(500);
  for (const { path } of calls) expect((await post(path, JSON_TYPE, json)).status, path).toBeLessThan(500);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("whatever is sent, however often, memory stays flat", async () => {
  const bodies: [string, string | Buffer][] = [
    [FORM, "b[99999999]=1&customerInfo[99999999].a=1&a[][][][]=1"],
    [FORM, "x".repeat(MAX_BODY_BYTES + 1)],
    [
      FORM,
      Array(100)
        .fill(`${"%61".repeat(64)}=${"x".repeat(400)}`)
        .join("&"),
    ],
    [MULTIPART, `--${BOUNDARY}\r\n${"x".repeat(60_000)}`],
  ];
  const flood = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const sent = bodies.flatMap(([type, body]) => [
        post("/partsmatrix", type, body),
        post("/admin/retail-vehicles/new", type, body),
        post("/api/part-requests", JSON_TYPE, deep(MAX_BODY_BYTES / 2)),
      ]);
      for (const answer of await Promise.all(sent)) {
        expect(answer.status).toBeLessThan(500);
        await answer.arrayBuffer();
      }
    }
  };
  await flood(5);
  const before = process.memoryUsage().rss;
  await flood(20);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MB);
});

/** A third of the routes, another third for each bad body: in the end each route had a part of the bodies, and each body many routes. */
function aPartOf(routes: BuiltRoute[], bodies: typeof badForms | typeof badJson, what: string): BuiltRoute[] {
  const turn = bodies.findIndex(([name]) => name === what);
  return routes.filter((_, at) => at % 3 === turn % 3);
}

function post(
  path: string,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  method = "POST",
): Promise<Response> {
  return fetch(site.url + path, {
    method,
    redirect: "manual",
    body: new Uint8Array(Buffer.from(body)),
    headers: { ...staff, ...(type ? { "Content-Type": type } : {}), ...headers },
  });
}

/** What a resource says of a bad body; where it takes none, or not by this method, it may say that instead. */
function isExpected(path: string, status: number, statuses: number[]): boolean {
  const takesNone = /^\/api\/auth\/(logout|refresh)$/.test(path);
  if (path === "/api/admin/upload") return [400, 405, 413, 415].includes(status);
  // The draft of a sale may lack everything, and what it doesn't know is left out.
  if (path === "/api/admin/sales" && status === 201) return true;
  return statuses.includes(status) || status === 404 || status === 405 || (takesNone && status < 500);
}
