import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { type Site, startSite } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await site.db.deleteFrom("retailVehicles").execute();
  await site.db.deleteFrom("dismantledVehicles").execute();
});

const read = async (path: string) => (await site.fetch(path)).json();
const UNKNOWN_ID = "01M7Z3E77NJMPRGAMC72R7QZV8";

describe("GET /api/retail-vehicles", () => {
  it("lists what is not sold as a plain array, newest first, without notes", async () => {
    await retailVehicle({ stockNumber: "old", dateAcquired: "2026-01-01", notes: "secret" });
    await retailVehicle({ stockNumber: "new", dateAcquired: "2026-02-01", status: "pending" });
    await retailVehicle({ status: "sold" });
    const answer = await site.fetch("/api/retail-vehicles");
    const text = await answer.text();
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(JSON.parse(text).map((vehicle: { stockNumber: string }) => vehicle.stockNumber)).toEqual([
      "new",
      "old",
    ]);
    expect(text).not.toContain("secret");
  });

  it("gives one by its id, a sold one too", async () => {
    const { _id, vin } = await retailVehicle({ status: "sold", price: 12_995.5 });
    expect(await read(`/api/retail-vehicles/${_id}`)).toMatchObject({
      _id,
      vin,
      status: "sold",
      price: 12995.5,
    });
  });
});

describe("GET /api/dismantled-vehicles", () => {
  it("lists and finds what is not scrapped, without notes", async () => {
    const scrapped = await dismantledVehicle({ status: "Scrapped" });
    const { _id } = await dismantledVehicle({ notes: "secret" });
    const list = await read("/api/dismantled-vehicles");
    expect(list).toEqual([await read(`/api/dismantled-vehicles/${_id}`)]);
    expect(JSON.stringify(list)).not.toContain("secret");
    expect((await site.fetch(`/api/dismantled-vehicles/${scrapped._id}`)).status).toBe(404);
  });
});

describe.each(["/api/retail-vehicles", "/api/dismantled-vehicles"])("%s", (path) => {
  it.each([
    ["short", 400, "Invalid vehicle ID format"],
    ["not%20an%20id%21%21", 400, "Invalid vehicle ID format"],
    [UNKNOWN_ID, 404, "Vehicle not found"],
  ])("an id that is %s gets %i", async (id, status, error) => {
    const answer = await site.fetch(`${path}/${id}`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error });
  });

  it("is read only", async () => {
    const answer = await site.fetch(path, {
      method: "POST",
      body: "{}",
      headers: { "Content-Type": "application/json", Origin: site.url },
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe("GET, HEAD");
  });

  it("is sent again only when it changed", async () => {
    await retailVehicle();
    await dismantledVehicle();
    const etag = (await site.fetch(path)).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await site.fetch(path, { headers: { "If-None-Match": `"other", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    await retailVehicle();
    await dismantledVehicle();
    expect((await site.fetch(path, { headers: { "If-None-Match": etag } })).status).toBe(200);
  });
});

describe("GET /api/vehicle-data/batched", () => {
  it("answers everything public, good for thirty seconds, with an ETag", async () => {
    await retailVehicle();
    await dismantledVehicle();
    const answer = await site.fetch("/api/vehicle-data/batched");
    expect(answer.headers.get("Cache-Control")).toBe("max-age=30");
    const data = await answer.json();
    expect(Object.keys(data)).toEqual(["retailVehicles", "dismantledVehicles"]);
    expect([data.retailVehicles.length, data.dismantledVehicles.length]).toEqual([1, 1]);
    const headers = { "If-None-Match": answer.headers.get("ETag") ?? "" };
    expect((await site.fetch("/api/vehicle-data/batched", { headers })).status).toBe(304);
    await retailVehicle();
    expect((await site.fetch("/api/vehicle-data/batched", { headers })).status).toBe(200);
  });

  it("has what changed in either inventory at once, however often it was asked before", async () => {
    const mileages = async () => {
      const { retailVehicles, dismantledVehicles } = await read("/api/vehicle-data/batched");
      return [...retailVehicles, ...dismantledVehicles].map(({ mileage }) => mileage);
    };
    const retail = await retailVehicle({ mileage: 1 });
    const dismantled = await dismantledVehicle({ mileage: 2 });
    for (let time = 0; time < 3; time++) expect(await mileages()).toEqual([1, 2]);
    await site.db.updateTable("retailVehicles").set({ mileage: 3 }).where("id", "=", retail._id).execute();
    expect(await mileages()).toEqual([3, 2]);
    const { _id } = dismantled;
    await site.db.updateTable("dismantledVehicles").set({ mileage: 4 }).where("id", "=", _id).execute();
    for (let time = 0; time < 3; time++) expect(await mileages()).toEqual([3, 4]);
  });

  it("answers the window that an address of /inventory shows", async () => {
    await retailVehicle({ make: "Ford" });
    await retailVehicle({ make: "Kia" });
    const data = await read("/api/vehicle-data/batched?list=retail&make=Kia");
    expect(data.retailVehicles).toHaveLength(1);
    expect(data.dismantledVehicles).toEqual([]);
    expect(data.page).toMatchObject({ total: 1, all: 2, page: 1, pages: 1 });
    expect(data.page.makes.map((choice: { make: string }) => choice.make)).toEqual(["Ford", "Kia"]);
  });

  it("with fields=card the vehicles for sale come without their long texts, and with the number of their pictures", async () => {
    await retailVehicle({ description: "One owner", features: ["Tow hitch"] });
    const whole = await read("/api/vehicle-data/batched?list=retail");
    expect(whole.retailVehicles[0]).toMatchObject({ description: "One owner", features: ["Tow hitch"] });
    const { description, features, images, ...card } = whole.retailVehicles[0];
    const cards = await read("/api/vehicle-data/batched?list=retail&fields=card");
    expect(cards.retailVehicles).toEqual([{ ...card, imageCount: images.length }]);
  });

  it("answers the window that an address of /parts shows", async () => {
    await dismantledVehicle({ make: "Honda" });
    const data = await read("/api/vehicle-data/batched?list=dismantled&q=nothing");
    expect(data).toMatchObject({ retailVehicles: [], dismantledVehicles: [], page: { total: 0, all: 1 } });
  });

  it("knows no other list", async () => {
    expect((await site.fetch("/api/vehicle-data/batched?list=staff")).status).toBe(400);
  });
});
