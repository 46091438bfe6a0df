import { beforeAll, describe, expect, it } from "vitest";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { withoutTables } from "../../support/database";
import { type Site, startSite, textOf } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
  // No page that is cached from before stands for one that fails.
  await retailVehicle();
});
/** A test while the table of the vehicles for sale is gone. */
const itFails = (name: string, run: () => Promise<void>) =>
  it(name, () => withoutTables(["retailVehicles"], run));

const INTERNALS = /retailVehicles|no such table|SqliteError|\.server|node_modules|at [A-Za-z.]+ \(/;

describe("where the unexpected happens", () => {
  it("a list that can't be read to its end breaks off, so that nobody takes it for the whole", async () => {
    const { _id } = await retailVehicle();
    // The newest come first, a hundred at a time.
    for (let more = 0; more < 110; more++) await retailVehicle({ description: "x".repeat(1000) });
    const damage = (images: string) =>
      site.db.updateTable("retailVehicles").set({ images }).where("id", "=", _id).execute();
    await damage("[");
    await expect(site.fetch("/api/retail-vehicles").then((answer) => answer.text())).rejects.toThrow(
      TypeError,
    );
    await damage("[]");
    expect(await (await site.fetch("/api/retail-vehicles")).json()).toHaveLength(112);
  });

  itFails(
    "a page without an error page of its own says so, under the footer of every route, and tells no internals",
    async () => {
      const answer = await site.fetch("/contact?vehicle=01ARZ3NDEKTSV4RRFFQ69G5FAV&about=inquiry");
      expect(answer.status).toBe(500);
      const html = await answer.clone().text();
      expect(html).not.toMatch(INTERNALS);
      const said = await textOf(answer);
      expect(said).toContain("Unexpected Application Error!");
      expect(said).toContain("Privacy Policy");
    },
  );

  itFails("the list says what failed and offers to try again", async () => {
    const answer = await site.fetch("/inventory");
    expect(answer.status).toBe(500);
    const html = await answer.clone().text();
    expect(html).not.toMatch(INTERNALS);
    const said = await textOf(answer);
    expect(said).toContain("Error loading vehicles");
    expect(said).toContain("Retry");
  });

  itFails("a vehicle's page says that its details could not be loaded, and leads back", async () => {
    const answer = await site.fetch("/inventory/01ARZ3NDEKTSV4RRFFQ69G5FAV");
    expect(answer.status).toBe(500);
    const said = await textOf(answer);
    expect(said).toContain("Error loading vehicle");
    expect(said).toContain("Failed to load vehicle details");
    expect(said).toContain("Return to Inventory");
  });

  itFails("the API answers JSON without internals", async () => {
    for (const path of ["/api/retail-vehicles", "/api/vehicle-data/batched"]) {
      const answer = await site.fetch(path);
      expect(answer.status, path).toBe(500);
      expect(answer.headers.get("Content-Type")).toContain("application/json");
      expect(await answer.text()).not.toMatch(INTERNALS);
    }
  });

  itFails("home stands without its vehicles, and says to machines that something is missing", async () => {
    const answer = await site.fetch("/");
    expect(answer.status).toBe(503);
    const html = await answer.clone().text();
    expect(html).not.toMatch(INTERNALS);
    const said = await textOf(answer);
    expect(said).toContain("Find a part or a car");
    expect(said).toContain("Get Directions");
    expect(said).not.toContain("Just in");
  });

  it("home and the vehicles for parts stand without the parts on the shelf", async () => {
    await dismantledVehicle();
    await withoutTables(["parts"], async () => {
      for (const [path, shows] of [
        ["/", "vehicles for sale"],
        ["/parts", "Recently Dismantled Vehicles"],
      ] as const) {
        const answer = await site.fetch(path);
        expect(answer.status, path).toBe(503);
        expect(await textOf(answer), path).toContain(shows);
      }
    });
  });

  itFails("pages that do not need what is lost are as ever", async () => {
    for (const path of ["/repair", "/parts"]) {
      expect((await site.fetch(path)).status, path).toBe(200);
    }
  });
});
