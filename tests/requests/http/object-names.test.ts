import { beforeAll, expect, test } from "vitest";
import { dismantledVehicle, retailVehicle, shelfPart } from "../../support/builders";
import { partRequest } from "../../support/requests";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

/** What every JavaScript object finds though nobody has put it there. */
const NAMES = ["constructor", "__proto__", "toString"];

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});

const read = (path: string) => site.fetch(path, { headers: { Cookie: cookie }, redirect: "follow" });

test("a car or a part whose names every object has is found, and shown everywhere", async () => {
  const names = { make: "Constructor", model: "Constructor", trim: "constructor" };
  const car = await dismantledVehicle({ ...names, engineType: "constructor", exteriorColor: "constructor" });
  const forSale = await retailVehicle({ ...names, exteriorColor: "constructor", features: ["constructor"] });
  const part = await shelfPart({ ...names, notes: "constructor", entryId: "alternator", donorId: car._id });
  const asked = await site.fetch("/api/part-requests", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      vehicleInfo: { year: 2010, make: "constructor", model: "constructor" },
      partDetails: {
        system: "Wheels/Tires",
        component: "Wheel Covers & Center Caps - Hubcap (Wheel Cover)",
      },
      customerInfo: { name: "constructor", phone: "5555550101", email: "ann@example.com" },
    }),
  });
  expect(asked.status).toBe(201);
  const { _id: request } = await asked.json();
  for (const path of [
    "/",
    "/parts",
    `/admin/parts-requests/${request}`,
    `/admin/parts-requests?open=${request}`,
    "/admin/today",
    "/admin/reports/missed",
    "/admin/reports/buy",
    "/admin/customers?q=constructor",
    "/parts?q=constructor",
    `/parts/${car._id}`,
    "/parts/find?q=constructor+alternator",
    "/parts/find?q=2010+accord+alternator",
    `/part/${part._id}`,
    "/inventory?q=constructor",
    `/inventory/${forSale._id}`,
    "/api/parts?q=constructor",
    "/admin/parts?q=constructor",
    "/admin/dismantled-vehicles?q=constructor",
    `/admin/dismantled-vehicles/${car._id}/edit`,
    `/admin/dismantled-vehicles/${car._id}/teardown`,
    `/admin/parts/${part._id}`,
    `/admin/parts/${part._id}/edit`,
    "/admin/labels?kind=part",
    "/admin/history",
    "/admin/search?q=constructor",
  ]) {
    expect((await read(path)).status, path).toBe(200);
  }
  expect(await textOf(await read("/parts?q=constructor"))).toContain("Constructor");
});

test.each(NAMES)("several at once get no status %s", async (to) => {
  const { _id: car } = await retailVehicle();
  const request = await partRequest();
  for (const [list, id] of [
    ["retail-vehicles", car],
    ["parts-requests", request],
  ] as const) {
    const answer = await site.form(`/admin/bulk/${list}`, { id, intent: "status", to }, { cookie });
    expect(answer.status, list).toBe(400);
    expect((await read(`/admin/bulk/${list}?id=${id}&to=${to}`)).status, list).toBe(200);
  }
  expect((await read("/admin/retail-vehicles")).status).toBe(200);
});

test.each(NAMES)("no list of staff fails for a filter of %s", async (name) => {
  for (const list of [
    "dismantled-vehicles",
    "retail-vehicles",
    "parts",
    "purchases",
    "sales",
    "credit-notes",
  ])
    for (const filter of [
      "status",
      "sort",
      "part",
      "make",
      "model",
      "location",
      "donor",
      "clerk",
      "customer",
    ])
      expect((await read(`/admin/${list}?${filter}=${name}`)).status, `${list} ${filter}`).toBe(200);
  for (const list of ["parts-requests", "repair-requests", "vehicle-inquiries", "offered-cars"])
    for (const filter of ["status", "sort", "show", "assignee", "q"])
      expect((await read(`/admin/${list}?${filter}=${name}`)).status, `${list} ${filter}`).toBe(200);
});

test.each(NAMES)("a button of a part's page that is called %s is refused", async (intent) => {
  const { _id } = await shelfPart();
  expect((await site.form(`/admin/parts/${_id}`, { intent }, { cookie })).status).toBe(400);
});
