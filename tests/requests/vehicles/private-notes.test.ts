// @own-process: it adds a column to the tables, which stays

import { beforeAll, expect, test } from "vitest";
import { business } from "~/business/business.server";
import { dismantledVehicle, retailVehicle, shelfPart } from "../../support/builders";
import { builtRoutesBelow, rawRequest } from "../../support/built-routes";
import { partRequest, repairRequest, vehicleInquiry } from "../../support/requests";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";
import { storedImages } from "../../support/stored-images";

/** Words that stand in staff's own notes and nowhere else. */
const NOTES = "zanzibar paid under the table";
const SECRET = /zanzibar|under the table/i;
const LISTS = ["/inventory", "/parts"];
/** Some hundred requests take a while on a busy machine. */
const MANY = { timeout: 120_000 };

let site: Site;
let ids: string[];
beforeAll(async () => {
  site = await startSite();
  // A column of a later version, which nobody has said is public.
  for (const table of ["retailVehicles", "dismantledVehicles", "parts"] as const) {
    await site.db.schema
      .alterTable(table)
      .addColumn("unnamed", "text", (column) => column.defaultTo(NOTES))
      .execute();
  }
  ids = [
    (await retailVehicle({ notes: NOTES, make: "Saab" }))._id,
    (await retailVehicle({ notes: NOTES, make: "Saab", status: "sold" }))._id,
    // Whom it came from is for staff alone, too.
    (await dismantledVehicle({ notes: NOTES, obtainedFrom: NOTES, disposedTo: NOTES, make: "Saab" }))._id,
    (await dismantledVehicle({ notes: NOTES, make: "Saab", status: "Scrapped" }))._id,
    (await shelfPart({ notes: NOTES, location: NOTES, make: "Saab", status: "On hold", heldFor: NOTES }))._id,
    (await shelfPart({ notes: NOTES, location: NOTES, make: "Saab", status: "Sold", soldTo: NOTES }))._id,
    await partRequest(),
    await repairRequest(),
    await vehicleInquiry(),
  ];
});

test("staff do read them, so the tests below can fail", async () => {
  const { cookie } = await signedIn();
  const page = await site.fetch(`/admin/retail-vehicles/${ids[0]}/edit`, { headers: { Cookie: cookie } });
  expect(await page.text()).toMatch(SECRET);
});

test(
  "notes stand in no public page, nor in its data, nor in any answer of the public API",
  MANY,
  async () => {
    const open = (path: string) => !/^\/(api\/)?admin/.test(path);
    const asked = await Promise.all(
      ids.map(async (id) =>
        (await builtRoutesBelow(site, "", id))
          .filter(({ path, hasLoader }) => hasLoader && open(path))
          .flatMap(({ path, chain, id: route }) =>
            path.startsWith("/api")
              ? [path, `${path}?fields=notes&include=notes&select=*`]
              : [
                  path,
                  `${path === "/" ? "/_root" : path}.data`,
                  `${path}.data?_routes=${encodeURIComponent(chain.join(","))}`,
                  `${path}?_data=${encodeURIComponent(route)}`,
                ],
          ),
      ),
    );
    const addresses = new Set([
      ...asked.flat(),
      ...ids.flatMap((id) => [
        `/contact?vehicle=${id}`,
        `/contact.data?vehicle=${id}`,
        `/partsrequest?vehicle=${id}`,
        `/partsrequest.data?vehicle=${id}`,
        `/repair?sent=${id}`,
        `/repair.data?sent=${id}`,
      ]),
      "/api/vehicle-data/batched?list=retail",
      "/api/vehicle-data/batched?list=dismantled",
      "/parts/find?part=alternator&year=2012&make=Saab&model=Accord",
      "/parts/find.data?part=alternator&year=2012&make=Saab&model=Accord",
    ]);
    expect(addresses.size).toBeGreaterThan(80);
    const telling: string[] = [];
    for (const address of addresses) {
      const { body } = await rawRequest(site, "GET", address);
      if (SECRET.test(body) || /"notes"/.test(body)) telling.push(address);
    }
    // The description of the contract names the field; it holds nobody's notes.
    expect(telling).toEqual(["/api/openapi.json", "/api/openapi.json?fields=notes&include=notes&select=*"]);
  },
);

test("the public API has these fields of a vehicle or part, and no other", async () => {
  const [image] = await storedImages(1);
  const everything = {
    ...{
      notes: NOTES,
      images: [image],
      trim: "EX",
      exteriorColor: "Red",
      interiorColor: "Tan",
      engineType: "V6",
    },
    ...{
      driveType: "fwd",
      description: "Clean",
      transmission: "manual",
      fuelType: "hybrid",
      condition: "good",
    },
  };
  const donor = await dismantledVehicle({
    ...{ ...everything, transmission: "Manual", driveType: "FWD", obtainedFrom: NOTES, disposition: "Sold" },
    ...{ dispositionDate: "2026-03-03", disposedTo: NOTES, intendedForExport: true },
  });
  const part = {
    ...{
      ...everything,
      donor: donor.stockNumber,
      entryId: "hood-panel",
      fits: ["2008-2012 Honda Accord"],
      interchange: "117",
    },
    ...{
      gradeOverride: "B",
      damage: "2D1",
      damageNotes: "Dent",
      price: 40,
      coreCharge: 5,
      location: NOTES,
      weight: 12,
    },
    ...{
      warranty: business.partWarranties[0],
      isShippable: true,
      heldFor: NOTES,
      soldTo: NOTES,
      soldPrice: 30,
    },
  };
  const fieldsOf = async (path: string, { _id }: { _id: string }) =>
    Object.keys(await (await site.fetch(`/api/${path}/${_id}`)).json()).sort();
  const vehicle = [
    ...["_id", "createdAt", "dateAcquired", "driveType", "engineType", "exteriorColor", "imageUrl", "images"],
    ...[
      "interiorColor",
      "make",
      "mileage",
      "model",
      "status",
      "stockNumber",
      "transmission",
      "trim",
      "vin",
      "year",
    ],
  ];
  const retail = [...vehicle, "condition", "description", "features", "fuelType", "price"].sort();
  expect(await fieldsOf("retail-vehicles", await retailVehicle(everything))).toEqual(retail);
  expect(await fieldsOf("dismantled-vehicles", donor)).toEqual(vehicle);
  const shelf = [
    ...[
      "_id",
      "coreCharge",
      "createdAt",
      "damage",
      "damageNotes",
      "dateAcquired",
      "description",
      "donor",
      "donorId",
    ],
    ...[
      "entryId",
      "fits",
      "grade",
      "imageUrl",
      "images",
      "interchange",
      "isShippable",
      "make",
      "mileage",
      "model",
    ],
    ...["part", "price", "status", "stockNumber", "trim", "vin", "warranty", "weight", "year"],
  ];
  expect(await fieldsOf("parts", await shelfPart({ ...part, status: "On hold" }))).toEqual(shelf);
  expect(await fieldsOf("parts", await shelfPart({ ...part, status: "Sold" }))).toEqual(
    [...shelf, "soldAt"].sort(),
  );
});

test("a search for words that stand in notes alone finds nothing, so nobody can guess them one by one", async () => {
  for (const list of LISTS) {
    const found = await (await site.fetch(`${list}.data?q=saab`)).text();
    expect(found).toContain("Saab");
    for (const word of ["zanzibar", "ZANZIBAR", "under", "saab zanzibar", "zanz", "notes", NOTES]) {
      const answer = await (await site.fetch(`${list}.data?q=${encodeURIComponent(word)}`)).text();
      for (const id of ids) expect(answer, `${list} ${word}`).not.toContain(id);
    }
  }
  for (const path of ["/api/retail-vehicles", "/api/dismantled-vehicles"]) {
    expect(await (await site.fetch(`${path}?q=saab`)).json()).toHaveLength(1);
    expect(await (await site.fetch(`${path}?q=zanzibar`)).json()).toEqual([]);
  }
});

test("no filter or order by notes tells anything", MANY, async () => {
  await retailVehicle({ notes: "aaa" });
  for (const path of ["/api/retail-vehicles", "/api/dismantled-vehicles", "/inventory.data", "/parts.data"]) {
    const plain = await (await site.fetch(path)).text();
    for (const query of [
      "sort=notes",
      "sort=-notes",
      "sort=notes-low",
      "order=notes",
      "notes=zanzibar",
      "notes[like]=z%25",
      "filter[notes]=zanzibar",
      "where=notes",
      "sort=__proto__",
      "sort=price-low%3B--",
    ]) {
      const answer = await site.fetch(`${path}?${query}`);
      // The API refuses a sort that it does not have; a page ignores it.
      const isRefused = path.startsWith("/api") && query.startsWith("sort=");
      expect(answer.status, `${path}?${query}`).toBe(isRefused ? 400 : 200);
      expect(idsIn(await answer.text()), `${path}?${query}`).toEqual(isRefused ? [] : idsIn(plain));
    }
  }
});

test("an ETag tells no difference that is in notes alone", async () => {
  const [id = ""] = ids;
  const before = (await site.fetch(`/api/retail-vehicles/${id}`)).headers.get("ETag");
  await site.db.updateTable("retailVehicles").set({ notes: "other" }).where("id", "=", id).execute();
  expect((await site.fetch(`/api/retail-vehicles/${id}`)).headers.get("ETag")).toBe(before);
});

/** The ids of a list in the order in which it has them. */
function idsIn(text: string): string[] {
  return [...new Set(text.match(/\b01[0-9A-HJKMNP-TV-Z]{24}\b/g) ?? [])];
}
