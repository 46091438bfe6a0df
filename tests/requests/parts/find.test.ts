import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { business } from "~/business/business.server";
import { phoneHref } from "~/business/links";
import { PARTS } from "~/parts/parts";
import { recordsOf } from "../../support/api";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { cookiesOf, type Site, startAgain, startSite, textOf } from "../../support/site";

// Before the site reads its configuration.
const OWN = vi.hoisted(() => {
  process.env.PUBLIC_URL = "https://yard.example";
  return "https://yard.example";
});

const DAY_MS = 24 * 60 * 60 * 1000;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  for (const table of ["parts", "dismantledVehicles", "partRequests", "partRequestDrafts"] as const)
    await site.db.deleteFrom(table).execute();
});

const find = (q: string) => `/parts/find?${new URLSearchParams({ q })}`;
const html = async (path: string) => (await site.fetch(path)).text();
const words = async (path: string) => textOf(await site.fetch(path));
/** The stock numbers in the order of the page. */
const stockNumbers = async (path: string) =>
  [...(await html(path)).matchAll(/Stock # <span class="plate">([^<]+)</g)].map(([, number]) => number);

describe("a search for a part of a car", () => {
  it("shows what is on the shelf with price, grade in words, miles and warranty, and asks for it", async () => {
    const warranty = business.partWarranties[0];
    const { _id } = await shelfPart({
      stockNumber: "SHELF-1",
      year: 2010,
      price: 85,
      mileage: 50_000,
      warranty,
    });
    const page = await html(find("2010 accord alternator"));
    for (const said of [
      "$85",
      "Grade A: best used grade",
      "50,000 miles",
      warranty,
      "From a 2010 Honda Accord",
    ])
      expect(page).toContain(said);
    expect(page).toContain(`href="/part/${_id}"`);
    expect(page).toContain(
      `href="/partsrequest?year=2010&amp;make=Honda&amp;model=Accord&amp;entry=alternator&amp;part=${_id}"`,
    );
    expect(page).toContain('<h1 id="hero-title">2010 Honda Accord Alternator</h1>');
  });

  it("puts such a car's parts first, then those that staff say fit, then other years, and hides sold ones", async () => {
    await shelfPart({ stockNumber: "OTHER-YEAR", year: 2012, price: 10 });
    await shelfPart({
      stockNumber: "FITS",
      year: 2009,
      make: "Acura",
      model: "TSX",
      fits: ["2009-2011 Honda Accord"],
      price: 20,
    });
    await shelfPart({ stockNumber: "DEAR", year: 2010, price: 95 });
    await shelfPart({ stockNumber: "HELD", year: 2010, price: 30, status: "On hold" });
    await shelfPart({ stockNumber: "CHEAP", year: 2010, price: 85 });
    await shelfPart({ stockNumber: "SOLD", year: 2010, status: "Sold" });
    await shelfPart({ stockNumber: "STARTER", year: 2010, entryId: "starter" });
    await shelfPart({ stockNumber: "CIVIC", year: 2010, model: "Civic" });
    expect(await stockNumbers(find("2010 accord alternator"))).toEqual([
      "CHEAP",
      "DEAR",
      "HELD",
      "FITS",
      "OTHER-YEAR",
    ]);
    const said = await words(find("2010 accord alternator"));
    expect(said).toContain("4 parts");
    expect(said).toContain("Fits yours, from a 2009 Acura TSX");
    expect(said).toContain("These may not fit your car.");
  });

  it("names the cars in the yard that it may still be on, but not one that gave it already", async () => {
    const intact = await dismantledVehicle({
      stockNumber: "INTACT",
      year: 2010,
      make: "Honda",
      model: "Accord",
    });
    await dismantledVehicle({ stockNumber: "TAKEN", year: 2010, make: "Honda", model: "Accord" });
    await shelfPart({ stockNumber: "TAKEN-1", donor: "TAKEN", status: "Sold" });
    const page = await html(find("alternator accord 2010"));
    expect(await stockNumbers(find("alternator accord 2010"))).toEqual(["INTACT"]);
    expect(page).toContain(`entry=alternator&amp;vehicle=${intact._id}"`);
  });

  it("is never empty: the request form is filled in for a car that the yard never had", async () => {
    const page = await html(find("2014 Fiesta water pump"));
    expect(page).toContain(
      'href="/partsrequest?year=2014&amp;make=Ford&amp;model=Fiesta&amp;entry=water-pump"',
    );
    expect(page).toContain(phoneHref(business));
    expect(await words(find("asdf qwer"))).toContain("We couldn't make sense of “asdf qwer”.");
  });

  it("finds a part by its stock number, and echoes one that is not there as it was typed", async () => {
    const { _id } = await shelfPart({ stockNumber: "R4262-1", year: 2010 });
    expect(await stockNumbers(find("r4262-1"))).toEqual(["R4262-1"]);
    expect(await html(find("R4262-1"))).toContain(`href="/part/${_id}"`);
    expect(await words(find("R4262-9"))).toContain("“R4262-9”");
    await shelfPart({ stockNumber: "SOLD-1", status: "Sold" });
    expect(await stockNumbers(find("SOLD-1"))).toEqual([]);
  });

  it("says that there is none for a car that it does not know, and shows others as other vehicles'", async () => {
    await shelfPart({ stockNumber: "STARTER", entryId: "starter" });
    const said = await words(find("1999 yugo gv starter"));
    expect(said).toContain("for the 1999 yugo gv today");
    expect(said).toContain("From Other Vehicles");
    expect(await html(find("1999 yugo gv starter"))).toContain(
      "/partsrequest?year=1999&amp;make=yugo&amp;model=gv&amp;entry=starter",
    );
  });

  it("says no guess as a fact, no year as a car, and no long text in full", async () => {
    const page = await html(find("2013 civic flux capacitor"));
    expect(page).not.toContain("lexplate");
    expect(page).toContain("We don&#x27;t know “flux capacitor”.");
    expect(page).toContain("&amp;q=flux+capacitor");
    expect(await words(find("2010 accord altrnatar"))).toContain("Did you mean Alternator?");
    expect(await words(find("<b>x</b> 2013"))).toContain("Tell us the vehicle and the part.");
    expect(await words(find("zq".repeat(1500)))).not.toContain("zq".repeat(21));
  });

  it("takes the car from fields of its own or from a VIN, which no cache keeps", async () => {
    await shelfPart({ stockNumber: "ACCORD", year: 2003 });
    expect(await stockNumbers("/parts/find?q=alternator&year=2003&make=honda&model=accord")).toEqual([
      "ACCORD",
    ]);
    const answer = await site.fetch("/parts/find?q=alternator&vin=1HGCM82633A004352");
    expect(answer.headers.get("Cache-Control")).toContain("no-store");
    expect(await textOf(answer)).toContain("2003 Honda Accord Alternator");
    expect(await words("/parts/find?q=alternator&vin=1HGCM8")).toContain("That VIN isn't complete");
  });

  it("shows a part as soon as it is there, although the page is cached", async () => {
    const path = find("2010 accord alternator");
    expect(await stockNumbers(path)).toEqual([]);
    await site.fetch(path);
    await shelfPart({ stockNumber: "NEW", year: 2010 });
    expect(await stockNumbers(path)).toEqual(["NEW"]);
  });
});

describe("a part's page", () => {
  it("says what it is, and tells search engines the offer and the cars that it fits", async () => {
    const { _id } = await shelfPart({
      stockNumber: "P-7",
      year: 2010,
      price: 85,
      fits: ["2009-2010 Acura TSX"],
      damage: "2D1",
    });
    const page = await html(`/part/${_id}`);
    expect(page).toContain("<title>Used 2010 Honda Accord Alternator");
    expect(page).toContain(`<link rel="canonical" href="${OWN}/part/${_id}"/>`);
    const graph = JSON.parse(
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(page)?.[1] ?? "{}",
    )["@graph"];
    expect(graph[0]).toMatchObject({
      "@type": "Product",
      sku: "P-7",
      offers: {
        "@type": "Offer",
        price: 85,
        priceCurrency: "USD",
        availability: "https://schema.org/InStock",
      },
      isAccessoryOrSparePartFor: [
        { "@type": "Car", name: "2010 Honda Accord", vehicleModelDate: "2010" },
        { "@type": "Car", name: "Acura TSX" },
      ],
    });
    expect(await words(`/part/${_id}`)).toContain("Dent in area 2, the size of one credit card");
    expect(await html("/sitemap.xml")).toContain(`${OWN}/part/${_id}</loc>`);
  });

  it("stays for 90 days after the sale, marked, and is gone afterwards", async () => {
    const { _id } = await shelfPart({ status: "Sold" });
    const sold = await words(`/part/${_id}`);
    expect(sold).toContain("This part is sold.");
    const page = await html(`/part/${_id}`);
    expect(page).not.toContain('class="vehicle__price"');
    // Nor do search engines get a price for it.
    expect(page).toContain('"availability":"https://schema.org/SoldOut"');
    expect(page).not.toMatch(/\$85|"price"/);
    const soldAt = new Date(Date.now() - 91 * DAY_MS).toISOString();
    await site.db.updateTable("parts").set({ soldAt }).where("id", "=", _id).execute();
    expect((await site.fetch(`/part/${_id}`)).status).toBe(410);
    expect((await site.fetch("/part/01ARZ3NDEKTSV4RRFFQ69G5FAV")).status).toBe(404);
    expect((await site.fetch("/part/short")).status).toBe(400);
  });

  it("says since when it is in stock and that it is on hold, and has no picture frame without a photo", async () => {
    const { _id } = await shelfPart({ status: "On hold" });
    const said = await words(`/part/${_id}`);
    expect(said).toContain("In stock since Mar 2, 2026");
    expect(said).toContain("This part is on hold for another customer.");
    expect(await html(`/part/${_id}`)).not.toContain("gallery__frame");
  });

  it("never shows what is for staff only", async () => {
    const { _id } = await shelfPart({ location: "SECRET ROW", notes: "SECRET NOTE" });
    for (const path of [`/part/${_id}`, find("alternator accord")])
      expect(await html(path)).not.toContain("SECRET");
  });

  it("is linked from the page of the car that it is from", async () => {
    const { _id, stockNumber } = await dismantledVehicle();
    await shelfPart({ donor: stockNumber });
    await shelfPart({ donor: stockNumber, entryId: "starter" });
    await shelfPart({ donor: stockNumber, entryId: "horn", status: "Sold" });
    expect(await words(`/parts/${_id}`)).toContain("2 parts from this car");
  });
});

describe("asking for a part", () => {
  it("fills in the wizard, and the request names the part on the shelf", async () => {
    const { _id } = await shelfPart({ stockNumber: "ASK-1", year: 2010, price: 85 });
    const path = `/partsrequest?year=2010&make=Honda&model=Accord&entry=alternator&part=${_id}`;
    const start = await html(path);
    expect(start).toContain("2010 Honda Accord Alternator, $85, stock # ASK-1");
    expect(start).toMatch(/name="make"[^>]*value="Honda"/);
    let cookie = "";
    const post = async (step: number, fields: Record<string, string>) => {
      const answer = await site.form(
        step === 1 ? path : `/partsrequest?step=${step}`,
        { ...fields, step: String(step), intent: "continue" },
        { cookie },
      );
      cookie = cookiesOf(answer, cookie);
      return answer.headers.get("Location");
    };
    const vehicle = { vin: "", year: "2010", make: "Honda", model: "Accord" };
    // The part is chosen already, so the contact comes next.
    expect(await post(1, { ...vehicle, entry: "alternator", stockPart: _id })).toBe("/partsrequest?step=3");
    await post(3, {
      name: "Ann",
      phone: "5555550142",
      email: "ann@example.com",
      additionalInfo: "Soon, please.",
    });
    const review = await (await site.fetch("/partsrequest?step=4", { headers: { Cookie: cookie } })).text();
    expect(review).toContain("2010 Honda Accord Alternator, $85, stock # ASK-1");
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(review)?.[1] ?? "";
    await post(4, { idempotencyKey: value("idempotencyKey"), reviewed: value("reviewed") });
    const [request] = await recordsOf(site, "part-requests");
    expect(request.partDetails.additionalInfo).toBe(
      "Part on the shelf: 2010 Honda Accord Alternator, $85, stock # ASK-1\nSoon, please.",
    );
  });

  it("says at the review what is on the shelf for a request", async () => {
    const { _id } = await shelfPart({ stockNumber: "HERE-1", year: 2010, price: 85 });
    let cookie = "";
    const post = async (step: number, fields: Record<string, string>) => {
      const path = step === 1 ? "/partsrequest" : `/partsrequest?step=${step}`;
      cookie = cookiesOf(
        await site.form(path, { ...fields, step: String(step), intent: "continue" }, { cookie }),
        cookie,
      );
    };
    await post(1, { vin: "", year: "2010", make: "honda", model: "accord" });
    await post(2, { categoryId: "electrical-exterior", subcategoryId: "alternator" });
    await post(3, { name: "Ann", phone: "5555550142", email: "ann@example.com" });
    const review = await (await site.fetch("/partsrequest?step=4", { headers: { Cookie: cookie } })).text();
    expect(review).toContain("We have one on the shelf");
    expect(review).toContain(`href="/part/${_id}"`);
  });
});

it("the staff's list finds parts by part and car, and by the start of a number", async () => {
  await shelfPart({ stockNumber: "D-77-1", year: 2010, interchange: "601-02345" });
  await shelfPart({ stockNumber: "D-77-2", year: 2010, entryId: "starter" });
  await shelfPart({ stockNumber: "D-78-1", year: 2012, model: "Civic" });
  const { findStaffPage } = await import("~/collections/lists.server");
  const { PART_RECORDS } = await import("~/parts/part.server");
  const { readStaffQuery } = await import("~/lists/staff");
  const found = async (q: string) => {
    const { entries } = await findStaffPage(
      PART_RECORDS,
      readStaffQuery(new URLSearchParams({ q }), PARTS.list),
    );
    return entries.map(({ stockNumber }) => stockNumber).sort();
  };
  expect(await found("altenator")).toEqual(["D-77-1", "D-78-1"]);
  expect(await found("2010 accord alternator")).toEqual(["D-77-1"]);
  expect(await found("d-77")).toEqual(["D-77-1", "D-77-2"]);
  expect(await found("601-02")).toEqual(["D-77-1"]);
  expect(await found("zeppelin")).toEqual([]);
});

it("a part of an older version has its search text after the next start", async () => {
  const { _id } = await shelfPart({ stockNumber: "OLDER-1" });
  const stored = () =>
    site.db.selectFrom("parts").select("searchText").where("id", "=", _id).executeTakeFirstOrThrow();
  const { searchText } = await stored();
  expect(searchText).toContain("older-1");
  await site.db.updateTable("parts").set({ searchText: "" }).execute();
  await startAgain();
  expect(await stored()).toEqual({ searchText });
});
