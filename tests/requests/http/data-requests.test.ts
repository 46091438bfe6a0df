import { beforeAll, expect, test } from "vitest";
import { retailVehicle } from "../../support/builders";
import { rawRequest } from "../../support/built-routes";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
  await retailVehicle();
});

const statusOf = async (path: string) =>
  (await site.fetch(path, { headers: { Cookie: cookie }, redirect: "manual" })).status;

test.each([
  "/api/parts",
  "/api/admin/retail-vehicles",
  "/api/openapi.json",
  "/api/no-such-thing",
  "/admin/export/parts.json",
  "/admin/book/lines.csv",
  "/admin/reports/sales/report.csv",
  "/sitemap.xml",
  "/robots.txt",
  "/feeds/parts.xml",
])("%s is no page, so it has no data for one", async (path) => {
  for (const address of [`${path}.data`, `${path}.data?_routes=root`]) {
    const answer = await site.fetch(address, { headers: { Cookie: cookie } });
    expect([address, answer.status]).toEqual([address, 404]);
    expect(await answer.text()).toContain("Page not found");
  }
});

test.each([
  "/./api/parts.data",
  "/%2e/api/parts.data",
  "/x/../api/parts.data",
  "/x/%2E%2e/admin/export/parts.json.data",
  "/api\\parts.data",
  "/API/parts.data",
  "/%61pi/parts.data",
  "/./sitemap.xml.data",
])("nor has it under another spelling that the router takes: %s", async (path) => {
  const { status, body } = await rawRequest(site, "GET", path, { Cookie: cookie });
  expect([status, body]).toEqual([404, expect.stringContaining("Page not found")]);
});

test.each([
  "/_root",
  "/inventory",
  "/parts",
  "/contact",
  "/admin",
  "/admin/parts",
  "/admin/book",
  "/admin/history",
])("%s is a page, and has its data", async (path) => {
  expect(await statusOf(`${path}.data`)).toBe(200);
});
