import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordsOf } from "../../support/api";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { withoutTables } from "../../support/database";
import { linkTo } from "../../support/links";
import { type Site, startSite, textOf } from "../../support/site";
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
const html = async (path: string) => (await get(path)).text();
const words = async (path: string) => textOf(await get(path));
const columns = (page: string) =>
  [...page.matchAll(/<th role="columnheader"[^>]*>(.*?)<\/th>/g)].map(([, head = ""]) =>
    head.replace(/<[^>]+>/g, ""),
  );

describe("the dashboard", () => {
  it("has its title, and tabs that are addresses", async () => {
    const page = await html("/admin/retail-vehicles?status=sold");
    expect(page).toMatch(/<title>Retail Vehicles \|/);
    expect(page).toContain("<h1>Admin Dashboard</h1>");
    const tabs = /<nav class="[^"]*tabs".*?<\/nav>/s.exec(page)?.[0] ?? "";
    expect([...tabs.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([
      "/admin",
      "/admin/retail-vehicles",
      "/admin/parts-requests",
      "/admin/repair-requests",
    ]);
    expect(tabs.match(/<a [^>]*aria-current="page"[^>]*>(.*?)<\/a>/)?.[1]).toBe("Retail Vehicles");
    for (const label of ["Dismantled Vehicles", "Parts Requests", "Repair Requests"])
      expect(tabs).toContain(label);
  });

  it("says how to turn on nightly backups where they are off", async () => {
    expect(await words("/admin/today")).toContain(
      "To make one every night, turn it on in Settings, Backups.",
    );
  });

  it("is for staff alone, forms included", async () => {
    const { _id } = await retailVehicle();
    for (const path of ["/admin", "/admin/retail-vehicles", `/admin/retail-vehicles/${_id}/delete`])
      expect((await site.fetch(path)).headers.get("Location"), path).toMatch(/^\/login\?/);
    const answer = await site.form(`/admin/retail-vehicles/${_id}/delete`, {});
    expect(answer.headers.get("Location")).toMatch(/^\/login\?/);
    expect(await recordsOf(site, "retail-vehicles")).toMatchObject([{ _id }]);
  });

  it("answers an unknown address with a page of its own, still signed in", async () => {
    const answer = await get("/admin/nowhere");
    expect(answer.status).toBe(404);
    const said = await textOf(answer);
    expect(said).toContain("Page not found");
    expect(said).toContain("Logout");
  });
});

describe("the dismantled vehicles", () => {
  it("have their columns", async () => {
    await dismantledVehicle({ stockNumber: "D-1", vin: "1HGCM82633A004352", year: 2003 });
    const page = await html("/admin");
    expect(page).toContain("Dismantled Vehicle Inventory</h2>");
    expect(columns(page)).toEqual([
      "Details",
      "Stock #",
      "VIN",
      "Year",
      "Make",
      "Model",
      "Status",
      "Actions",
    ]);
    expect(page).toContain('<span class="badge badge--green">Parts Available</span>');
    expect(linkTo(page, "Add Vehicle")).toBe("/admin/dismantled-vehicles/new");
    expect(page).not.toContain("Loading vehicles...");
    expect(page).not.toContain("<template");
  });

  it("have a badge each: green, yellow, red", async () => {
    await dismantledVehicle({ status: "Awaiting Dismantle" });
    await dismantledVehicle({ status: "Scrapped" });
    const page = await html("/admin");
    expect(page).toContain('<span class="badge badge--yellow">Awaiting Dismantle</span>');
    expect(page).toContain('<span class="badge badge--red">Scrapped</span>');
  });

  it("say where there are none, and offer to add one", async () => {
    const page = await html("/admin");
    expect(page).toContain("No dismantled vehicles found. Add one to get started.");
    expect(linkTo(page, "Add Vehicle")).toBe("/admin/dismantled-vehicles/new");
  });

  it("open independently without script, each with every other field", async () => {
    const shown = {
      trim: "EX-L",
      exteriorColor: "Nighthawk Black",
      interiorColor: "Tan",
      transmission: "Dual Clutch",
      engineType: "3.0L V6",
      driveType: "4WD",
      notes: "Left door\nis dented <b>",
    };
    const first = await dismantledVehicle({ ...shown, stockNumber: "D-1", mileage: 123_456 });
    const second = await dismantledVehicle({ stockNumber: "D-2" });
    const closed = await html("/admin?sort=stock-number");
    expect(closed).not.toContain("Nighthawk Black</dd>");
    const open = linkTo(closed, "Show details of 2012 Honda Accord, stock # D-1") ?? "";
    expect(open).toBe(`/admin?sort=stock-number&open=${first._id}#row-${first._id}`);
    const page = await html(open);
    for (const value of [
      "EX-L",
      "Nighthawk Black",
      "Tan",
      "Dual Clutch",
      "3.0L V6",
      "Four Wheel Drive (4WD)",
      "123,456 miles",
      "Mar 2, 2026",
    ])
      expect(page).toContain(`${value}</dd>`);
    // The stock number names it; its id is for addresses alone.
    expect(page).not.toContain(`${first._id}</dd>`);
    expect(page).toContain("Left door\nis dented &lt;b&gt;");
    expect(page).toContain('alt="2012 Honda Accord, no photo yet"');
    expect(linkTo(page, "Public parts request page")).toBe(`/partsrequest?vehicle=${first._id}`);
    expect(linkTo(page, "Show details of 2012 Honda Accord, stock # D-2")).toBe(
      `/admin?sort=stock-number&open=${first._id},${second._id}#row-${second._id}`,
    );
    expect(linkTo(page, "Hide details of 2012 Honda Accord, stock # D-1")).toBe(
      `/admin?sort=stock-number#row-${first._id}`,
    );
  });

  it("say what is not known of one, and offer no public page of a scrapped one", async () => {
    const { _id } = await dismantledVehicle({ status: "Scrapped" });
    const page = await html(`/admin?open=${_id}`);
    expect(page).toContain("Not provided");
    expect(linkTo(page, "Public parts request page")).toBeUndefined();
  });

  it("carry the list as it is to the pages that edit and delete", async () => {
    const { _id } = await dismantledVehicle({ stockNumber: "D-1" });
    const page = await html(`/admin?status=Parts+Available&open=${_id}`);
    const from = encodeURIComponent(`/admin?status=Parts+Available&open=${_id}`);
    expect(linkTo(page, "Edit 2012 Honda")).toBe(`/admin/dismantled-vehicles/${_id}/edit?from=${from}`);
    expect(linkTo(page, "Delete 2012 Honda")).toBe(`/admin/dismantled-vehicles/${_id}/delete?from=${from}`);
  });
});

describe("the retail vehicles", () => {
  it("show price and mileage too, and the label of their status", async () => {
    await retailVehicle({ status: "pending" });
    const page = await html("/admin/retail-vehicles");
    expect(columns(page)).toEqual([
      "Details",
      "Stock #",
      "VIN",
      "Year",
      "Make",
      "Model",
      "Mileage",
      "Price",
      "Status",
      "Actions",
    ]);
    for (const value of [
      "84,210</td>",
      "$12,995</td>",
      '<span class="badge badge--yellow">Sale Pending</span>',
    ])
      expect(page).toContain(value);
    expect(linkTo(page, "Add Vehicle")).toBe("/admin/retail-vehicles/new");
  });

  it("say where there are none", async () => {
    expect(await words("/admin/retail-vehicles")).toContain(
      "No retail vehicles found. Add one to get started.",
    );
  });

  it("show every other field in the open row, sold ones too", async () => {
    const { _id } = await retailVehicle({
      status: "sold",
      trim: "Limited",
      condition: "very-good",
      fuelType: "plugin-hybrid",
      transmission: "automated-manual",
      driveType: "awd",
      engineType: "2.5L H4",
      exteriorColor: "Wilderness Green",
      interiorColor: "Ivory",
      features: ["Heated seats", "Tow hitch"],
      description: "One owner.",
      notes: "Ask the boss first.",
    });
    const said = await words(`/admin/retail-vehicles?open=${_id}`);
    for (const value of [
      "Limited",
      "Very Good",
      "Plug-in Hybrid",
      "Automated Manual",
      "All Wheel Drive (AWD)",
      "2.5L H4",
      "Wilderness Green",
      "Ivory",
      "Heated seats Tow hitch",
      "One owner.",
      "Ask the boss first.",
      "Mar 2, 2026",
    ])
      expect(said).toContain(value);
    expect(linkTo(await html(`/admin/retail-vehicles?open=${_id}`), "Public page")).toBe(
      `/inventory/${_id}-2016-subaru-outback`,
    );
  });

  it("show their picture in the size that the screen needs", async () => {
    const picture = "0123456789abcdef01234567-1600x1200-2";
    const { _id } = await retailVehicle({ imageUrl: `/uploads/${picture}/1600.webp` });
    const shown = await html(`/admin/retail-vehicles?open=${_id}`);
    expect(shown).toMatch(
      new RegExp(`<source type="image/avif" srcSet="/uploads/${picture}/320.avif 320w`, "i"),
    );
    expect(shown).toMatch(new RegExp(`<img[^>]*srcSet="/uploads/${picture}/320.webp 320w`, "i"));
  });
});

describe("search, filter, order and pages", () => {
  it("narrow the list down, and the form shows what is on", async () => {
    await retailVehicle({ stockNumber: "R-7", make: "Ford", status: "sold" });
    await retailVehicle({ stockNumber: "R-8", make: "Ford" });
    const page = await html("/admin/retail-vehicles?q=ford&status=sold&sort=year-new");
    expect(page).toContain("1 of 2 vehicles");
    expect(page).toContain("R-7");
    expect(page).not.toContain("R-8");
    expect(page).toMatch(/<input[^>]*name="q"[^>]*value="ford"/);
    expect(page).toContain('<option value="sold" selected="">Sold</option>');
    expect(page).toContain('<option value="year-new" selected="">Year: new to old</option>');
    expect(linkTo(page, "Clear filters")).toBe("/admin/retail-vehicles");
  });

  it("say where nothing matches, and offer to clear the filters", async () => {
    await dismantledVehicle();
    const said = await words("/admin?q=zeppelin");
    expect(said).toContain("No vehicles match these filters.");
    expect(said).toContain("0 of 1 vehicle");
    expect(said).toContain("Clear filters");
    expect(said).not.toContain("Add one to get started.");
  });

  it("leave empty fields out of the address", async () => {
    const answer = await get("/admin?q=&status=Scrapped&sort=newest");
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe("/admin?status=Scrapped&sort=newest");
  });

  it("keep the filters from page to page, and a page past the end is the last", async () => {
    for (let number = 0; number < 26; number++) await dismantledVehicle();
    const first = await html("/admin?q=honda");
    expect(first).toContain("26 vehicles, page 1 of 2");
    expect(linkTo(first, "Next")).toBe("/admin?q=honda&page=2#list");
    expect(await words("/admin?page=999")).toContain("26 vehicles, page 2 of 2");
  });

  it("answer whatever stands in the address", async () => {
    await dismantledVehicle();
    for (const search of ["q=%00", "q=%E0%A4%A", "q=%25&q=_", "open=%FF,__proto__", "status[]=x", "page=1e9"])
      expect((await get(`/admin?${search}`)).status, search).toBe(200);
  });
});

describe("a list that cannot be loaded", () => {
  it.each([
    ["/admin?status=Scrapped", "dismantledVehicles"],
    ["/admin/retail-vehicles?status=sold", "retailVehicles"],
  ])("says so in its tab and offers to try again: %s", async (path, table) => {
    const answer = await withoutTables([table], () => get(path));
    expect(answer.status).toBe(500);
    const page = await answer.text();
    for (const part of [
      "Error: Failed to fetch vehicles",
      "<h1>Admin Dashboard</h1>",
      "Parts Requests",
      "Retry",
    ])
      expect(page).toContain(part);
    expect(page).not.toMatch(/no such table|SqliteError|Unexpected Application Error/);
    expect(page).toMatch(/<input type="hidden" name="status" value="(Scrapped|sold)"/);
  });
});
