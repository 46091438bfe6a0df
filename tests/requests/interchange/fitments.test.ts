import { beforeAll, beforeEach, expect, test } from "vitest";
import { partPath } from "~/parts/part";
import { type Api, apiOf, emptyLists, staffApi } from "../../support/api";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { newPartRequest } from "../../support/requests";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let anyone: Api;
let cookie: string;

const SEARCH = "/parts/find?q=2003+honda+accord+radiator";
const CAR = "make=Honda&model=Accord&year=2003&entry=radiator";

beforeAll(async () => {
  site = await startSite();
  anyone = apiOf(site);
});
beforeEach(async () => {
  await emptyLists(site);
  for (const table of ["fitments", "fitOffers"] as const) await site.db.deleteFrom(table).execute();
  ({ cookie } = await signedIn());
});

const get = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
const read = async (path: string) => textOf(await get(path));
const radiator = (year: number) => shelfPart({ year, entryId: "radiator", price: 80 });

test("what staff say on a request is the first answer the next time, to visitors, the API and the counter", async () => {
  const part = await radiator(2005);
  const request = await newPartRequest();
  const page = `/admin/parts-requests/${request}`;
  expect(await read(page)).toContain("Same generation.");
  const elsewhere = new URLSearchParams({ from: "/admin/parts-requests-of-old" });
  const said = await site.form(
    `${page}/fitment?${elsewhere}`,
    { part: part._id, verdict: "fits" },
    { cookie },
  );
  expect([said.status, said.headers.get("Location")]).toEqual([303, page]);
  expect(await read(page)).toContain("Confirmed here.");
  expect(await read(SEARCH)).toContain("Confirmed here: our staff say that it fits");
  const answers = await (await anyone.get(`/interchange?${CAR}`)).json();
  expect(answers[0]).toEqual({
    ...{ make: "Honda", model: "Accord", yearFrom: 2005, yearTo: 2005 },
    ...{ grade: "confirmed here", reason: "Our staff say that it fits." },
  });
  const list = await read("/admin/fitments");
  expect(list).toContain("2005");
  expect(list).toContain("Fits");
});

test("staff read of a part what visitors do: a donor whose engine is known fits no car with another one, even once it is scrapped", async () => {
  const decoded = await (await anyone.post("/vin/direct-decode", { vin: "4T1BF3EK5BU638805" })).json();
  expect(decoded.vehicleInfo).toMatchObject({ make: "Toyota", model: "Camry", year: 2011 });
  expect(decoded.vehicleInfo).not.toHaveProperty("trim");
  const donor = await dismantledVehicle({
    ...decoded.vehicleInfo,
    engineType: decoded.vehicleInfo.engineSize,
  });
  const part = await shelfPart({ donor: donor.stockNumber, entryId: "alternator", price: 900 });
  const pages = async () =>
    Promise.all([read(`/admin/parts/${part._id}`), textOf(await site.fetch(partPath(part)))]);
  const saysOf = async () => {
    for (const said of await pages()) {
      expect(said).toContain("2.5L 4-cylinder");
      expect(said).not.toContain("3.5L");
      expect(said).not.toMatch(/Same engine: [Ss]ame/);
    }
  };
  await saysOf();
  await site.db
    .updateTable("dismantledVehicles")
    .set({ status: "Scrapped" })
    .where("id", "=", donor._id)
    .execute();
  await saysOf();
});

test("what staff say does not fit is no answer any more", async () => {
  const part = await radiator(2005);
  expect(await read(SEARCH)).toContain(part.stockNumber);
  await site.form(
    `/admin/parts/${part._id}`,
    { intent: "does-not-fit", year: "2003", make: "Honda", model: "Accord" },
    { cookie },
  );
  expect(await read(SEARCH)).not.toContain(part.stockNumber);
  const answers: { yearFrom: number; yearTo: number; model: string }[] = await (
    await anyone.get(`/interchange?${CAR}`)
  ).json();
  expect(answers.filter(({ yearFrom, yearTo }) => yearFrom <= 2005 && 2005 <= yearTo)).toEqual([]);
  expect(answers.length).toBeGreaterThan(0);
  // Another year of the same car is offered the same word.
  const other = await radiator(2006);
  const page = await read(`/admin/parts/${other._id}`);
  expect(page).toContain("Noted for other years of this car");
  expect(page).toContain("Add it for this one too");
});

test("a word without a car says what is missing beside its field, and keeps what was typed", async () => {
  const { _id } = await radiator(2005);
  const answer = await site.form(
    `/admin/parts/${_id}`,
    { intent: "fits", year: "20033", make: "", model: "Accord" },
    { cookie },
  );
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toContain("Please enter a valid year");
  expect(text).toContain("Make is required");
  expect(text).toContain('value="Accord"');
});

test("a quoted part counts for its grade, and the page says how each has done", async () => {
  const part = await radiator(2005);
  const request = await newPartRequest();
  await site.form(
    `/admin/parts-requests/${request}/part`,
    { part: part._id, expectedVersion: "" },
    { cookie },
  );
  const page = await read("/admin/fitments/grades");
  expect(page).toMatch(/Radiator, same generation 1 0 0/);
});

test("Today says that somebody wants what came onto the shelf", async () => {
  const { stockNumber } = await radiator(2005);
  await newPartRequest();
  const page = await read("/admin/today");
  expect(page).toContain("Someone wants this");
  expect(page).toContain(stockNumber);
});

test("what staff say goes out with the export and comes in by the API", async () => {
  const staff = await staffApi(site);
  const made = await staff.post("/admin/fitments", {
    ...{
      verdict: "does-not-fit",
      entryId: "radiator",
      fromYear: 2005,
      fromMake: "Honda",
      fromModel: "Accord",
    },
    ...{ year: 2003, make: "Honda", model: "Accord", saidBy: "Marta", saidOn: "2026-03-02" },
  });
  expect(made.status).toBe(201);
  expect(await made.json()).toMatchObject({ verdict: "does-not-fit", saidBy: "Marta" });
  const csv = await (await get("/admin/export/fitments.csv")).text();
  expect(csv).toContain("Does not fit");
  expect(csv).toContain("Marta");
  expect(await read("/admin/history")).toContain(
    "Radiator of a 2005 Honda Accord does not fit a 2003 Honda Accord",
  );
});
