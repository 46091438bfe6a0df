import { beforeAll, beforeEach, expect, it } from "vitest";
import { vehiclePath } from "~/vehicles/inventory";
import { recordsOf } from "../../support/api";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { withoutTables } from "../../support/database";
import { linkTo } from "../../support/links";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
beforeEach(async () => {
  await site.db.deleteFrom("retailVehicles").execute();
  await site.db.deleteFrom("dismantledVehicles").execute();
});

const get = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });

it("deleting asks first, naming the vehicle; Cancel leads back to the list as it was", async () => {
  const { _id } = await dismantledVehicle({ stockNumber: "D-9" });
  const answer = await get(
    `/admin/dismantled-vehicles/${_id}/delete?from=${encodeURIComponent("/admin?q=honda&page=2")}`,
  );
  const page = await answer.text();
  expect(page).toContain("Are you sure you want to delete this vehicle?</h1>");
  expect(page).toContain("2012 Honda Accord, stock # D-9");
  expect(linkTo(page, "Cancel")).toBe("/admin?q=honda&page=2");
  expect(await recordsOf(site, "dismantled-vehicles")).toHaveLength(1);
});

it("deleting asks about a retail vehicle in its own words", async () => {
  const { _id } = await retailVehicle();
  expect(await textOf(await get(`/admin/retail-vehicles/${_id}/delete`))).toContain(
    "Are you sure you want to delete this retail vehicle?",
  );
});

it("Delete takes the vehicle off the list, also from the public page, and says so on the list as it was", async () => {
  const vehicle = await retailVehicle({ stockNumber: "R-9" });
  const { _id } = vehicle;
  const other = await retailVehicle();
  expect((await site.fetch(vehiclePath(vehicle))).status).toBe(200);
  const from = "/admin/retail-vehicles?q=subaru";
  const action = `/admin/retail-vehicles/${_id}/delete?from=${encodeURIComponent(from)}`;
  const answer = await site.form(action, {}, { cookie });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, from]);
  const list = await site.fetch(from, { headers: { Cookie: cookiesOf(answer, cookie) } });
  const said = await textOf(list);
  expect(said).toContain("Vehicle deleted");
  expect(said).toContain("2016 Subaru Outback, stock # R-9");
  expect((await site.fetch(vehiclePath(vehicle))).status).toBe(410);
  const listed = await (await get("/admin/retail-vehicles")).text();
  expect([listed.includes(_id), listed.includes(other._id)]).toEqual([false, true]);
});

it("deleting twice does no harm: the second is told, and a question about what is gone is not asked", async () => {
  const { _id } = await dismantledVehicle();
  const action = `/admin/dismantled-vehicles/${_id}/delete`;
  await site.form(action, {}, { cookie });
  const again = await site.form(action, {}, { cookie });
  expect([again.status, again.headers.get("Location")]).toEqual([303, "/admin"]);
  const list = await site.fetch("/admin", { headers: { Cookie: cookiesOf(again, cookie) } });
  expect(await textOf(list)).toContain("Vehicle was already deleted");
  const page = await get(action);
  expect(page.status).toBe(404);
  const said = await textOf(page);
  expect(said).toContain("Vehicle not found");
  expect(said).toContain("Logout");
  expect((await get("/admin/dismantled-vehicles/short/delete")).status).toBe(404);
});

it("deleting leads to no other site afterwards", async () => {
  const { _id } = await dismantledVehicle();
  const action = `/admin/dismantled-vehicles/${_id}/delete?from=${encodeURIComponent("//evil.example/admin?x")}`;
  expect((await site.form(action, {}, { cookie })).headers.get("Location")).toBe("/admin");
});

it("a delete that the database refuses says that nothing was deleted", async () => {
  const { _id } = await dismantledVehicle();
  const answer = await withoutTables(["dismantledVehicles"], () =>
    site.form(`/admin/dismantled-vehicles/${_id}/delete`, {}, { cookie }),
  );
  expect(answer.status).toBe(500);
  expect(await textOf(answer)).toContain("Failed to delete vehicle");
});
