import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { business } from "~/business/business.server";
import { phoneHref } from "~/business/links";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { partPath } from "~/parts/part";
import { PARTS } from "~/parts/parts";
import { donorPath } from "~/vehicles/inventory";
import { recordsOf } from "../../support/api";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { PUBLIC_URL } from "../../support/mail-server";
import { cookiesOf, type Site, startAgain, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

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
    const path = `/part/${_id}-2010-honda-accord-alternator?year=2010&amp;make=Honda&amp;model=Accord`;
    expect(page).toContain(`href="${path}"`);
    expect(page).toContain(`href="${path}#ask"`);
    expect(page).toContain('<h1 id="hero-title">2010 Honda Accord Alternator</h1>');
  });

  it("puts such a car's parts first, then those that staff say fit, then its generation's, then other years', and hides sold ones", async () => {
    await shelfPart({ stockNumber: "OTHER-YEAR", year: 2007, price: 10 });
    await shelfPart({ stockNumber: "GENERATION", year: 2012, price: 10 });
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
      "GENERATION",
      "OTHER-YEAR",
    ]);
    const said = await words(find("2010 accord alternator"));
    expect(said).toContain("4 parts");
    expect(said).toContain("Fits yours, from a 2009 Acura TSX");
    expect(said).toContain(
      "From a 2012 Accord. Same generation (2008–2012); if the engine is the same; we check",
    );
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
    expect(await html(find("R4262-1"))).toContain(`href="/part/${_id}-2010-honda-accord-alternator"`);
    expect(await words(find("R4262-9"))).toContain("“R4262-9”");
  });

  it("opens the page of a sold part, and of a car in the yard, by its stock number", async () => {
    const sold = await shelfPart({ stockNumber: "SOLD-1", status: "Sold" });
    const car = await dismantledVehicle({ stockNumber: "R4259" });
    const opened = async (q: string) =>
      new URL((await site.fetch(find(q))).headers.get("Location") ?? "/", PUBLIC_URL).pathname;
    expect(await opened("sold-1")).toBe(partPath(sold));
    expect(await opened("Stock # r4259")).toBe(donorPath(car));
    await shelfPart({ stockNumber: "SCRAP-1", status: "Scrapped" });
    expect(await stockNumbers(find("SCRAP-1"))).toEqual([]);
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
    await shelfPart({ year: 2003 });
    expect(await words(find("2012 alternator"))).toContain("These are of all years. Add make and model");
    expect(await html(find("2012 alternator"))).toContain("<title>Alternator | Used Parts in");
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
  });

  it("says what is wrong with a VIN, and shows no other car's parts meanwhile", async () => {
    await shelfPart({ stockNumber: "ACCORD", year: 2003 });
    const of = (vin: string) =>
      `/parts/find?${new URLSearchParams({ q: "alternator", year: "2003", make: "honda", model: "accord", vin })}`;
    for (const [vin, said] of [
      ["1HGCM8", "That VIN isn't complete: it has 17 letters and numbers."],
      ["1HGCM82633A0O4352", "That VIN has the letter O, and no VIN has an I, O, or Q"],
      ["1HGCM82633A0043520", "That VIN is too long: you typed 18 letters and numbers"],
    ] as const) {
      expect(await words(of(vin)), vin).toContain(said);
      expect(await stockNumbers(of(vin)), vin).toEqual([]);
    }
    expect(await stockNumbers(of("1HGCM-82633-A004352"))).toEqual(["ACCORD"]);
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
    const part = await shelfPart({
      stockNumber: "P-7",
      year: 2010,
      price: 85,
      fits: ["2009-2010 Acura TSX"],
      damage: "2D1",
    });
    const page = await html(partPath(part));
    expect(page).toContain("<title>2010 Honda Accord Alternator | Used Part in Millbrook, NY</title>");
    expect(page).toContain(`<link rel="canonical" href="${PUBLIC_URL}${partPath(part)}"/>`);
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
    expect(await words(partPath(part))).toContain("Dent in area 2, the size of one credit card");
    expect(await html("/sitemap.xml")).toContain(`${PUBLIC_URL}${partPath(part)}</loc>`);
  });

  it("stays for 90 days after the sale, marked, and is gone afterwards", async () => {
    const part = await shelfPart({ status: "Sold" });
    const path = partPath(part);
    const sold = await words(path);
    expect(sold).toContain("This part is sold.");
    const page = await html(path);
    expect(page).not.toContain('class="vehicle__price"');
    // Nor do search engines get a price for it.
    expect(page).not.toMatch(/\$85|"price"|"Offer"/);
    const soldAt = new Date(Date.now() - 91 * DAY_MS).toISOString();
    await site.db.updateTable("parts").set({ soldAt }).where("id", "=", part._id).execute();
    expect((await site.fetch(path)).status).toBe(410);
    const deleted = partPath(await shelfPart());
    await site.db.updateTable("parts").set({ deletedAt: soldAt }).execute();
    const answer = await site.fetch(deleted);
    expect([answer.status, await textOf(answer)]).toEqual([
      410,
      expect.stringContaining("This part is no longer listed"),
    ]);
    expect((await site.fetch("/part/01ARZ3NDEKTSV4RRFFQ69G5FAV")).status).toBe(404);
    expect((await site.fetch("/part/short")).status).toBe(400);
  });

  it("says since when it is in stock and that it is on hold, and is drawn where it has no photo", async () => {
    const path = partPath(await shelfPart({ status: "On hold" }));
    const said = await words(path);
    expect(said).toContain("In stock since Mar 2, 2026");
    expect(said).toContain("This part is on hold.");
    expect(await html(path)).toMatch(/<use href="\/assets\/drawings[^"]*\.svg#alternator"/);
  });

  it("never shows what is for staff only", async () => {
    const part = await shelfPart({ location: "SECRET ROW", notes: "SECRET NOTE" });
    for (const path of [partPath(part), find("alternator accord")])
      expect(await html(path)).not.toContain("SECRET");
  });

  it("is linked from the page of the car that it is from", async () => {
    const donor = await dismantledVehicle();
    const { stockNumber } = donor;
    await shelfPart({ donor: stockNumber, price: 85 });
    await shelfPart({ donor: stockNumber, entryId: "starter", price: 60 });
    await shelfPart({ donor: stockNumber, entryId: "horn", price: 5, status: "Sold" });
    const said = await words(donorPath(donor));
    // What is on the shelf is said on the first screen, and stands below.
    expect(said).toMatch(/See 2 Parts from \$60 .* 2 Parts from This Car/);
    expect(await words(donorPath(await dismantledVehicle()))).not.toContain("See ");
  });
});

describe("asking for a part", () => {
  const FORM = { "customerInfo.name": "Ann", "customerInfo.phone": "555 555 0142" };
  const rows = () => recordsOf(site, "part-requests");
  const askedAt = (answer: Response) => answer.headers.get("Location") ?? "";
  beforeEach(async () => {
    await site.db.deleteFrom("idempotencyKeys").execute();
  });

  it("takes a name and a phone number on the part's page; its confirmation is the sender's alone", async () => {
    const part = await shelfPart({ stockNumber: "ASK-1", year: 2010, price: 85 });
    const path = partPath(part);
    // An address of before leads to the form.
    const old = await site.fetch(`/partsrequest?year=2010&make=Honda&entry=alternator&part=${part._id}`);
    expect(askedAt(old)).toBe(`/part/${part._id}#ask`);
    expect(await words(path)).toMatch(/Ask for This Part 2010 Honda Accord Alternator \$85 ASK-1 /);
    const both = await Promise.all([site.form(path, FORM), site.form(path, FORM)]);
    const own = both.map(askedAt).find((place) => !place.endsWith("sent=before")) ?? "";
    expect(await rows()).toMatchObject([
      {
        partId: part._id,
        askedPart: "2010 Honda Accord Alternator, $85, stock # ASK-1",
        vin: "",
        partDetails: { system: "Electrical", component: "Alternator" },
        customerInfo: { name: "Ann", phone: "(555) 555-0142" },
      },
    ]);
    const confirmed = await words(own);
    expect(confirmed).toContain(
      "You asked for 2010 Honda Accord Alternator, $85 Stock # ASK-1 Reference PR-",
    );
    expect(confirmed).toContain("Part request submitted successfully! Our team will contact you shortly.");
    expect(confirmed).toMatch(/We'll answer by [\w: ]+ [ap]m , within 24 business hours, by phone\./);
    // Somebody who types the same learns nothing of it.
    const guess = await site.form(path, FORM, { cookie: "" });
    expect(askedAt(guess)).toBe("/partsrequest?sent=before");
    const html = await (await site.fetch(askedAt(guess))).text();
    expect(html).toContain("We have your request");
    expect(html).not.toMatch(/your-request\?|PR-\w{6}|ASK-1/);
    // The customer's own page, and what staff see.
    expect(await words(own.replace("/partsrequest?sent", "/your-request?key"))).toMatch(
      /You'll hear from us by [\w: ]+ [ap]m\..*From the shelf 2010 Honda Accord Alternator, \$85, stock # ASK-1/,
    );
    const { cookie } = await signedIn();
    const [{ _id }] = await rows();
    const staff = await (
      await site.fetch(`/admin/parts-requests/${_id}`, { headers: { Cookie: cookie } })
    ).text();
    expect(staff).toContain(`href="/admin/parts/${part._id}"`);
    expect(staff).toContain("Answer with this part");
    expect(staff).not.toMatch(/undefined|mailto:[^s]*Ann/);
  });

  it("names each slip and keeps what was typed, also of a part that is held, sold or gone meanwhile", async () => {
    const part = await shelfPart({ price: 85 });
    const path = partPath(part);
    const typed = { ...FORM, "partDetails.additionalInfo": "The one with the clip", vin: "1HG" };
    const wrong = await site.form(path, { ...typed, "customerInfo.name": " ", "customerInfo.phone": "" });
    const html = await wrong.clone().text();
    expect([wrong.status, html]).toEqual([400, expect.stringContaining("The one with the clip</textarea>")]);
    expect(html).toContain('value="1HG"');
    const said = await textOf(wrong);
    for (const slip of [
      "Name is required",
      "Please enter a phone number or an email address",
      "Please enter a valid 17-character VIN",
    ])
      expect(said).toContain(slip);
    const robot = await site.form(path, { ...FORM, [HONEYPOT_NAME]: "http://spam.example" });
    expect([robot.status, await textOf(robot)]).toEqual([400, expect.stringContaining("automated message")]);

    const good = { ...typed, vin: "1HGCM82633A004352" };
    const set = (status: string) =>
      site.db.updateTable("parts").set({ status, soldAt: new Date().toISOString() }).execute();
    await set("Sold");
    const sold = await site.form(path, good);
    expect([sold.status, await textOf(sold)]).toEqual([
      409,
      expect.stringMatching(
        /Your request wasn't sent This part is sold\..*Ann, 555 555 0142 The one with the clip/,
      ),
    ]);
    await site.db.updateTable("parts").set({ deletedAt: new Date().toISOString() }).execute();
    const gone = await site.form(path, good);
    expect([gone.status, await textOf(gone)]).toEqual([
      410,
      expect.stringMatching(/Your request wasn't sent We can't find that part\..*The one with the clip/),
    ]);
    expect(await rows()).toEqual([]);
    await site.db.updateTable("parts").set({ deletedAt: null }).execute();
    await set("On hold");
    const held = await site.form(path, good);
    expect(await words(askedAt(held))).toContain("It's on hold for another customer");
    expect(await rows()).toMatchObject([
      { vin: good.vin, partDetails: { additionalInfo: "The one with the clip" } },
    ]);
  });

  it("is told the car that was searched for, which the form says and keeps after a slip", async () => {
    const part = await shelfPart({ year: 2013, make: "Honda", model: "Civic", entryId: "headlight-left" });
    const link = /href="([^"]+#ask)"/.exec(await html(find("driver side headlight 2012 honda civic")))?.[1];
    const path = link?.replaceAll("&amp;", "&").replace("#ask", "") ?? "";
    expect(path).toBe(`${partPath(part)}?year=2012&make=Honda&model=Civic`);
    expect(await words(path)).toContain("For your 2012 Honda Civic . It's for another car");
    expect(await html(path)).toContain(`<link rel="canonical" href="${PUBLIC_URL}${partPath(part)}"/>`);
    expect(await words(partPath(part))).not.toContain("For your");
    const car = { "vehicleInfo.year": "2012", "vehicleInfo.make": "Honda", "vehicleInfo.model": "Civic" };
    const slip = await site.form(partPath(part), { ...FORM, ...car, "customerInfo.name": "" });
    expect(await textOf(slip)).toContain("For your 2012 Honda Civic .");
    const sent = await site.form(partPath(part), { ...FORM, ...car });
    expect(await words(askedAt(sent))).toContain("For 2012 Honda Civic");
    expect(await rows()).toMatchObject([{ vehicleInfo: { year: "2012", make: "Honda", model: "Civic" } }]);
  });

  it("is told a searched VIN with its car, on a page that no cache keeps", async () => {
    const part = await shelfPart({ year: 2003 });
    const path = `${partPath(part)}?year=2003&make=Honda&model=Accord&vin=1HGCM82633A004352`;
    expect(await html("/parts/find?q=alternator&vin=1HGCM82633A004352")).toContain(
      `href="${path.replaceAll("&", "&amp;")}#ask"`,
    );
    const answer = await site.fetch(path);
    expect(answer.headers.get("Cache-Control")).toContain("no-store");
    expect(await answer.text()).toMatch(/name="vin"[^>]*value="1HGCM82633A004352"/);
  });

  it("says the core charge wherever it says the price", async () => {
    const part = await shelfPart({ stockNumber: "CORE-1", year: 2010, price: 85, coreCharge: 20 });
    expect(await words(find("2010 accord alternator"))).toContain("$20 core charge");
    expect(await words(partPath(part))).toContain(
      "Ask for This Part 2010 Honda Accord Alternator $85 plus $20 core charge CORE-1",
    );
    const sent = await site.form(partPath(part), FORM);
    expect(await words(askedAt(sent))).toContain(
      "You asked for 2010 Honda Accord Alternator, $85 plus $20 core charge Stock # CORE-1",
    );
  });

  it("is not told the car of a part that was searched by its stock number", async () => {
    const part = await shelfPart({ stockNumber: "R4262-1" });
    expect(await html(find("R4262-1"))).toContain(`href="${partPath(part)}#ask"`);
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
    expect(review).toContain(`href="/part/${_id}-2010-honda-accord-alternator"`);
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
