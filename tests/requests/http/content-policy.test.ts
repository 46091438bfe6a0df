import { beforeAll, describe, expect, test } from "vitest";
import { builtRoutesBelow, rawRequest } from "../../support/built-routes";
import {
  hasForeignScript,
  INERT,
  LOOSE,
  type Planted,
  pagesOf,
  plantScripts,
  SCRIPT,
} from "../../support/scripts";
import { cookiesOf, type Site, startSite } from "../../support/site";

let site: Site;
let planted: Planted;
beforeAll(async () => {
  site = await startSite();
  planted = await plantScripts(site);
});

describe("a script in every text field there is", () => {
  test("is inert on every page, tab, opened row, sheet and editor that shows it", async () => {
    const wrong: string[] = [];
    for (const [address, staff] of pagesOf(planted)) {
      const page = await rawRequest(site, "GET", address, staff ? { Cookie: planted.cookie } : {});
      const { status, body } = page;
      if (status !== 200 || LOOSE.test(body) || !INERT.test(body)) wrong.push(`${status} ${address}`);
      if (hasForeignScript(page)) wrong.push(`a foreign script: ${address}`);
    }
    expect(wrong).toEqual([]);
  });

  test("and in the data of every route, as nothing that a browser would take for a page", async () => {
    for (const [address, staff] of pagesOf(planted)) {
      const data = address.replace(/^([^?]+)/, "$1.data");
      const answer = await site.fetch(data, { headers: staff ? { Cookie: planted.cookie } : {} });
      expect([data, answer.status]).toEqual([data, 200]);
      expect(answer.headers.get("Content-Type")).toMatch(/^text\/x-script/);
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  });

  test("and in the API's JSON as the text it is, under JSON's own type", async () => {
    const { retail, dismantled, partRequest, repairRequest, inquiry, bearer } = planted;
    for (const path of [
      "/retail-vehicles",
      `/retail-vehicles/${retail}`,
      `/dismantled-vehicles/${dismantled}`,
      "/vehicle-data/batched",
      "/admin/retail-vehicles",
      "/admin/part-requests",
      `/admin/part-requests/${partRequest}`,
      `/admin/repair-requests/${repairRequest}`,
      `/admin/vehicle-inquiries/${inquiry}`,
    ]) {
      const answer = await site.fetch(`/api${path}`, { headers: { Authorization: bearer } });
      expect(answer.headers.get("Content-Type"), path).toMatch(/^application\/json/);
      expect(answer.headers.get("X-Content-Type-Options"), path).toBe("nosniff");
      expect(await answer.text(), path).toContain("<img src=x onerror=");
    }
  });
});

test("the content policy lets no inline script run but those that Remix itself put into the page", async () => {
  const scriptSources = async (path: string) => {
    const { headers } = await rawRequest(site, "GET", path);
    return /script-src ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1];
  };
  for (const path of [
    "/",
    "/about",
    "/repair",
    "/inventory",
    "/nowhere",
    planted.page,
    "/api/retail-vehicles",
  ]) {
    expect([path, await scriptSources(path)]).toEqual([path, "'self'"]);
  }
  for (const path of ["/partsmatrix", "/partsmatrix", "/partsrequest", "/login"]) {
    expect([path, await scriptSources(path)]).toEqual([
      path,
      expect.stringMatching(/^'self'( 'sha256-[\w+/]{43}=')+$/),
    ]);
  }
});

describe("a script that comes with a request is inert in the answer", () => {
  const FIELDS = {
    "/repair": ["name", "phone", "email", "description", "contactMethod", "idempotencyKey"],
    "/partsmatrix": ["customerEmail", "customerName", "requestType", "transactionId", "additionalInfo"],
    "/login": ["username", "password"],
    "/partsrequest": ["step", "vin", "year", "make", "model", "trim", "intent", "q"],
  };

  test.each(Object.entries(FIELDS))("in every field of %s", async (address, names) => {
    const all = Object.fromEntries(names.map((name) => [name, SCRIPT]));
    const forms = [
      all,
      ...names.map((name) => ({ ...(name === "step" ? {} : { step: "1" }), [name]: SCRIPT })),
    ];
    for (const fields of forms) {
      for (const place of [address, `${address}.data`]) {
        const answer = await site.form(place, fields);
        const body = await answer.text();
        expect(answer.status).toBeLessThan(500);
        if (place === address) expect(body).not.toMatch(LOOSE);
      }
    }
  });

  test("in every step of the wizard, and in what it keeps of it", async () => {
    const first = await site.form("/partsrequest", { step: "1", vin: "11111111111111111" });
    let cookie = cookiesOf(first);
    const steps: [string, Record<string, string>][] = [
      ["1", { vin: SCRIPT, year: SCRIPT, make: SCRIPT, model: SCRIPT, trim: SCRIPT, engineSize: SCRIPT }],
      ["1", { vin: "11111111111111111", year: "2003", make: SCRIPT, model: SCRIPT, trim: SCRIPT }],
      ["2", { categoryId: SCRIPT, subcategoryId: SCRIPT, partId: SCRIPT }],
      ["3", { name: SCRIPT, phone: SCRIPT, email: SCRIPT, additionalInfo: SCRIPT }],
    ];
    for (const [step, fields] of steps) {
      const answer = await site.form("/partsrequest", { step, ...fields }, { cookie });
      cookie = cookiesOf(answer, cookie);
      expect(await answer.text(), step).not.toMatch(LOOSE);
      for (const asked of ["1", step, "4"]) {
        const page = await site.fetch(`/partsrequest?step=${asked}`, { headers: { Cookie: cookie } });
        expect(await page.text(), asked).not.toMatch(LOOSE);
      }
    }
  });

  test("in every form of staff's, shown again with what is wrong", async () => {
    const { cookie, retail, dismantled } = planted;
    const names = [
      "stockNumber",
      "vin",
      "year",
      "make",
      "model",
      "trim",
      "mileage",
      "price",
      "status",
      "notes",
    ];
    const more = ["exteriorColor", "interiorColor", "engineType", "transmission", "driveType", "fuelType"];
    const rest = [
      "condition",
      "features",
      "description",
      "dateAcquired",
      "imageUrl",
      "intent",
      "list",
      "saved",
    ];
    const fields = Object.fromEntries([...names, ...more, ...rest].map((name) => [name, SCRIPT]));
    for (const address of [
      "/admin/retail-vehicles/new",
      "/admin/dismantled-vehicles/new",
      `/admin/retail-vehicles/${retail}/edit`,
      `/admin/dismantled-vehicles/${dismantled}/edit`,
    ]) {
      const body = await (await site.form(address, fields, { cookie })).text();
      expect(body, address).toMatch(INERT);
      expect(body, address).not.toMatch(LOOSE);
    }
  });

  test("in the address, its path and every parameter, of every page", async () => {
    // No route matches a path with a line separator: it would not come as far.
    const asked = encodeURIComponent(SCRIPT.replace("\u2028", ""));
    const names = [
      "q",
      "make",
      "model",
      "status",
      "sort",
      "page",
      "yearFrom",
      "priceTo",
      "condition",
      "fuel",
    ];
    const more = [
      "drive",
      "about",
      "vehicle",
      "sent",
      "step",
      "again",
      "saved",
      "redirectTo",
      "open",
      "list",
    ];
    const query = [...names, ...more].map((name) => `${name}=${asked}`).join("&");
    const routes = await builtRoutesBelow(site, "", asked);
    const paths = routes.map(({ path }) => path).filter((path) => !path.startsWith("/api"));
    for (const path of new Set([...paths, `/${asked}`, `/admin/${asked}`])) {
      for (const Cookie of ["", planted.cookie]) {
        const page = await rawRequest(site, "GET", `${path}?${query}`, { Cookie });
        const { status, body, headers: answered } = page;
        expect([path, status < 500, LOOSE.test(body), hasForeignScript(page)]).toEqual([
          path,
          true,
          false,
          false,
        ]);
        expect(String(answered.location ?? "/")).toMatch(/^\/(?![/\\])/);
      }
    }
  });

  test("in a cookie", async () => {
    const coded = Buffer.from(JSON.stringify({ toast: { id: "1", title: SCRIPT, variant: "default" } }));
    for (const value of [
      encodeURIComponent(SCRIPT),
      coded.toString("base64"),
      `${coded.toString("base64")}.a`,
    ]) {
      const Cookie = ["session", "staff", "toast", "part-request"]
        .map((name) => `${name}=${value}`)
        .join("; ");
      // Not home, which shows the vehicles that other tests stored.
      for (const address of ["/contact", "/login", "/partsrequest"]) {
        const { status, body } = await rawRequest(site, "GET", address, { Cookie });
        expect([address, status]).toEqual([address, 200]);
        expect(body).not.toMatch(LOOSE);
        expect(body).not.toMatch(INERT);
      }
    }
  });
});
