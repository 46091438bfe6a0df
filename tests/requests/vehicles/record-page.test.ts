import { beforeAll, expect, test } from "vitest";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
const get = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });

test("a vehicle's page has every field, its history, and what can be done", async () => {
  const { _id, stockNumber } = await retailVehicle({ price: 9500, notes: "Bought at auction." });
  const page = await get(`/admin/retail-vehicles/${_id}`);
  const html = await page.clone().text();
  const text = await textOf(page);
  for (const words of [stockNumber, "$9,500", "Bought at auction.", "History"]) expect(text).toContain(words);
  for (const path of ["edit", "delete", "buyers-guide"])
    expect(html).toContain(`href="/admin/retail-vehicles/${_id}/${path}"`);
  const { _id: dismantled } = await dismantledVehicle({ mileage: 142_000 });
  expect(await textOf(await get(`/admin/dismantled-vehicles/${dismantled}`))).toContain("142,000 miles");
});

test("an unknown record and an unknown collection each say so", async () => {
  const missing = await get("/admin/retail-vehicles/01M84J8X3GG3SRRC4TX2QVJDZF");
  expect(missing.status).toBe(404);
  expect(await textOf(missing)).toContain("Vehicle not found");
  for (const path of ["/admin/nothing", "/admin/nothing/new", "/admin/nothing/x", "/admin/nothing/x/edit"]) {
    const answer = await get(path);
    expect(answer.status, path).toBe(404);
    const text = await textOf(answer);
    expect(text, path).toContain("Page not found");
    expect(text, path).toContain("Logout");
  }
});

test("a list has one address, and an escaped slash is no part of one", async () => {
  const twice = await get("/admin/dismantled-vehicles");
  expect([twice.status, twice.headers.get("Location")]).toEqual([302, "/admin"]);
  for (const path of ["/admin/parts%2Fnew", "/admin/%2Fparts", "/admin/%2F"])
    expect((await get(path)).status, path).toBe(404);
  for (const path of ["/api/parts%2Fx", "/api/admin%2Fparts", "/api/admin/parts%2Fx"])
    expect((await fetch(site.url + path)).status, path).toBe(404);
});

test("a form sent to a page without one is told so, and to no page that there is none", async () => {
  expect((await site.form("/admin/retail-vehicles", {}, { cookie })).status).toBe(405);
  expect((await site.form("/admin/nothing", {}, { cookie })).status).toBe(404);
});

test("an open row names what its columns do not", async () => {
  const { _id } = await retailVehicle({ engineType: "2.4L I4", fuelType: "hybrid", trim: "EX" });
  const row = await textOf(await get(`/admin/retail-vehicles?open=${_id}`));
  for (const words of ["Trim EX", "Engine 2.4L I4", "Fuel Hybrid", "Date acquired"])
    expect(row).toContain(words);
});
