import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiGuide } from "../../scripts/api-guide.mjs";
import { type Api, apiOf, staffApi } from "../support/api";
import { dismantledVehicle, retailVehicle } from "../support/builders";
import { builtRoutesBelow } from "../support/built-routes";
import { document } from "../support/contract";
import { type Site, startSite } from "../support/site";
import { signedIn } from "../support/staff";

let site: Site;
let anyone: Api;
let staff: Api & { username: string };

beforeAll(async () => {
  site = await startSite();
  anyone = apiOf(site);
  staff = await staffApi(site);
});

beforeEach(async () => {
  for (const table of ["retailVehicles", "dismantledVehicles", "partRequests", "repairRequests"] as const) {
    await site.db.deleteFrom(table).execute();
  }
});

const UNKNOWN_ID = "01M7Z3E77NJMPRGAMC72R7QZV8";
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH"] as const;
const addresses = Object.entries(document.paths).map(
  ([path, methods]) => [path, Object.keys(methods).map((method) => method.toUpperCase())] as const,
);

describe("the description", () => {
  test("is served as OpenAPI 3.1, with an ETag", async () => {
    const answer = await anyone.get("/openapi.json");
    expect(answer.status).toBe(200);
    const body = await answer.json();
    expect(body.openapi).toBe("3.1.0");
    expect(Object.keys(body.paths)).toEqual(Object.keys(document.paths));
    const etag = answer.headers.get("ETag") ?? "";
    expect((await anyone.get("/openapi.json", { "If-None-Match": etag })).status).toBe(304);
  });

  test("in docs/api.md is made of it (npm run docs)", async () => {
    const served = await (await anyone.get("/openapi.json")).json();
    expect(readFileSync("docs/api.md", "utf8")).toBe(apiGuide(served));
  });

  test("has every row of the specification's table", () => {
    const calls = addresses.flatMap(([path, methods]) => methods.map((method) => `${method} ${path}`));
    const rows = [
      "GET /dismantled-vehicles",
      "GET /admin/dismantled-vehicles",
      "GET /dismantled-vehicles/{id}",
      "POST /admin/dismantled-vehicles",
      "PUT /admin/dismantled-vehicles/{id}",
      "DELETE /admin/dismantled-vehicles/{id}",
      "GET /retail-vehicles",
      "GET /admin/retail-vehicles",
      "GET /retail-vehicles/{id}",
      "POST /admin/retail-vehicles",
      "PUT /admin/retail-vehicles/{id}",
      "DELETE /admin/retail-vehicles/{id}",
      "GET /vehicle-data/batched",
      "POST /part-requests",
      "GET /admin/part-requests",
      "GET /admin/part-requests/{id}",
      "PUT /admin/part-requests/{id}",
      "POST /repair-requests",
      "GET /admin/repair-requests",
      "GET /admin/repair-requests/{id}",
      "PUT /admin/repair-requests/{id}",
      "DELETE /admin/repair-requests/{id}",
      "POST /admin/upload",
      "POST /auth/login",
      "POST /auth/logout",
      "GET /auth/verify",
      "POST /auth/refresh",
      "POST /vin/direct-decode",
    ];
    expect(calls).toEqual(expect.arrayContaining(rows));
    expect(calls).toHaveLength(rows.length + 1);
  });

  test("leaves out no address that the site has", async () => {
    const routes = await builtRoutesBelow(site, "/api", "{id}");
    const served = routes.map(({ path }) => path.slice("/api".length)).filter((path) => path !== "/x/y");
    expect(served.sort()).toEqual(Object.keys(document.paths).sort());
  });
});

describe("methods", () => {
  test.each(addresses)("%s takes %j and answers 405 to any other", async (path, methods) => {
    const address = path.replace("{id}", UNKNOWN_ID);
    for (const method of METHODS) {
      if (methods.includes(method)) continue;
      const answer = await site.fetch(`/api${address}`, {
        method,
        headers: { "Content-Type": "application/json" },
        ...(method === "GET" ? {} : { body: "{}" }),
      });
      expect([method, answer.status]).toEqual([method, 405]);
      const allowed = methods.flatMap((one) => (one === "GET" ? ["GET", "HEAD"] : [one]));
      expect(answer.headers.get("Allow")?.split(", ").sort()).toEqual(allowed.sort());
    }
  });

  test.each(["/", "/nothing", "/admin", "/auth", "/retail-vehicles/a/b", "/admin/upload/x", "/openapi.yaml"])(
    "any other path, such as %s, is 404 as JSON",
    async (path) => {
      for (const method of ["GET", "POST", "DELETE"]) {
        const answer = await site.fetch(`/api${path}`, { method });
        expect([method, answer.status]).toEqual([method, 404]);
        expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
        expect(Object.keys(await answer.json())).toEqual(["error"]);
      }
    },
  );
});

describe.each([
  ["retail", retailVehicle],
  ["dismantled", dismantledVehicle],
] as const)("GET /api/%s-vehicles", (kind, build) => {
  const path = `/${kind}-vehicles`;

  test("in parts says how many there are and where the other parts stand", async () => {
    for (const day of [1, 2, 3, 4, 5])
      await build({ stockNumber: `N${day}`, dateAcquired: `2026-01-0${day}` });
    const whole = await anyone.get(path);
    expect(whole.headers.get("X-Total-Count")).toBe("5");
    expect(whole.headers.get("Link")).toBeNull();
    const part = await anyone.get(`${path}?limit=2&offset=2`);
    expect((await part.json()).map((one: { stockNumber: string }) => one.stockNumber)).toEqual(["N3", "N2"]);
    expect(part.headers.get("X-Total-Count")).toBe("5");
    expect(part.headers.get("Link")).toBe(
      [
        `</api${path}?limit=2&offset=0>; rel="first"`,
        `</api${path}?limit=2&offset=0>; rel="prev"`,
        `</api${path}?limit=2&offset=4>; rel="next"`,
        `</api${path}?limit=2&offset=4>; rel="last"`,
      ].join(", "),
    );
    expect(await (await anyone.get(`${path}?limit=2&offset=99`)).json()).toEqual([]);
  });

  test("takes the page's filters and order", async () => {
    await build({ stockNumber: "FORD", make: "Ford", year: 2010 });
    await build({ stockNumber: "OPEL", make: "Opel", year: 2012 });
    const stocks = async (query: string) =>
      (await (await anyone.get(`${path}?${query}`)).json()).map(
        (one: { stockNumber: string }) => one.stockNumber,
      );
    expect(await stocks("make=Ford")).toEqual(["FORD"]);
    expect(await stocks("q=opel")).toEqual(["OPEL"]);
    expect(await stocks("sort=year-old")).toEqual(["FORD", "OPEL"]);
    expect(await stocks("yearFrom=2011&sort=nonsense")).toEqual(["OPEL"]);
  });

  test.each([
    "limit=0",
    "limit=501",
    "limit=abc",
    "limit=-1",
    "limit=1e3",
    "offset=-1",
    "offset=x",
    "limit=",
  ])("does not take %s", async (query) => {
    const answer = await anyone.get(`${path}?${query}`);
    expect(answer.status).toBe(400);
    expect(Object.keys((await answer.json()).fields)).toEqual([query.split("=", 1)[0]]);
  });

  test("says with an ETag whether anything has changed", async () => {
    const { _id } = await build();
    for (const address of [path, `${path}/${_id}`, "/vehicle-data/batched"]) {
      const etag = (await anyone.get(address)).headers.get("ETag") ?? "";
      expect(etag).toMatch(/^"[\w-]{27}"$/);
      const again = await anyone.get(address, { "If-None-Match": etag });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
    const before = (await anyone.get(`${path}?limit=1`)).headers.get("ETag");
    await build({ dateAcquired: "2020-01-01" });
    expect((await anyone.get(`${path}?limit=1`)).headers.get("ETag")).not.toBe(before);
  });
});

describe.each([
  ["retail", retailVehicle, { stockNumber: "A1", vin: "1hgcm82633a004352" }],
  [
    "dismantled",
    dismantledVehicle,
    {
      stockNumber: "A1",
      vin: "1hgcm82633a004352",
      year: "2003",
      make: "Honda",
      model: "Accord",
      mileage: "142,000",
      dateAcquired: "2026-03-02",
    },
  ],
] as const)("/api/admin/%s-vehicles", (kind, build, body) => {
  const path = `/admin/${kind}-vehicles`;

  test("adds, lists, replaces and removes", async () => {
    const added = await staff.post(path, { ...body, notes: "staff's own", nonsense: 1 });
    expect(added.status).toBe(201);
    const record = await added.json();
    expect(record).toMatchObject({ stockNumber: "A1", vin: "1HGCM82633A004352", notes: "staff's own" });
    expect(await (await staff.get(path)).json()).toEqual([record]);
    expect(JSON.stringify(await (await anyone.get(`/${kind}-vehicles/${record._id}`)).json())).not.toContain(
      "staff's own",
    );

    const replaced = await staff.put(`${path}/${record._id}`, { ...body, trim: "EX" });
    expect(replaced.status).toBe(200);
    const after = await replaced.json();
    expect(after).toMatchObject({ _id: record._id, createdAt: record.createdAt, trim: "EX" });
    expect(after.notes).toBeUndefined();

    const removed = await staff.delete(`${path}/${record._id}`);
    expect([removed.status, await removed.text()]).toEqual([204, ""]);
    expect((await staff.delete(`${path}/${record._id}`)).status).toBe(404);
    expect((await staff.put(`${path}/${record._id}`, body)).status).toBe(404);
  });

  test("takes a stock number once, whatever its letters' case", async () => {
    await build({ stockNumber: "Same" });
    const { _id } = await build({ stockNumber: "Other" });
    const clash = {
      error: "Stock number already exists",
      fields: { stockNumber: ["Stock number already exists"] },
    };
    const added = await staff.post(path, { ...body, stockNumber: "SAME" });
    expect([added.status, await added.json()]).toEqual([409, clash]);
    const replaced = await staff.put(`${path}/${_id}`, { ...body, stockNumber: "same" });
    expect([replaced.status, await replaced.json()]).toEqual([409, clash]);
    expect((await staff.put(`${path}/${_id}`, { ...body, stockNumber: "OTHER" })).status).toBe(200);
  });

  test("says by field what is wrong, and changes nothing", async () => {
    const answer = await staff.post(path, { ...body, vin: "short", stockNumber: " ", mileage: -1 });
    expect(answer.status).toBe(400);
    const { fields } = await answer.json();
    expect(Object.keys(fields).sort()).toEqual(["mileage", "stockNumber", "vin"]);
    for (const wrong of [[], "text", null, 5]) expect((await staff.post(path, wrong)).status).toBe(400);
    const picture = await staff.post(path, {
      ...body,
      imageUrl: `/uploads/${"a".repeat(24)}-800x600/800.webp`,
    });
    expect([picture.status, Object.keys((await picture.json()).fields)]).toEqual([400, ["imageUrl"]]);
    expect(await (await staff.get(path)).json()).toEqual([]);
  });

  test("lists every status, by words, status and part", async () => {
    const gone = kind === "retail" ? "sold" : "Scrapped";
    await build({ stockNumber: "GONE", status: gone });
    await build({ stockNumber: "HERE" });
    const stocks = async (query: string) =>
      (await (await staff.get(`${path}?${query}`)).json()).map(
        (one: { stockNumber: string }) => one.stockNumber,
      );
    expect((await stocks("")).sort()).toEqual(["GONE", "HERE"]);
    expect(await stocks(`status=${gone}`)).toEqual(["GONE"]);
    expect(await stocks("q=here")).toEqual(["HERE"]);
    const part = await staff.get(`${path}?limit=1`);
    expect([part.headers.get("X-Total-Count"), (await part.json()).length]).toEqual(["2", 1]);
  });
});

const PART_REQUEST = {
  vin: "1HGCM82633A004352",
  vehicleInfo: { year: 2003, make: "Honda", model: "Accord" },
  partDetails: { system: "Exterior", component: "Hood" },
  customerInfo: { name: "Ann Lee", phone: "5555550101", email: "ann@example.com" },
};
const REPAIR_REQUEST = {
  customerInfo: { name: "Ann Lee", phone: "5555550101" },
  vehicleInfo: {},
  serviceInfo: { message: "Brakes squeal" },
  contactMethod: "phone",
  isSimplifiedRequest: true,
};

describe.each([
  ["part", PART_REQUEST, "quoted"],
  ["repair", REPAIR_REQUEST, "in_progress"],
] as const)("/api/%s-requests", (kind, body, status) => {
  const path = `/${kind}-requests`;

  test("are stored for anyone, and read and changed by staff", async () => {
    const sent = await anyone.post(path, body);
    expect(sent.status).toBe(201);
    const { _id } = await sent.json();
    const list = await staff.get(`/admin${path}`);
    expect([list.headers.get("X-Total-Count"), (await list.json())[0]._id]).toEqual(["1", _id]);
    const changed = await staff.put(`/admin${path}/${_id}`, { status, notes: [{ content: "Called back" }] });
    expect(changed.status).toBe(200);
    const record = await changed.json();
    expect(record).toMatchObject({ status, notes: [{ author: staff.username, content: "Called back" }] });
    expect((await (await staff.put(`/admin${path}/${_id}`, { status: "pending" })).json()).notes).toEqual(
      record.notes,
    );
    expect(await (await staff.get(`/admin${path}/${_id}`)).json()).toEqual({ ...record, status: "pending" });
    expect((await staff.put(`/admin${path}/${_id}`, { status: "nonsense" })).status).toBe(400);
    expect((await staff.put(`/admin${path}/${UNKNOWN_ID}`, { status })).status).toBe(404);
    expect((await staff.get(`/admin${path}/short`)).status).toBe(404);
  });

  test("under a key of the caller's own are stored once", async () => {
    const key = { "Idempotency-Key": `key-of-${kind}` };
    const both = await Promise.all([anyone.post(path, body, key), anyone.post(path, body, key)]);
    expect(both.map((answer) => answer.status)).toEqual([201, 201]);
    const [first, second] = await Promise.all(both.map((answer) => answer.json()));
    expect(second).toEqual(first);
    expect(await (await anyone.post(path, body, key)).json()).toEqual(first);
    const other = await anyone.post(path, { ...body, contactMethod: "phone", note: 1 }, key);
    expect(other.status).toBe(422);
    expect((await staff.get(`/admin${path}`)).headers.get("X-Total-Count")).toBe("1");
    for (const bad of ["with space", "x".repeat(256)]) {
      expect((await anyone.post(path, body, { "Idempotency-Key": bad })).status).toBe(400);
    }
    // What was not valid has not used its key up.
    const fresh = { "Idempotency-Key": `another-of-${kind}` };
    expect((await anyone.post(path, {}, fresh)).status).toBe(400);
    expect((await anyone.post(path, body, fresh)).status).toBe(201);
  });
});

test("a repair request can be removed, a part request cannot", async () => {
  const { _id } = await (await anyone.post("/repair-requests", REPAIR_REQUEST)).json();
  expect((await staff.delete(`/admin/repair-requests/${_id}`)).status).toBe(204);
  expect((await staff.delete(`/admin/repair-requests/${_id}`)).status).toBe(404);
});

describe("staff's calls", () => {
  const calls = addresses.flatMap(([path, methods]) =>
    path.startsWith("/admin/") ? methods.map((method) => [method, path] as const) : [],
  );
  test.each(calls)("%s %s asks for a token, and a cookie is none", async (method, path) => {
    const { cookie } = await signedIn();
    const answer = await site.fetch(`/api${path.replace("{id}", UNKNOWN_ID)}`, {
      method,
      headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });
});
