import { XMLParser } from "fast-xml-parser";
import { sql } from "kysely";
import { parse } from "node-html-parser";
import sharp from "sharp";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { business } from "~/business/business.server";
import { openingHours, postalAddress } from "~/business/links";
import { config } from "~/config.server";
import { listModelPages } from "~/parts/models.server";
import { partPath } from "~/parts/part";
import { openFolderStorage } from "~/pictures/folder-storage.server";
import { openPictureStore } from "~/pictures/store.server";
import { PUBLIC_PAGES } from "~/seo/public-pages";
import { formatMileage, formatPrice } from "~/values/format";
import { donorPath, vehiclePath } from "~/vehicles/inventory";
import type { RetailVehicle } from "~/vehicles/retail-vehicles";
import { apiOf, recordsOf, staffApi } from "../../support/api";
import { dismantledVehicle, retailVehicle, shelfPart } from "../../support/builders";
import { builtRoutesBelow } from "../../support/built-routes";
import { withoutTables } from "../../support/database";
import { headOf, thingOf } from "../../support/head";
import { photo } from "../../support/pictures";
import { cookiesOf, type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";
import { structuredDataProblems } from "../../support/structured-data";
import { expectValid } from "../../support/xml-schemas";

// Before anything reads the environment: this site knows its outside address.
const OWN = vi.hoisted(() => {
  process.env.PUBLIC_URL = "https://yard.example";
  return "https://yard.example";
});

const HOSTILE = '</script><script>alert(1)</script><!-- "&\u2028';

/** The pages that are in no sitemap: those of one visitor, and those that are there only where mail is set up. */
const UNLISTED = [
  "/.well-known/security.txt",
  "/look.css",
  "/your-receipts",
  "/alerts",
  "/your-alert",
  "/your-request",
  "/your-request/appointment.ics",
  "/your-request/estimate",
  "/your-request/offer",
];

let site: Site;
let whole: RetailVehicle;
let bare: RetailVehicle;
let sold: RetailVehicle;
let unnamed: RetailVehicle;
let pictured: string;
beforeAll(async () => {
  site = await startSite();
  for (let made = 0; made < 25; made += 1) {
    await retailVehicle({ model: `Outback ${made}` });
    await dismantledVehicle();
  }
  const pictures = openPictureStore(openFolderStorage(config.UPLOADS_DIR));
  const stored = await pictures.storePicture(await photo(1200, 900).jpeg().toBuffer());
  if (!stored.ok) throw new Error("The picture was not stored.");
  pictured = stored.url;
  whole = await retailVehicle({
    year: 2014,
    make: "BMW",
    model: "X5",
    trim: "sDrive35i",
    transmission: "automatic",
    fuelType: "gasoline",
    driveType: "awd",
    condition: "very-good",
    exteriorColor: "Blue",
    interiorColor: "Black",
    engineType: "3.0 L",
    imageUrl: pictured,
    description: HOSTILE,
  });
  bare = await retailVehicle({
    price: "",
    mileage: "",
    year: 1999,
    make: "Saab",
    model: "900",
    status: "pending",
    description: HOSTILE,
  });
  unnamed = await retailVehicle({ make: "", model: "", year: "" });
  sold = await retailVehicle({ status: "sold", model: "Forester" });
});

const everyPage = () => [
  ...PUBLIC_PAGES,
  "/inventory?page=2",
  "/parts?page=2",
  ...[whole, bare, sold].map(vehiclePath),
];

describe("the public pages", () => {
  it("are all that the site's routes have, so that none is forgotten", async () => {
    const routes = await builtRoutesBelow(site, "", ":id");
    const pages = routes
      .filter(({ id }) => /^(?:(?!seo|feeds)\w+\/)?site\//.test(id))
      .map(({ path }) => path);
    const listed = pages.filter((path) => !/:id|x\/y/.test(path));
    expect(new Set(listed)).toEqual(new Set([...PUBLIC_PAGES, ...UNLISTED]));
  });

  it("each have one title, one description and one canonical address, all their own", async () => {
    const heads = await Promise.all(everyPage().map((path) => headOf(site, path)));
    for (const [at, path] of everyPage().entries()) {
      const { status, titles, descriptions, canonicals, robots, robotsHeader } = heads[
        at
      ] as (typeof heads)[0];
      expect([path, status, robots, robotsHeader]).toEqual([path, 200, [], null]);
      expect([path, titles.length, descriptions.length]).toEqual([path, 1, 1]);
      expect(canonicals).toEqual([OWN + path]);
      const [title = "", description = ""] = [titles[0], descriptions[0]];
      expect([path, title.length <= 60]).toEqual([path, true]);
      expect([path, description.length >= 50 && description.length <= 160]).toEqual([path, true]);
      expect(`${title} ${description}`).not.toMatch(/undefined|null|NaN|\[object/);
    }
    expect(new Set(heads.map(({ titles }) => titles[0])).size).toBe(heads.length);
    expect(new Set(heads.map(({ descriptions }) => descriptions[0])).size).toBe(heads.length);
  });

  it.each([
    ["/", "Used Auto Parts in Millbrook, NY"],
    ["/parts", "Recycled Auto Parts in Millbrook, NY"],
    ["/parts/find", "Find a Used Part in Millbrook, NY"],
    ["/parts/find?q=2012+accord+alternator", "2012 Honda Accord Alternator | Used Parts in Millbrook, NY"],
    ["/inventory?page=2", "Used Cars for Sale in Millbrook, NY, page 2"],
    ["/repair", "Auto Repair in Millbrook, NY"],
    ["/contact", "Contact and Hours: Used Auto Parts in Millbrook, NY"],
    ["/about", "About Us: Auto Recycler in Millbrook, NY"],
  ])("name the trade and the town: %s", async (path, title) => {
    expect((await headOf(site, path)).titles[0]).toMatch(new RegExp(`^${title.replaceAll("|", "\\|")}`));
  });

  it("look like something where their link is shared", async () => {
    for (const path of everyPage()) {
      const { shared, titles, descriptions } = await headOf(site, path);
      const picture = { width: "1200", height: "630" };
      const isVehicle = path.includes("/inventory/");
      expect(shared).toEqual({
        "og:type": "website",
        "og:site_name": business.name,
        "og:title": titles[0],
        "og:description": descriptions[0],
        "og:url": OWN + path,
        "og:image": expect.stringMatching(
          isVehicle ? `^${OWN}/social-card/vehicle/\\w+-[0-9a-f]{8}\\.jpg$` : `^${OWN}/social-card\\.jpg$`,
        ),
        "og:image:width": picture.width,
        "og:image:height": picture.height,
        "og:image:alt": expect.stringMatching(/\w/),
        "twitter:card": "summary_large_image",
      });
      const image = await site.fetch((shared["og:image"] ?? "").slice(OWN.length));
      const { width, height, format } = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
      expect({ width: String(width), height: String(height) }).toEqual(picture);
      expect([format, image.headers.get("Content-Type")]).toEqual(["jpeg", "image/jpeg"]);
    }
  });

  it.each([
    ["/inventory?make=Subaru", "/inventory"],
    ["/inventory?make=Subaru&page=2", "/inventory"],
    ["/inventory?sort=price-low&page=2", "/inventory"],
    ["/inventory?q=outback", "/inventory"],
    ["/inventory?page=1", "/inventory"],
    ["/inventory?page=2&utm_source=letter", "/inventory?page=2"],
    ["/inventory?page=99", "/inventory?page=2"],
    ["/parts?yearFrom=2010&page=2", "/parts"],
    ["/parts?page=2", "/parts?page=2"],
    ["/contact?vehicle=01M7Z3E77NJMPRGAMC72R7QZV8&about=test-drive", "/contact"],
    ["/partsrequest?again=1", "/partsrequest"],
    ["/partsrequest?vehicle=01M7Z3E77NJMPRGAMC72R7QZV8", "/partsrequest"],
    ["/repair?sent=01M7Z3E77NJMPRGAMC72R7QZV8", "/repair"],
    ["/about?ref=x", "/about"],
  ])("have one address: that of %s is %s", async (asked, path) => {
    const { status, canonicals, shared } = await headOf(site, asked);
    expect(status).toBe(200);
    expect(canonicals).toEqual([OWN + path]);
    expect(shared["og:url"]).toBe(OWN + path);
  });

  it("have one address for all steps of the wizard", async () => {
    const posted = await site.form("/partsrequest", {
      step: "1",
      intent: "continue",
      vin: "1HGCM82633A004352",
    });
    const { titles, canonicals } = await headOf(site, "/partsrequest?step=2", cookiesOf(posted));
    expect(titles[0]).toContain("Request Parts, step 2 of 4: Select Part");
    expect(canonicals).toEqual([`${OWN}/partsrequest`]);
  });

  it("take no address from what a request says of its host", async () => {
    const headers = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http" };
    for (const path of ["/", "/sitemap.xml", "/robots.txt", "/site.webmanifest"]) {
      expect(await (await site.fetch(path, { headers })).text()).not.toContain("evil.example");
    }
  });
});

describe("what nobody shall find", () => {
  it("says so: failures and addresses where there is nothing", async () => {
    const gone = await deleted();
    for (const [path, status] of [
      ["/no/such/page", 404],
      ["/inventory/short", 400],
      ["/inventory/01M7Z3E77NJMPRGAMC72R7QZV8", 404],
      [gone, 410],
    ] as const) {
      const head = await headOf(site, path);
      expect([path, head.status, head.robots, head.canonicals]).toEqual([path, status, ["noindex"], []]);
      expect(head.titles).toHaveLength(1);
      expect([path, head.shared, head.things]).toEqual([path, {}, []]);
    }
  });

  it("says so: lists and pages that the database fails", async () => {
    await withoutTables(["retailVehicles"], async () => {
      for (const path of [
        "/inventory?q=unheard",
        `/inventory/01M7Z3E77NJMPRGAMC72R7QZV8`,
        "/contact?vehicle=01M7Z3E77NJMPRGAMC72R7QZV8",
      ]) {
        const head = await headOf(site, path);
        expect([path, head.status, head.robots, head.canonicals]).toEqual([path, 500, ["noindex"], []]);
        expect(head.titles).toHaveLength(1);
      }
    });
  });

  it("says so: the staff's side, and what is refused", async () => {
    const { cookie } = await signedIn();
    for (const path of ["/login", "/admin", "/admin/retail-vehicles/new", "/admin/nowhere"]) {
      const head = await headOf(site, path, path === "/login" ? "" : cookie);
      expect([path, head.robotsHeader, head.canonicals]).toEqual([path, "noindex", []]);
    }
    const refused = await site.fetch("/repair", {
      method: "POST",
      headers: { Origin: "https://evil.example" },
    });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('<meta name="robots" content="noindex">');
  });
});

describe("what is said to machines", () => {
  it("is what Google takes, on every page that says something", async () => {
    const part = await shelfPart({ images: whole.images, fits: ["2009-2010 Acura TSX"], weight: 12 });
    const donor = await dismantledVehicle();
    await shelfPart({ donor: donor.stockNumber, isShippable: false });
    const soldPart = await shelfPart({ status: "Sold" });
    const kinds = new Set<string>();
    for (const path of [...everyPage(), partPath(part), partPath(soldPart), donorPath(donor)]) {
      const { things } = await headOf(site, path);
      expect([path, structuredDataProblems(things)]).toEqual([path, []]);
      for (const thing of things) kinds.add([thing["@type"]].flat().join(" "));
    }
    await site.db.deleteFrom("parts").execute();
    expect([...kinds].sort()).toEqual([
      "AutoPartsStore AutoRepair AutoDealer",
      "BreadcrumbList",
      "ItemList",
      "Product",
      "Product Car",
      "WebSite",
    ]);
  });

  it.each([
    ["/inventory", "/inventory/"],
    ["/parts", "/parts/"],
  ])("lists what %s lists, in its order", async (path, start) => {
    const head = await headOf(site, path);
    const items = thingOf(head, "ItemList").itemListElement as { name: string; url: string }[];
    const linked = parse(head.html)
      .querySelectorAll(".vehicle-card")
      .map((card) => card.querySelector(`a[href^="${start}01"]`)?.getAttribute("href"));
    expect(items.length).toBeGreaterThan(5);
    if (path.startsWith("/inventory"))
      expect(items.map(({ url }) => url)).toEqual(linked.map((href) => OWN + href));
    for (const { name, url } of items) {
      expect(url.startsWith(OWN + start)).toBe(true);
      expect(head.words).toContain(name);
    }
  });
});

describe("the business, for machines", () => {
  it.each(["/", "/about", "/contact"])("on %s is what business.json says", async (path) => {
    const thing = thingOf(await headOf(site, path), "AutoDealer");
    expect(thing).toEqual({
      "@type": ["AutoPartsStore", "AutoRepair", "AutoDealer"],
      "@id": `${OWN}/#business`,
      name: business.name,
      slogan: business.tagline,
      url: `${OWN}/`,
      image: `${OWN}/social-card.jpg`,
      logo: `${OWN}/icon-512.png`,
      telephone: expect.stringMatching(/^\+1\d{10}$/),
      email: business.email,
      foundingDate: String(business.foundedYear),
      address: {
        "@type": "PostalAddress",
        streetAddress: business.address.street,
        addressLocality: business.address.city,
        addressRegion: business.address.state,
        postalCode: business.address.zipCode,
        addressCountry: "US",
      },
      geo: { "@type": "GeoCoordinates", ...business.coordinates },
      openingHoursSpecification: {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
        opens: "08:00",
        closes: "17:00",
      },
      sameAs: business.marketplace?.storeUrl,
    });
  });

  it("agrees with what a visitor sees", async () => {
    const head = await headOf(site, "/contact");
    const thing = thingOf(head, "AutoRepair");
    expect(head.html).toContain(`href="tel:${thing.telephone}"`);
    expect(head.words).toContain(business.phone);
    expect(head.words.replace(/\s*,\s*/g, ", ")).toContain(business.address.street);
    expect(postalAddress(business)).toContain((thing.address as { postalCode: string }).postalCode);
    expect(openingHours(business)).toBe("Monday to Friday 8am to 5pm");
    expect(head.words).toContain("8am");
  });

  it("is the publisher of the site, whose name home tells", async () => {
    const website = thingOf(await headOf(site, "/"), "WebSite");
    expect(website).toMatchObject({
      name: business.name,
      url: `${OWN}/`,
      publisher: { "@id": `${OWN}/#business` },
    });
  });
});

describe("a vehicle, for machines", () => {
  it("is a car with its offer, and agrees with what a visitor sees", async () => {
    const head = await headOf(site, vehiclePath(whole));
    const car = thingOf(head, "Car");
    expect(car).toEqual({
      "@type": ["Product", "Car"],
      "@id": `${OWN}${vehiclePath(whole)}#vehicle`,
      url: OWN + vehiclePath(whole),
      name: "2014 BMW X5 sDrive35i",
      description: expect.stringContaining("2014 BMW X5 sDrive35i for $12,995"),
      image: [OWN + pictured],
      sku: whole.stockNumber,
      vehicleIdentificationNumber: whole.vin,
      vehicleModelDate: "2014",
      brand: { "@type": "Brand", name: "BMW" },
      model: "X5",
      vehicleConfiguration: "sDrive35i",
      itemCondition: "https://schema.org/UsedCondition",
      mileageFromOdometer: { "@type": "QuantitativeValue", value: 84_210, unitCode: "SMI" },
      color: "Blue",
      vehicleInteriorColor: "Black",
      vehicleTransmission: "Automatic",
      driveWheelConfiguration: "https://schema.org/AllWheelDriveConfiguration",
      fuelType: "Gasoline",
      vehicleEngine: { "@type": "EngineSpecification", name: "3.0 L", fuelType: "Gasoline" },
      offers: {
        "@type": "Offer",
        url: OWN + vehiclePath(whole),
        price: 12_995,
        priceCurrency: "USD",
        availability: "https://schema.org/InStock",
        itemCondition: "https://schema.org/UsedCondition",
        seller: {
          "@type": ["AutoPartsStore", "AutoRepair", "AutoDealer"],
          "@id": `${OWN}/#business`,
          name: business.name,
        },
      },
    });
    for (const shown of [whole.vin, whole.stockNumber, formatPrice(12_995), formatMileage(84_210), "Blue"]) {
      expect(head.words).toContain(shown);
    }
    expect((await site.fetch(String(car.image).slice(OWN.length))).status).toBe(200);
  });

  it("has nothing invented where something is not known", async () => {
    const car = thingOf(await headOf(site, vehiclePath(bare)), "Car");
    expect(Object.keys(car).sort()).toEqual(
      [
        "@id",
        "@type",
        "brand",
        "description",
        "itemCondition",
        "model",
        "name",
        "sku",
        "url",
        "vehicleIdentificationNumber",
        "vehicleModelDate",
      ].sort(),
    );
  });

  it("that is sold keeps its page, marked Sold, and is offered no more", async () => {
    const head = await headOf(site, vehiclePath(sold));
    expect(head.status).toBe(200);
    expect(head.words).toContain("This vehicle is sold.");
    expect(head.descriptions[0]).toMatch(/^Sold: /);
    expect(thingOf(head, "Car")).not.toHaveProperty("offers");
  });

  it("lies on a trail of pages that are there", async () => {
    const trail = thingOf(await headOf(site, vehiclePath(whole)), "BreadcrumbList").itemListElement as {
      position: number;
      name: string;
      item: string;
    }[];
    expect(trail.map(({ position, name, item }) => [position, name, item])).toEqual([
      [1, "Home", `${OWN}/`],
      [2, "Pre-Owned Vehicles", `${OWN}/inventory`],
      [3, "2014 BMW X5 sDrive35i", OWN + vehiclePath(whole)],
    ]);
    for (const { item } of trail) expect((await site.fetch(item.slice(OWN.length))).status).toBe(200);
  });

  it("stays data, whatever its description says", async () => {
    const { html, things, descriptions, shared } = await headOf(site, vehiclePath(bare));
    const scripts = parse(html).querySelectorAll("script");
    expect(scripts.filter(({ rawText }) => rawText.trim() === "alert(1)")).toEqual([]);
    expect(html).not.toContain("<script>alert");
    // The attack arrived where it was to do harm, as words.
    expect(JSON.stringify(things)).toContain("</script><script>alert(1)");
    expect(descriptions[0]).toContain("</script><script>alert(1)");
    expect(shared["og:description"]).toBe(descriptions[0]);
  });
});

describe("sitemap.xml", () => {
  const read = async () => {
    const xml = await (await site.fetch("/sitemap.xml")).text();
    expectValid(xml, "sitemap");
    const { urlset } = new XMLParser().parse(xml) as {
      urlset: { url: { loc: string; lastmod?: string }[] };
    };
    return urlset.url;
  };

  it("has every public page, vehicle and part, and each answers under that very address", async () => {
    const onShelf = await shelfPart();
    const entries = await read();
    const forParts = (await recordsOf(site, "dismantled-vehicles")).filter(
      ({ status }) => status !== "Scrapped",
    );
    const forSale = (await recordsOf(site, "retail-vehicles")).filter(
      // A vehicle without year, make and model is not shown to the public.
      ({ _id, status }) => status !== "sold" && _id !== unnamed._id,
    );
    expect(entries.map(({ loc }) => loc).sort()).toEqual(
      [
        ...PUBLIC_PAGES.map((path) => OWN + path),
        ...forSale.map((vehicle) => OWN + vehiclePath(vehicle)),
        ...forParts.map((vehicle) => OWN + donorPath(vehicle)),
        OWN + partPath(onShelf),
        ...(await listModelPages()).map(({ path }) => OWN + path),
      ].sort(),
    );
    for (const { loc, lastmod } of entries) {
      const { status, canonicals, robots } = await headOf(site, loc.slice(OWN.length));
      expect([loc, status, canonicals, robots]).toEqual([loc, 200, [loc], []]);
      if (loc.includes(onShelf._id) || lastmod === undefined) continue;
      const vehicle = [...forSale, ...forParts].find(({ _id }) => loc.includes(_id));
      expect([loc, lastmod]).toEqual([loc, vehicle?.updatedAt]);
    }
  });

  it("follows the inventory", async () => {
    const { _id } = await retailVehicle();
    const listed = async () => (await read()).some(({ loc }) => loc.includes(_id));
    expect(await listed()).toBe(true);
    await site.db.updateTable("retailVehicles").set({ status: "sold" }).where("id", "=", _id).execute();
    expect(await listed()).toBe(false);
  });

  it("never has more addresses than a sitemap may, the newest vehicles first", async () => {
    const newest = await retailVehicle({ dateAcquired: "2026-11-20" });
    const row = await site.db
      .selectFrom("retailVehicles")
      .selectAll()
      .where("id", "=", newest._id)
      .executeTakeFirstOrThrow();
    // As many rows as it takes, each like the newest but for what must differ.
    const values: Record<string, string> = {
      id: "'MANY' || (100000 + number)",
      stockNumber: "'many' || number",
      stockNumberKey: "'many' || number",
      dateAcquired: "'2020-01-01T00:00:00.000Z'",
    };
    const names = Object.keys(row);
    await sql`with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < 50000)
      insert into "retailVehicles" (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map((name) => (values[name] ? sql.raw(values[name]) : sql.ref(name))))}
      from numbers, "retailVehicles" where id = ${newest._id}`.execute(site.db);
    try {
      const entries = await read();
      expect(entries).toHaveLength(50_000);
      const first = entries.find(({ loc }) => loc.startsWith(`${OWN}/inventory/`));
      expect(first?.loc).toBe(OWN + vehiclePath(newest));
    } finally {
      await site.db.deleteFrom("retailVehicles").where("id", "like", "MANY%").execute();
    }
  });
});

describe("robots.txt", () => {
  it("keeps crawlers off the staff's side and the API, and from nothing else", async () => {
    const text = await (await site.fetch("/robots.txt")).text();
    expect(text).toBe(
      `User-agent: *\nDisallow: /admin\nDisallow: /login\nDisallow: /logout\nDisallow: /api/\n\nSitemap: ${OWN}/sitemap.xml\n`,
    );
    const rules = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = ""]) => path);
    const { html } = await headOf(site, "/inventory");
    const needed = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, path = ""]) => path);
    expect(needed.some((path) => path.startsWith("/assets/"))).toBe(true);
    for (const path of [...everyPage(), ...needed]) {
      expect(rules.filter((rule) => path.startsWith(rule))).toEqual([]);
    }
  });
});

describe("the files that machines ask for", () => {
  it.each([
    ["/sitemap.xml", /^application\/xml/],
    ["/robots.txt", /^text\/plain/],
    ["/site.webmanifest", /^application\/manifest\+json/],
    ["/social-card.jpg", /^image\/jpeg/],
    ["/social-card/vehicle/[id]-00000000.jpg", /^image\/jpeg/],
  ])("%s is cached, known again, and read only", async (named, type) => {
    const path = named.replace("[id]", whole._id);
    const answer = await site.fetch(path);
    const etag = answer.headers.get("ETag") ?? "";
    expect([answer.status, etag.length > 10]).toEqual([200, true]);
    expect(answer.headers.get("Content-Type")).toMatch(type);
    expect(answer.headers.get("Cache-Control")).toMatch(/^public, max-age=\d+$/);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    const again = await site.fetch(path, { headers: { "If-None-Match": etag } });
    expect([again.status, again.headers.get("ETag"), await again.text()]).toEqual([304, etag, ""]);
    const head = await site.fetch(path, { method: "HEAD" });
    expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, etag, ""]);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const refused = await site.fetch(path, {
        method,
        headers: { Origin: site.url },
        body: new URLSearchParams({ a: "b" }),
      });
      expect([method, refused.status, refused.headers.get("Allow")]).toEqual([
        method,
        405,
        "GET, HEAD, OPTIONS",
      ]);
      expect(refused.headers.get("Content-Type")).toMatch(/^text\/plain/);
    }
  });

  it("the card that goes with a link is light and has the size it says", async () => {
    const card = Buffer.from(await (await site.fetch("/social-card.jpg")).arrayBuffer());
    expect(card.length).toBeLessThan(100_000);
    expect(await sharp(card).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  });

  it("the card of a vehicle is there as long as its page, and for nothing else", async () => {
    const { _id } = await dismantledVehicle({ status: "Scrapped" });
    for (const path of [
      `donor/${_id}.jpg`,
      `part/${whole._id}.jpg`,
      `car/${whole._id}.jpg`,
      "vehicle/short.jpg",
      "vehicle/01M7Z3E77NJMPRGAMC72R7QZV8-00000000.jpg",
      `vehicle/${unnamed._id}.jpg`,
    ])
      expect([path, (await site.fetch(`/social-card/${path}`)).status]).toEqual([path, 404]);
    const part = await shelfPart();
    for (const path of [partPath(part), donorPath(await dismantledVehicle())]) {
      const { shared } = await headOf(site, path);
      const image = await site.fetch((shared["og:image"] ?? "").slice(OWN.length));
      expect([path, image.status, image.headers.get("Content-Type")]).toEqual([path, 200, "image/jpeg"]);
    }
    await site.db.deleteFrom("parts").execute();
  });

  it("the manifest names the business, and icons of the sizes they say", async () => {
    const manifest = (await (await site.fetch("/site.webmanifest")).json()) as {
      icons: { src: string; sizes: string; purpose: string }[];
    };
    expect(manifest).toMatchObject({ name: business.name, start_url: "/", theme_color: "#0d6b45" });
    for (const { src, sizes } of manifest.icons) {
      const icon = await sharp(Buffer.from(await (await site.fetch(src)).arrayBuffer())).metadata();
      expect(`${icon.format} ${icon.width}x${icon.height}`).toBe(`png ${sizes}`);
    }
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain("maskable");
  });

  it("every page names its icons, and they are there", async () => {
    const { links } = await headOf(site, "/");
    const named = links.filter(({ rel }) => /icon|manifest/.test(rel)).map(({ href }) => href);
    expect(named).toEqual(["/favicon.ico", "/favicon.svg", "/apple-touch-icon.png", "/site.webmanifest"]);
    for (const href of named) expect((await site.fetch(href)).status).toBe(200);
    const touch = await site.fetch("/apple-touch-icon.png");
    expect(await sharp(Buffer.from(await touch.arrayBuffer())).metadata()).toMatchObject({
      width: 180,
      height: 180,
    });
    const ico = Buffer.from(await (await site.fetch("/favicon.ico")).arrayBuffer());
    const pictures = [0, 1, 2].map((at) => {
      const [length, offset] = [ico.readUInt32LE(14 + 16 * at), ico.readUInt32LE(18 + 16 * at)];
      return sharp(ico.subarray(offset, offset + length)).metadata();
    });
    expect((await Promise.all(pictures)).map(({ width }) => width)).toEqual([16, 32, 48]);
  });
});

describe("a vehicle that was deleted", () => {
  it("by staff's form or by the API is gone, with a way on; to the API it is nothing", async () => {
    const staff = await staffApi(site);
    const vehicle = await retailVehicle();
    const { _id } = vehicle;
    expect((await site.fetch(vehiclePath(vehicle))).status).toBe(200);
    expect((await staff.delete(`/admin/retail-vehicles/${_id}`)).status).toBe(204);
    for (const path of [vehiclePath(vehicle), await deleted()]) {
      const { status, words, titles, html } = await headOf(site, path);
      expect(status).toBe(410);
      expect(titles[0]).toContain("This vehicle is no longer listed");
      expect(words).toContain("This vehicle is no longer listed");
      expect(parse(html).querySelector('main a[href="/inventory"]')?.text).toBe("Return to Inventory");
    }
    expect((await apiOf(site).get(`/retail-vehicles/${_id}`)).status).toBe(404);
    expect((await staff.delete(`/admin/retail-vehicles/${_id}`)).status).toBe(404);
    expect(await (await site.fetch("/sitemap.xml")).text()).not.toContain(_id);
  });

  it("of the other inventory leaves no trace, since it had no page", async () => {
    const staff = await staffApi(site);
    const { _id } = await dismantledVehicle();
    await staff.delete(`/admin/dismantled-vehicles/${_id}`);
    expect((await site.fetch(`/inventory/${_id}`)).status).toBe(404);
  });
});

/** The address of a vehicle that staff deleted with their form. */
async function deleted(): Promise<string> {
  const { cookie } = await signedIn();
  const { _id } = await retailVehicle();
  const answer = await site.form(`/admin/retail-vehicles/${_id}/delete`, {}, { cookie });
  expect(answer.status).toBe(303);
  return `/inventory/${_id}`;
}
