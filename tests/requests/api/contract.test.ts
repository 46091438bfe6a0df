import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "~/api/contract/operations";
import { apiGuide, FIRST_CALLS } from "../../../scripts/api-guide.mjs";
import { type Api, apiOf } from "../../support/api";
import { UNKNOWN_ID } from "../../support/bodies";
import { builtRoutesBelow } from "../../support/built-routes";
import { document } from "../../support/contract";
import { photo } from "../../support/pictures";
import { type Site, startSite } from "../../support/site";
import { administrator, PASSWORD, signedIn } from "../../support/staff";

let site: Site;
let anyone: Api;

beforeAll(async () => {
  site = await startSite();
  anyone = apiOf(site);
});

const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH"] as const;
const addresses = Object.entries(document.paths).map(
  ([path, methods]) => [path, Object.keys(methods).map((method) => method.toUpperCase())] as const,
);

/** Addresses of a collection that is staff's alone: its route is every collection's. */
const STAFF_ONLY = [
  ...["/customers", "/fitments", "/purchases", "/sales", "/credit-notes", "/account-payments", "/old-sales"],
].flatMap((path) => [path, `${path}/{id}`]);

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

  test("keeps Redocly's recommended rules", () => {
    const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((call) => ({ path, ...call })),
    );
    const asText = JSON.stringify(document);
    expect(document.info.license.identifier).toBe("MIT");
    expect(document.servers).toEqual([{ url: "/api" }]);
    // Nothing in a request for the description can be wrong.
    const withoutFault = calls.filter(
      ({ responses }) => !Object.keys(responses).some((status) => /^4/.test(status)),
    );
    expect(withoutFault.map(({ operationId }) => operationId)).toEqual(["describeApi"]);
    expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length);
    expect(document.tags.map(({ name }) => name)).toEqual([...new Set(calls.flatMap(({ tags }) => tags))]);
    for (const { name, description } of document.tags)
      expect([name, description]).toEqual([name, expect.stringMatching(/.\.$/)]);
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { path, security } of calls) {
      const needed = security.flatMap((one) => Object.keys(one));
      expect([path, schemes]).toEqual([path, expect.arrayContaining(needed)]);
      expect([path, needed.length]).toEqual([path, /^\/(admin|auth\/(?!login))/.test(path) ? 1 : 0]);
    }
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !asText.includes(`"#/components/schemas/${name}"`),
    );
    expect(unused).toEqual([]);
  });

  test("in docs/api.md is made of it (npm run docs)", async () => {
    const served = await (await anyone.get("/openapi.json")).json();
    expect(readFileSync("docs/api.md", "utf8")).toBe(apiGuide(served));
  });

  test("in docs/api.md begins with calls that work", async () => {
    const { username } = await administrator();
    let token = "";
    for (const { id, query = "", headers, body, ...call } of FIRST_CALLS) {
      const { path, method } = operations.find((operation) => operation.id === id) ?? {
        path: "",
        method: "",
      };
      const picture = new FormData();
      if (call.picture) {
        picture.set("image", new Blob([new Uint8Array(await photo(64, 48).jpeg().toBuffer())]), call.picture);
      }
      const sent = id === "signIn" ? { username, password: PASSWORD } : body;
      const answer = await site.fetch(`/api${path}${query}`, {
        method: method.toUpperCase(),
        headers: {
          ...headers,
          ...(sent ? { "Content-Type": "application/json" } : {}),
          ...(call.token ? { Authorization: `Bearer ${token}` } : {}),
        },
        ...(sent ? { body: JSON.stringify(sent) } : call.picture ? { body: picture } : {}),
      });
      expect([id, answer.ok]).toEqual([id, true]);
      if (id === "signIn") token = (await answer.json()).accessToken;
    }
  });

  test("in docs/api.md has whole tables, and links that lead somewhere", () => {
    const guide = readFileSync("docs/api.md", "utf8");
    const headings = [...guide.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading.toLowerCase());
    const links = [...guide.matchAll(/\]\(#([^)]*)\)/g)].map(([, place]) => place);
    expect(headings).toEqual(expect.arrayContaining(links));
    // A second heading of the same name would get another address.
    const named = headings.filter((heading) => links.includes(heading));
    expect(named).toHaveLength(new Set(named).size);
    const rows = guide
      .split("\n\n")
      .filter((part) => part.startsWith("| "))
      .map((part) => part.split("\n").map((row) => row.replaceAll("\\|", "").split("|").length));
    expect(rows).toHaveLength(2);
    for (const cells of rows) expect(new Set(cells).size).toBe(1);
  });

  test("has every operation, of vehicles, parts, requests and sessions", () => {
    const calls = addresses.flatMap(([path, methods]) => methods.map((method) => `${method} ${path}`));
    const rows = [
      "GET /dismantled-vehicles",
      "GET /admin/dismantled-vehicles",
      "GET /dismantled-vehicles/{id}",
      "POST /admin/dismantled-vehicles",
      "GET /admin/dismantled-vehicles/{id}",
      "PUT /admin/dismantled-vehicles/{id}",
      "DELETE /admin/dismantled-vehicles/{id}",
      "GET /retail-vehicles",
      "GET /admin/retail-vehicles",
      "GET /retail-vehicles/{id}",
      "POST /admin/retail-vehicles",
      "GET /admin/retail-vehicles/{id}",
      "PUT /admin/retail-vehicles/{id}",
      "DELETE /admin/retail-vehicles/{id}",
      "GET /parts",
      "GET /admin/parts",
      "GET /parts/{id}",
      "POST /admin/parts",
      "GET /admin/parts/{id}",
      "PUT /admin/parts/{id}",
      "DELETE /admin/parts/{id}",
      "GET /admin/customers",
      "POST /admin/customers",
      "GET /admin/customers/{id}",
      "PUT /admin/customers/{id}",
      "DELETE /admin/customers/{id}",
      "GET /admin/fitments",
      "POST /admin/fitments",
      "GET /admin/fitments/{id}",
      "PUT /admin/fitments/{id}",
      "DELETE /admin/fitments/{id}",
      "GET /admin/purchases",
      "POST /admin/purchases",
      "GET /admin/purchases/{id}",
      "PUT /admin/purchases/{id}",
      "DELETE /admin/purchases/{id}",
      "GET /admin/old-sales",
      "POST /admin/old-sales",
      "GET /admin/old-sales/{id}",
      "PUT /admin/old-sales/{id}",
      "DELETE /admin/old-sales/{id}",
      "GET /admin/sales",
      "POST /admin/sales",
      "GET /admin/sales/{id}",
      "PUT /admin/sales/{id}",
      "DELETE /admin/sales/{id}",
      "POST /admin/sales/{id}/complete",
      "POST /admin/sales/{id}/void",
      "POST /admin/sales/{id}/take-back",
      "GET /admin/credit-notes",
      "GET /admin/credit-notes/{id}",
      "GET /admin/account-payments",
      "POST /admin/account-payments",
      "GET /admin/account-payments/{id}",
      "GET /admin/book",
      "GET /admin/book/{id}",
      "GET /admin/costs",
      "GET /admin/costs/{id}",
      "GET /admin/search",
      "GET /vehicle-data/batched",
      "GET /interchange",
      "POST /part-requests",
      "GET /admin/part-requests",
      "GET /admin/part-requests/{id}",
      "PUT /admin/part-requests/{id}",
      "POST /repair-requests",
      "GET /admin/repair-requests",
      "GET /admin/repair-requests/{id}",
      "PUT /admin/repair-requests/{id}",
      "DELETE /admin/repair-requests/{id}",
      "POST /vehicle-inquiries",
      "GET /admin/vehicle-inquiries",
      "GET /admin/vehicle-inquiries/{id}",
      "PUT /admin/vehicle-inquiries/{id}",
      "DELETE /admin/vehicle-inquiries/{id}",
      "POST /offered-cars",
      "GET /admin/offered-cars",
      "GET /admin/offered-cars/{id}",
      "PUT /admin/offered-cars/{id}",
      "DELETE /admin/offered-cars/{id}",
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
    const served = routes
      .map(({ path }) => path.slice("/api".length))
      .filter((path) => path !== "/x/y/z/z" && !STAFF_ONLY.includes(path));
    expect(served.sort()).toEqual(Object.keys(document.paths).sort());
  });

  test.each(STAFF_ONLY)("%s is nothing that the public can ask for", async (path) => {
    const answer = await site.fetch(`/api${path.replace("{id}", UNKNOWN_ID)}`);
    expect([answer.status, Object.keys(await answer.json())]).toEqual([404, ["error"]]);
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
