import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Api, apiOf, emptyLists, type StaffApi, staffApi } from "../../support/api";
import { UNKNOWN_ID } from "../../support/bodies";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { type Site, startSite } from "../../support/site";
import { storedImages } from "../../support/stored-images";

let site: Site;
let anyone: Api;
let staff: StaffApi;

beforeAll(async () => {
  site = await startSite();
  anyone = apiOf(site);
  staff = await staffApi(site);
});
beforeEach(() => emptyLists(site));

const DAY_MS = 86_400_000;
const BODY = { entryId: "Alternator", year: 2010, make: "Honda", model: "Accord" };
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const numbers = async (query: string) =>
  (await (await anyone.get(`/parts?${query}`)).json()).map((one: { stockNumber: string }) => one.stockNumber);

test("the public list has what is available or on hold, newest first, and nothing that is staff's own", async () => {
  const own = { notes: "secret-note", location: "secret-row", gradeOverride: "C" };
  await shelfPart({ stockNumber: "OLD", dateAcquired: "2026-01-01", ...own });
  await shelfPart({
    stockNumber: "HELD",
    dateAcquired: "2026-02-01",
    status: "On hold",
    heldFor: "secret-name",
  });
  await shelfPart({ stockNumber: "SOLD", status: "Sold", soldTo: "secret-buyer", soldPrice: 71 });
  await shelfPart({ stockNumber: "SCRAP", status: "Scrapped" });
  const answer = await anyone.get("/parts");
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject([
    { stockNumber: "HELD", status: "On hold" },
    { stockNumber: "OLD", status: "Available", part: "Alternator", grade: "C", price: 85 },
  ]);
  expect(text).not.toMatch(/secret|heldUntil|gradeOverride|location/);
  expect(answer.headers.get("X-Total-Count")).toBe("2");
});

test("the public list takes filters, an order and a range", async () => {
  await shelfPart({ stockNumber: "A", year: 2010, price: 85, dateAcquired: "2026-01-03" });
  await shelfPart({ stockNumber: "B", year: 2012, price: 45, dateAcquired: "2026-01-02" });
  await shelfPart({
    stockNumber: "C",
    entryId: "Hood Latch",
    make: "Ford",
    model: "F-150",
    price: undefined,
  });
  expect(await numbers("make=Ford")).toEqual(["C"]);
  expect(await numbers("make=Honda&model=Accord&year=2010")).toEqual(["A"]);
  expect(await numbers("yearFrom=2011&make=Honda")).toEqual(["B"]);
  expect(await numbers("entryId=alternator")).toEqual(["A", "B"]);
  expect(await numbers("q=alternator")).toEqual(["A", "B"]);
  expect(await numbers("sort=price-low")).toEqual(["B", "A", "C"]);
  expect(await numbers("entryId=alternator&limit=1&offset=1")).toEqual(["B"]);
  for (const query of ["year=old", "sort=make", "limit=0"]) {
    const answer = await anyone.get(`/parts?${query}`);
    expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([
      400,
      [query.split("=", 1)[0]],
    ]);
  }
});

test("a part has an address of its own, a sold one for 90 days", async () => {
  const { _id } = await shelfPart();
  const held = await shelfPart({ status: "On hold" });
  const sold = await shelfPart({ status: "Sold", now: daysAgo(89) });
  const longSold = await shelfPart({ status: "Sold", now: daysAgo(91) });
  const scrapped = await shelfPart({ status: "Scrapped" });
  expect(await (await anyone.get(`/parts/${_id}`)).json()).toMatchObject({
    _id,
    year: 2012,
    status: "Available",
  });
  expect(await (await anyone.get(`/parts/${held._id}`)).json()).toMatchObject({ status: "On hold" });
  expect(await (await anyone.get(`/parts/${sold._id}`)).json()).toMatchObject({ status: "Sold" });
  for (const gone of [longSold._id, scrapped._id, UNKNOWN_ID]) {
    const answer = await anyone.get(`/parts/${gone}`);
    expect([answer.status, await answer.json()]).toEqual([404, { error: "Part not found" }]);
  }
  const answer = await anyone.get("/parts/short");
  expect([answer.status, await answer.json()]).toEqual([400, { error: "Invalid part ID format" }]);
});

test.each(["/Parts", "/%70arts", "/PARTS/"])(
  "%s is the same list, as the router reads it",
  async (address) => {
    const { _id } = await shelfPart();
    expect(await (await fetch(`${site.url}/api${address}`)).text()).toContain(_id);
  },
);

test("staff add, list, replace and remove parts", async () => {
  const [image] = await storedImages(1);
  const added = await staff.post("/admin/parts", {
    ...BODY,
    mileage: "84,210",
    damage: "none",
    fits: ["2008-2012 Honda Accord", { vehicle: "Acura TSX", yearFrom: 2010, yearTo: 2010 }],
    images: [{ imageUrl: image?.imageUrl }],
    weight: 12.5,
    isShippable: true,
    notes: "staff's own",
  });
  const record = await added.json();
  expect([added.status, record]).toEqual([
    201,
    expect.objectContaining({
      ...{ stockNumber: "P-000001", entryId: "alternator", part: "Alternator", damage: "000" },
      ...{ status: "Available", mileage: 84_210, weight: 12.5, isShippable: true, notes: "staff's own" },
      fits: [
        { vehicle: "Honda Accord", yearFrom: 2008, yearTo: 2012 },
        { vehicle: "Acura TSX", yearFrom: 2010, yearTo: 2010 },
      ],
    }),
  ]);
  expect(await (await staff.get("/admin/parts")).json()).toEqual([record]);
  expect(await (await staff.get("/admin/parts?status=Sold")).json()).toEqual([]);

  const { _id, stockNumber } = record;
  const replaced = await staff.put(`/admin/parts/${_id}`, { ...BODY, price: 85, status: "Sold" });
  expect([replaced.status, await replaced.json()]).toEqual([
    200,
    expect.objectContaining({ _id, stockNumber, price: 85, status: "Sold", soldAt: expect.any(String) }),
  ]);

  expect((await staff.delete(`/admin/parts/${_id}`)).status).toBe(204);
  for (const answer of [
    await staff.delete(`/admin/parts/${_id}`),
    await staff.put(`/admin/parts/${_id}`, BODY),
  ])
    expect([answer.status, await answer.json()]).toEqual([404, { error: "Part not found" }]);
});

test("a part takes over what is known of its donor", async () => {
  const { stockNumber } = await dismantledVehicle({ stockNumber: "D-77", year: 2010, mileage: 90_000 });
  const answer = await staff.post("/admin/parts", { entryId: "Starter Motor", donor: stockNumber });
  expect(await answer.json()).toMatchObject({
    stockNumber: "D-77-1",
    year: 2010,
    make: "Honda",
    mileage: 90_000,
  });
});

test("what is wrong with a part is said by field, and a stock number is taken once", async () => {
  const wrong = await staff.post("/admin/parts", { entryId: "warp core", price: -1, damage: "2Q1" });
  expect([wrong.status, Object.keys((await wrong.json()).fields).sort()]).toEqual([
    400,
    ["damage", "entryId", "make", "model", "price", "year"],
  ]);
  const NO_DONOR = "There is no dismantled vehicle with this stock number";
  const donor = await staff.post("/admin/parts", { entryId: "alternator", donor: "X9" });
  expect([donor.status, await donor.json()]).toEqual([
    400,
    { error: NO_DONOR, fields: { donor: [NO_DONOR] } },
  ]);
  const warranty = await staff.post("/admin/parts", { ...BODY, warranty: "For ever" });
  expect([warranty.status, Object.keys((await warranty.json()).fields)]).toEqual([400, ["warranty"]]);
  await shelfPart({ stockNumber: "Same" });
  expect((await staff.post("/admin/parts", { ...BODY, stockNumber: "SAME" })).status).toBe(409);
});
