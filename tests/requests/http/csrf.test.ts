import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import { retailVehicle } from "../../support/builders";
import { type BuiltRoute, builtRoutesBelow, type RawAnswer, rawRequest } from "../../support/built-routes";
import { inTurn } from "../../support/in-turn";
import { MULTIPART, multipart, textPart } from "../../support/multipart";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

/** Thousands of requests take a while on a busy machine. */
const MANY = { timeout: 120_000 };
const EVIL = "https://evil.example";
const FORM = "application/x-www-form-urlencoded";

let site: Site;
let routes: BuiltRoute[];
let staff: { cookie: string; bearer: string; sessionId: string };
let before: string;

beforeAll(async () => {
  site = await startSite();
  const { _id } = await retailVehicle();
  routes = await builtRoutesBelow(site, "", _id);
  await signIn();
});

beforeEach(async () => {
  before = await everything();
});

/** What a request of another site may look like; whoever sends it rides on the staff's own cookie. */
const foreign = (): [string, Record<string, string>][] => {
  const { host } = new URL(site.url);
  return [
    ["an evil origin", { Origin: EVIL }],
    ["a null origin, as of a sandboxed frame", { Origin: "null" }],
    ["an origin that begins as ours", { Origin: `${site.url}.evil.example` }],
    ["an origin with our address as its user", { Origin: `http://${host}@evil.example` }],
    ["our name on another port", { Origin: "http://127.0.0.1:1" }],
    ["two origins", { Origin: `${site.url}, ${EVIL}` }],
    ["an empty origin", { Origin: "" }],
    ["a cross-site fetch", { "Sec-Fetch-Site": "cross-site", Origin: site.url }],
    ["a same-site fetch", { "Sec-Fetch-Site": "same-site", Origin: site.url }],
    ["a fetch site nobody knows", { "Sec-Fetch-Site": "SAME-ORIGIN", Origin: EVIL }],
    ["a page of another site before", { Referer: `${EVIL}/${host}/` }],
    ["a page before that is no address", { Referer: host }],
    [
      "its own host forged as the forwarded one",
      {
        Origin: EVIL,
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
        Forwarded: "host=evil.example;proto=https",
        "X-Original-Host": "evil.example",
      },
    ],
    ["no header at all but a cookie", {}],
  ];
};

test("the list of addresses is the whole site", () => {
  const paths = new Set(routes.map(({ path }) => path));
  for (const known of [
    "/partsrequest",
    "/logout",
    "/admin/session",
    "/api/auth/refresh",
    "/api/admin/upload",
  ]) {
    expect(paths).toContain(known);
  }
  expect(routes.filter(({ hasAction }) => hasAction).length).toBeGreaterThan(35);
});

test("with our own origin the same requests get past the guard, so the tests below can fail", async () => {
  for (const address of ["/repair", "/repair.data", "/partsmatrix?index", "/admin/session", "/login"]) {
    const answer = await send("POST", address, FORM, "a=b", { Origin: site.url });
    expect([address, answer.status]).not.toEqual([address, 403]);
  }
  before = await everything();
});

test("so does what no other site can send", async () => {
  const Cookie = "toast=a; draft=b";
  const JSON_TYPE = "application/json; charset=utf-8";
  const own: [string, Record<string, string>][] = [
    ["a fetch of our own page", { "Sec-Fetch-Site": "same-origin", Origin: site.url }],
    ["an address that somebody typed", { "Sec-Fetch-Site": "none" }],
    ["a browser that names only the page before", { Referer: `${site.url}/repair`, Cookie: staff.cookie }],
    ["a program that keeps no cookies", {}],
    ["a browser that names nothing and has no session", { Cookie }],
    ["JSON in a session, which no form can send", { Cookie: staff.cookie, "Content-Type": JSON_TYPE }],
  ];
  for (const [who, headers] of own) {
    const { status } = await rawRequest(site, "POST", "/repair", { "Content-Type": FORM, ...headers }, "a=b");
    // What the form lacks, or what type it must have, is said after the guard.
    expect([who, status]).toEqual([who, headers["Content-Type"] ? 415 : 400]);
  }
  before = await everything();
});

describe.each([
  ["a form", FORM, "stockNumber=R1&status=sold"],
  ["a form with a picture", MULTIPART, multipart([textPart("stockNumber", "R1")]).toString()],
  ["a form of plain text", "text/plain", '{"a":"="}'],
])("%s", (_what, type, body) => {
  test("of another site changes nothing anywhere: pages, their data, the API", MANY, async () => {
    const addresses = [...new Set(routes.flatMap(addressesOf))];
    const answers = await askAll(addresses, ["POST"], foreign(), type, body);
    expect(answers.filter(({ answer, address }) => !isRefused(address, answer)).map(told)).toEqual([]);
    expect(await everything()).toBe(before);
  });
});

test("JSON of another site is refused wherever a header gives it away", MANY, async () => {
  const addresses = [...new Set(routes.map(({ path }) => path))];
  const speaking = foreign().filter(([, headers]) => Object.keys(headers).length > 0);
  const answers = await askAll(addresses, ["POST"], speaking, "application/json", "{}");
  expect(answers.filter(({ answer, address }) => !isRefused(address, answer)).map(told)).toEqual([]);
  expect(await everything()).toBe(before);
});

test("no other method is a way around", MANY, async () => {
  const addresses = [...new Set(routes.map(({ path }) => path))];
  const answers = await askAll(addresses, ["PUT", "PATCH", "DELETE"], foreign(), FORM, "a=b");
  expect(answers.filter(({ answer, address }) => !isRefused(address, answer)).map(told)).toEqual([]);
  expect(await everything()).toBe(before);
});

test("neither is a form that says it is another method", async () => {
  // A page view extends a session that began more than 15 seconds ago.
  await signIn();
  before = await everything();
  const answer = await send("GET", "/admin/session?_method=POST", FORM, "_method=DELETE", {
    Origin: EVIL,
    "X-HTTP-Method-Override": "POST",
  });
  expect(answer.status).toBeLessThan(400);
  expect(await everything()).toBe(before);
});

async function signIn() {
  const { cookie, session } = await signedIn();
  staff = { cookie, bearer: `Bearer ${await issueToken(session, new Date())}`, sessionId: session.id };
}

interface Asked {
  method: string;
  address: string;
  who: string;
  answer: RawAnswer;
}

async function askAll(
  addresses: string[],
  methods: string[],
  senders: [string, Record<string, string>][],
  type: string,
  body: string,
): Promise<Asked[]> {
  const asked = addresses.flatMap((address) => methods.map((method) => ({ address, method })));
  const line = inTurn(asked, senders, 3).map(([one, [who, headers]]) => ({ ...one, who, headers }));
  const answers: Asked[] = [];
  const ask = async () => {
    for (let next = line.pop(); next; next = line.pop()) {
      const { method, address, who, headers } = next;
      answers.push({ method, address, who, answer: await send(method, address, type, body, headers) });
    }
  };
  await Promise.all([ask(), ask(), ask(), ask()]);
  return answers;
}

/** Sent with all that a browser, or a page that stole a token, could bring. */
function send(method: string, address: string, type: string, body: string, headers: Record<string, string>) {
  const { cookie, bearer } = staff;
  return rawRequest(
    site,
    method,
    address,
    { Cookie: cookie, Authorization: bearer, "Content-Type": type, ...headers },
    body,
  );
}

/** Where a post may go to reach this route. */
function addressesOf({ path, id }: BuiltRoute): string[] {
  if (path.startsWith("/api")) return [path];
  const data = path === "/" ? "/_root.data" : `${path}.data`;
  return [path, `${path}?index`, data, `${data}?_routes=${encodeURIComponent(id)}`];
}

/** 403 in the caller's language, nothing set. */
function isRefused(address: string, { status, headers, body }: RawAnswer): boolean {
  const json = address.startsWith("/api");
  const spoken = json
    ? Object.keys(JSON.parse(body)).join() === "error"
    : body.includes("This request came from another site and was rejected.");
  const type = json ? "application/json; charset=utf-8" : "text/html; charset=utf-8";
  return status === 403 && headers["content-type"] === type && !headers["set-cookie"] && spoken;
}

function told({ method, address, who, answer }: Asked): string {
  return `${method} ${address} with ${who}: ${answer.status}`;
}

/** All that could have been changed, as text: no page shows all of it, and looking moves sessions. */
async function everything(): Promise<string> {
  const tables = [
    "retailVehicles",
    "dismantledVehicles",
    "partRequests",
    "partRequestDrafts",
    "repairRequests",
    "vehicleInquiries",
    "offeredCars",
    "savedSubmissions",
    "sessions",
  ] as const;
  const rows = await Promise.all(tables.map((table) => site.db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows);
}
