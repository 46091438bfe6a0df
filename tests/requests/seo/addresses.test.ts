import { beforeAll, describe, expect, it } from "vitest";
import { partPath } from "~/parts/part";
import { donorPath, vehiclePath } from "~/vehicles/inventory";
import { dismantledVehicle, retailVehicle, shelfPart } from "../../support/builders";
import { type Site, startSite, textOf } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

const KINDS = [
  ["a vehicle for sale", retailVehicle, vehiclePath, "/inventory"],
  ["a dismantled vehicle", dismantledVehicle, donorPath, "/parts"],
  ["a part", shelfPart, partPath, "/part"],
] as const;

describe.each(KINDS)("the page of %s", (_kind, build, pathOf, start) => {
  it("is at one address; from its id alone and from other words it forwards there, with the query", async () => {
    const record = await build();
    const path = pathOf(record);
    const short = `${start}/${record._id}`;
    const page = await site.fetch(path);
    expect([page.status, (await page.text()).includes(record.stockNumber)]).toEqual([200, true]);
    for (const other of [short, `${short}-1999-saab-900`, `${short}-`, `${path}-x`, `${path}/`]) {
      for (const query of ["", "?utm_source=letter&x=%26"]) {
        const { status, headers } = await site.fetch(other + query);
        expect([other, status, headers.get("Location")]).toEqual([other, 301, path + query]);
        // Kept for good by a browser, two of them could send it in a circle once the words change back.
        expect(headers.get("Cache-Control")).toBe("no-cache");
      }
    }
    expect((await site.fetch(short, { method: "HEAD" })).status).toBe(301);
    // The data of a page that the browser's script goes to says where it is instead.
    const data = await site.fetch(`${short}.data?x=1`);
    expect([data.status, (await data.text()).includes(`"${path}?x=1"`)]).toEqual([202, true]);
    expect((await site.fetch(`${path}.data`)).status).toBe(200);
  });

  it("says what is wrong with an id that is missing, too short or unknown, whatever follows it", async () => {
    const words = "-2015-honda-civic";
    expect((await site.fetch(`${start}/${words}`)).status).toBe(400);
    expect((await site.fetch(`${start}/short${words}`)).status).toBe(400);
    expect((await site.fetch(`${start}/01ARZ3NDEKTSV4RRFFQ69G5FAV${words}`)).status).toBe(404);
  });
});

it("a vehicle of another name has another address, and its former one forwards from then on", async () => {
  const vehicle = await retailVehicle();
  const path = vehiclePath(vehicle);
  // Rendered, and then kept for the next visitor.
  for (let visit = 0; visit < 2; visit++) expect((await site.fetch(path)).status).toBe(200);
  await site.db
    .updateTable("retailVehicles")
    .set({ model: "Legacy" })
    .where("id", "=", vehicle._id)
    .execute();
  const former = await site.fetch(path);
  const renamed = `/inventory/${vehicle._id}-2016-subaru-legacy`;
  expect([former.status, former.headers.get("Location")]).toEqual([301, renamed]);
  expect(await textOf(await site.fetch(renamed))).toContain("2016 Subaru Legacy");
});

it("a form that was opened under a former address loses nothing that was typed", async () => {
  const vehicle = await retailVehicle();
  const former = `/inventory/${vehicle._id}`;
  const typed = {
    "inquiry.about": "question",
    "customerInfo.name": "Zoë",
    "inquiry.message": "Still there?",
  };
  const rejected = await site.form(former, typed);
  expect(rejected.status).toBe(400);
  expect(await rejected.text()).toContain("Still there?");
  const sent = await site.form(former, { ...typed, "customerInfo.phone": "(555) 555-0101" });
  expect(sent.status).toBe(303);
  expect(sent.headers.get("Location")?.startsWith(`${vehiclePath(vehicle)}?sent=`)).toBe(true);
});
