import { beforeAll, describe, expect, test } from "vitest";
import { removeAdministrator } from "~/accounts/administrator.server";
import { endSession } from "~/accounts/session.server";
import { COMMAND_LINE } from "~/context.server";
import { as } from "../../support/act";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { type BuiltRoute, builtRoutesBelow, type RawAnswer, rawRequest } from "../../support/built-routes";
import { inTurn } from "../../support/in-turn";
import { type Site, startSite } from "../../support/site";
import { administrator, signedIn } from "../../support/staff";

/** What stands on staff pages and in staff's data alone; some of it is put there below. */
const STAFF_WORDS = /Admin Dashboard|Logout|Refresh session|staffsecret|passwordHash/i;
const FORM = "application/x-www-form-urlencoded";
/** Hundreds of requests take a while on a busy machine. */
const MANY = { timeout: 300_000 };
const BOUNDARY = "----staffguard";

let site: Site;
let pages: BuiltRoute[];
let resources: BuiltRoute[];
let sample: string;

beforeAll(async () => {
  site = await startSite();
  sample = (await retailVehicle({ notes: "staffsecret", status: "sold" }))._id;
  await dismantledVehicle({ notes: "staffsecret", status: "Scrapped" });
  pages = await builtRoutesBelow(site, "/admin", sample);
  resources = await builtRoutesBelow(site, "/api/admin", sample);
});

/** Everyone who must not get in, by the cookie they bring. */
const strangers: [string, () => Promise<string>][] = [
  ["with an expired session", expired],
  ["after logging out", loggedOut],
  ["after the account was removed", removed],
  ["with a session that was made up", forged],
  ["with a session's id in the place of its secret", idAsSecret],
];

test("the list of addresses is the whole staff side", () => {
  const paths = new Set(pages.map(({ path }) => path));
  for (const known of ["/admin", "/admin/retail-vehicles", "/admin/session", "/admin/x/y/z/z"]) {
    expect(paths).toContain(known);
  }
  expect(pages.length).toBeGreaterThan(14);
});

test("with a session the same addresses do answer, so the tests below can fail", async () => {
  const { cookie } = await signedIn();
  for (const path of ["/admin", "/admin.data", "/ADMIN", "/%61dmin", "/x/../admin"]) {
    const answer = await rawRequest(site, "GET", path, { Cookie: cookie });
    expect(answer.status, path).toBe(200);
    expect(answer.headers["cache-control"], path).toBe("no-store");
  }
});

test("without a session every page's address leads to the sign-in, whatever the method", MANY, async () => {
  const plain = pages.map(({ path }) => path);
  const asked = pages.flatMap(({ path, chain }) => addressesOf(path, chain));
  const ways = requestsTo(undefined);
  const [, , , multipart] = ways;
  const others = ways.filter((way) => way !== multipart);
  const lines = [...inTurn(plain, others, others.length), ...inTurn(asked, others, 2)];
  expect(await problemsOf(lines, leadsNowhere)).toEqual([]);
  // Most pages take no picture, and the door in front of them says so before anything is read.
  const stopped = (answer: RawAnswer) => leadsToSignIn(answer) || isRefusal(answer);
  expect(await problemsOf(inTurn(plain, [multipart], 1), stopped)).toEqual([]);
});

test("without a session no odd spelling of an address gives anything away", MANY, async () => {
  const spellings = oddSpellingsOf("/admin").map((_, at) => at);
  const asked = inTurn(pages, spellings, 6).map(([{ path }, at]) => oddSpellingsOf(path)[at] ?? path);
  const [get, , post] = requestsTo(undefined);
  const safe = (answer: RawAnswer) => leadsToSignIn(answer) || isRefusal(answer);
  expect(await problemsOf(inTurn(asked, [get, post], 2), safe)).toEqual([]);
});

describe.each(strangers)("%s", (_who, cookieOf) => {
  test("every page, its data and its form lead to the sign-in", async () => {
    const [get, , post] = requestsTo(await cookieOf());
    const ways = [
      { ...get, after: () => "" },
      { ...get, after: () => ".data" },
      { ...post, after: ({ id }: BuiltRoute) => `.data?_routes=${encodeURIComponent(id)}` },
      { ...post, after: () => "" },
    ];
    const lines = inTurn(pages, ways, 2).map(([page, { after, ...way }]): [string, StaffRequest] => [
      page.path + after(page),
      way,
    ]);
    expect(await problemsOf(lines, leadsNowhere)).toEqual([]);
  });

  test("no resource under /api/admin answers", async () => {
    const asked = resources.map(({ path }) => path);
    expect(await problemsOf(inTurn(asked, jsonRequests(await cookieOf()), 2), isApiRefusal)).toEqual([]);
  });
});

test("a live session's cookie opens no resource under /api/admin: only the token does", async () => {
  expect(resources.length).toBeGreaterThan(0);
  const { cookie } = await signedIn();
  const asked = resources.map(({ path }) => path);
  const ways = jsonRequests(cookie);
  expect(await problemsOf(inTurn(asked, ways, ways.length), isApiRefusal)).toEqual([]);
});

test("the root's data alone may be asked for, and holds nothing of staff's", async () => {
  const answer = await rawRequest(site, "GET", "/admin/retail-vehicles.data?_routes=root");
  expect(answer.body).not.toMatch(STAFF_WORDS);
  expect(answer.body).not.toContain("passwordHash");
});

/** Asks for each address in its way, a few at a time, and tells which answers are not as they should be. */
async function problemsOf(
  lines: readonly [address: string, way: StaffRequest][],
  isRight: (answer: RawAnswer) => boolean,
): Promise<string[]> {
  const line = [...lines];
  const problems: string[] = [];
  const ask = async () => {
    for (let next = line.pop(); next; next = line.pop()) {
      const [address, { method, headers, body }] = next;
      const answer = await rawRequest(site, method, address, headers, body);
      if (!isRight(answer)) problems.push(`${method} ${address}: ${told(answer)}`);
    }
  };
  await Promise.all([ask(), ask(), ask(), ask()]);
  return problems;
}

/** Where the router looks for a page, its data, and the data of each of its parts. */
function addressesOf(path: string, chain: string[]): string[] {
  const parts = chain.map((id) => `${path}.data?_routes=${encodeURIComponent(id)}`);
  return [
    path,
    `${path}/`,
    `${path}?index`,
    `${path}?q=1&_routes=${encodeURIComponent(chain.at(-1) ?? "")}`,
    `${path}.data`,
    ...parts,
    `${path}.data?_routes=${encodeURIComponent(chain.join(","))}`,
  ];
}

/** The same address as somebody who looks for a hole would write it. */
function oddSpellingsOf(path: string): string[] {
  const rest = path.slice("/admin".length);
  return [
    `/${path}`,
    `/admin/${rest}`,
    `${path}//`,
    `/ADMIN${rest}`,
    `/Admin${rest.toUpperCase()}`,
    `/%61dmin${rest}`,
    `/%61%64%6d%69%6e${rest}.data`,
    `/admin%2f${rest.slice(1)}`,
    `/%2561dmin${rest}`,
    `/./admin${rest}`,
    `/x/../admin${rest}`,
    `/login/../admin${rest}`,
    `/api/../admin${rest}`,
    `/assets/../admin${rest}`,
    `/uploads/../admin${rest}`,
    `/%2e%2e/admin${rest}`,
    `/admin;a=b${rest}`,
    `${path}%20`,
    `${path}%00`,
    `${path}.data.data`,
    `${path}/.data`,
    `${path}.json`,
    `/_root${path}.data`,
    `http://evil.example${path}`,
  ];
}

interface StaffRequest {
  method: string;
  headers: Record<string, string>;
  body: string;
}

type Ways = [
  get: StaffRequest,
  head: StaffRequest,
  post: StaffRequest,
  multipart: StaffRequest,
  ...StaffRequest[],
];

function requestsTo(cookie: string | undefined): Ways {
  const who: Record<string, string> = cookie ? { Cookie: cookie } : {};
  const form = { ...who, Origin: site.url, "Content-Type": FORM };
  const parts = { ...form, "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
  const multipart = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="stockNumber"\r\n\r\nR1\r\n--${BOUNDARY}--\r\n`;
  return [
    { method: "GET", headers: who, body: "" },
    { method: "HEAD", headers: who, body: "" },
    { method: "POST", headers: form, body: "stockNumber=R1" },
    { method: "POST", headers: parts, body: multipart },
    { method: "PUT", headers: form, body: "stockNumber=R1" },
    { method: "DELETE", headers: form, body: "" },
  ];
}

function jsonRequests(cookie: string | undefined): StaffRequest[] {
  const headers: Record<string, string> = { Origin: site.url, "Content-Type": "application/json" };
  if (cookie) headers.Cookie = cookie;
  return ["GET", "HEAD", "POST", "PUT", "DELETE"].map((method) => ({
    method,
    headers,
    body: ["POST", "PUT"].includes(method) ? "{}" : "",
  }));
}

/** To the sign-in, or nowhere: what isn't a page has no data, whoever asks. */
function leadsNowhere(answer: RawAnswer): boolean {
  return leadsToSignIn(answer) || (answer.status === 404 && /^$|Page not found/.test(answer.body));
}

/** A redirect to the sign-in, plain or as the router's data says it, kept by no cache, and not a word more. */
function leadsToSignIn({ status, headers, body }: RawAnswer): boolean {
  if (STAFF_WORDS.test(body) || headers["cache-control"] !== "no-store" || headers["set-cookie"])
    return false;
  if (status === 303 || status === 302) return /^\/login(\?|$)/.test(String(headers.location)) && body === "";
  // What the router's data was before single fetch: still a way in, so it is tried.
  if (status === 204) return /^\/login(\?|$)/.test(String(headers["x-remix-redirect"])) && body === "";
  // A single fetch's redirect stands in its body; after HEAD there is none to read.
  return status === 202 && (body === "" || /"redirect","\/login(\?|")/.test(body));
}

/** The API's own no, for want of a token, or of a method. */
function isApiRefusal({ status, headers, body }: RawAnswer): boolean {
  return (
    [401, 405, 415].includes(status) && headers["cache-control"] === "no-store" && !STAFF_WORDS.test(body)
  );
}

/** The public site's own answer to what is not there or is malformed. */
function isRefusal({ status, body }: RawAnswer): boolean {
  return [400, 403, 404, 405, 415].includes(status) && !STAFF_WORDS.test(body);
}

function told({ status, headers, body }: RawAnswer): string {
  return `${status} ${headers.location ?? ""} ${headers["cache-control"] ?? ""} ${body.slice(0, 120)}`;
}

async function expired(): Promise<string> {
  const { cookie, session } = await signedIn();
  const past = new Date(Date.now() - 1).toISOString();
  await site.db.updateTable("sessions").set({ expiresAt: past }).where("id", "=", session.id).execute();
  return cookie;
}

async function loggedOut(): Promise<string> {
  const { cookie, session } = await signedIn();
  await endSession(session.id);
  return cookie;
}

async function removed(): Promise<string> {
  const account = await administrator();
  const { cookie } = await signedIn(account);
  await as({ ...COMMAND_LINE, now: new Date() }, () => removeAdministrator(account.username));
  return cookie;
}

async function forged(): Promise<string> {
  const { cookie } = await signedIn();
  return withSecret(cookie, "A".repeat(43));
}

async function idAsSecret(): Promise<string> {
  const { cookie, session } = await signedIn();
  return withSecret(cookie, session.id);
}

/** The cookie with another secret, coded as Remix codes it. */
function withSecret(cookie: string, secret: string): string {
  const coded = Buffer.from(JSON.stringify(secret)).toString("base64");
  return cookie.replace(/\bsession=[^;]*/, `session=${encodeURIComponent(coded)}`);
}
