import { parse } from "node-html-parser";
import { beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { staffApi } from "../../support/api";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { rawRequest } from "../../support/built-routes";
import {
  brokenRules,
  feedRows,
  GOOGLE_LISTINGS_RULES,
  MARKETPLACE_RULES,
  SALVAGE_RULES,
} from "../../support/feed-rules";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";
import { storedImages } from "../../support/stored-images";

// Before anything reads the environment: this site has feeds, and an outside address to put in them.
const KEY = await vi.hoisted(async () => {
  const key = "Q7-nobody_guesses-this";
  const { readFileSync, writeFileSync } = await import("node:fs");
  process.env.PUBLIC_URL = "https://yard.example";
  process.env.BUSINESS_FILE = `${process.env.DATA_DIR}-business.json`;
  const shipped = JSON.parse(readFileSync("business.json", "utf8"));
  const feeds = {
    storeCode: "millbrook",
    googleListings: true,
    marketplace: true,
    salvage: key,
    newArrivals: true,
  };
  writeFileSync(process.env.BUSINESS_FILE, JSON.stringify({ ...shipped, feeds }));
  return key;
});

const LISTINGS = "/feeds/google-listings.csv";
const MARKETPLACE = "/feeds/marketplace.csv";
const SALVAGE = `/feeds/${KEY}/salvage.txt`;
const ARRIVALS = "/feeds/new-arrivals.atom";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
beforeEach(async () => {
  for (const table of ["retailVehicles", "dismantledVehicles"] as const)
    await site.db.deleteFrom(table).execute();
});

const read = async (path: string) => (await site.fetch(path)).text();
const vinsIn = async (path: string) => feedRows(await read(path), { delimiter: "," }).map(({ vin }) => vin);

describe("a feed", () => {
  it("has nothing in it that staff alone know", async () => {
    const own = { notes: "zanzibar", make: "Saab" };
    await retailVehicle(own);
    await dismantledVehicle({ ...own, obtainedFrom: "zanzibar", disposedTo: "zanzibar" });
    for (const path of [LISTINGS, MARKETPLACE, SALVAGE, ARRIVALS]) {
      const file = await read(path);
      expect(file).toContain("Saab");
      expect(file).not.toContain("zanzibar");
    }
  });

  it("is at its address for everybody, with pictures that can be fetched", async () => {
    const { _id } = await retailVehicle({ images: await storedImages(3) });
    const answer = await site.fetch(LISTINGS);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "cache-control": "no-cache",
      "x-robots-tag": "noindex",
      vary: expect.stringContaining("Accept-Encoding"),
    });
    const file = await answer.text();
    expect(brokenRules(file, GOOGLE_LISTINGS_RULES)).toEqual([]);
    const [row] = feedRows(file, GOOGLE_LISTINGS_RULES);
    const pictures = [row?.image_link, ...(row?.additional_image_link ?? "").split(",")];
    expect(pictures).toHaveLength(3);
    for (const url of [row?.link ?? "", ...pictures.map(String)]) {
      const own = url.replace("https://yard.example", "");
      expect([own, (await site.fetch(own)).status]).toEqual([own, 200]);
    }
    expect(row?.link).toBe(`https://yard.example/inventory/${_id}-2016-subaru-outback`);
  });

  it("has a sold, a deleted and a changed car as it is now, at the next fetch", async () => {
    const [sold, deleted, kept] = [await retailVehicle(), await retailVehicle(), await retailVehicle()];
    expect(await vinsIn(MARKETPLACE)).toEqual([sold.vin, deleted.vin, kept.vin]);
    const { _id, createdAt, ...fields } = sold;
    await (await staffApi(site)).put(`/admin/retail-vehicles/${_id}`, { ...fields, status: "sold" });
    await site.form(`/admin/retail-vehicles/${deleted._id}/delete`, {}, { cookie });
    expect(await vinsIn(MARKETPLACE)).toEqual([kept.vin]);
  });

  it.each([LISTINGS, SALVAGE, ARRIVALS])(
    "%s is 304 until the inventory changes, and again after",
    async (path) => {
      await retailVehicle();
      await dismantledVehicle();
      const first = await site.fetch(path);
      const etag = first.headers.get("ETag") ?? "";
      const again = () => site.fetch(path, { headers: { "If-None-Match": etag } });
      const same = await again();
      expect([same.status, await same.text(), same.headers.get("ETag")]).toEqual([304, "", etag]);
      await retailVehicle();
      await dismantledVehicle();
      const changed = await again();
      expect(changed.status).toBe(200);
      expect(changed.headers.get("ETag")).not.toBe(etag);
    },
  );

  it("answers HEAD like GET, without the file", async () => {
    await retailVehicle();
    const [get, head] = [await site.fetch(MARKETPLACE), await site.fetch(MARKETPLACE, { method: "HEAD" })];
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const name of ["ETag", "Content-Type", "Cache-Control"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  it("is compressed for those who take gzip, and plain for the others", async () => {
    await retailVehicle();
    const plain = await rawRequest(site, "GET", MARKETPLACE);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(brokenRules(plain.body, MARKETPLACE_RULES)).toEqual([]);
    const refused = await rawRequest(site, "GET", MARKETPLACE, { "Accept-Encoding": "gzip;q=0, identity" });
    expect(refused.body).toBe(plain.body);
    const packed = await site.fetch(MARKETPLACE, { headers: { "Accept-Encoding": "gzip, br" } });
    expect(packed.headers.get("Content-Encoding")).toBe("gzip");
    expect(await packed.text()).toBe(plain.body);
  });

  it("is whole with more vehicles than are read at once", async () => {
    const all = [];
    for (let made = 0; made < 205; made += 1) all.push((await retailVehicle()).vin);
    expect((await vinsIn(MARKETPLACE)).toSorted()).toEqual(all.toSorted());
  });

  it.each([
    ["that is off", "/feeds/meta-catalog.csv"],
    ["that is off, with a key", `/feeds/${KEY}/meta-catalog.csv`],
    ["without its key", "/feeds/salvage.txt"],
    ["with a wrong key", `/feeds/${KEY.slice(0, -1)}x/salvage.txt`],
    ["with a part of its key", `/feeds/${KEY.slice(1)}/salvage.txt`],
    ["with a key that it doesn't have", `/feeds/${KEY}/marketplace.csv`],
    ["that nobody knows", "/feeds/nothing.csv"],
  ])("%s is a plain 404", async (_case, path) => {
    const answer = await site.fetch(path);
    expect([answer.status, await answer.text()]).toEqual([404, "Not found\n"]);
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
  });

  it("whose vehicles can't be read is an error for whoever asks, and the site goes on", async () => {
    await dismantledVehicle();
    await site.db.schema.alterTable("dismantledVehicles").renameTo("lost").execute();
    try {
      expect((await site.fetch(SALVAGE)).status).toBe(500);
    } finally {
      await site.db.schema.alterTable("lost").renameTo("dismantledVehicles").execute();
    }
    expect(brokenRules(await read(SALVAGE), SALVAGE_RULES)).toEqual([]);
  });

  it("takes no other method", async () => {
    const answer = await site.form(MARKETPLACE, {});
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

test("the address of each feed that is on stands beside its switch in Settings", async () => {
  const { cookie } = await signedIn();
  const html = await (await site.fetch("/admin/settings/feeds", { headers: { Cookie: cookie } })).text();
  const addresses = parse(html).querySelectorAll("input[readonly]");
  expect(addresses.map((input) => input.getAttribute("value"))).toEqual(
    [LISTINGS, MARKETPLACE, SALVAGE, ARRIVALS].map((path) => `https://yard.example${path}`),
  );
});

describe("a key", () => {
  it("opens its feed, and stands on no public page, in no sitemap and in no file for robots", async () => {
    await dismantledVehicle();
    expect(brokenRules(await read(SALVAGE), SALVAGE_RULES)).toEqual([]);
    for (const path of ["/", "/inventory", "/parts", "/about", "/sitemap.xml", "/robots.txt", ARRIVALS])
      expect([path, (await read(path)).includes(KEY)]).toEqual([path, false]);
    expect(await (await site.fetch("/inventory.data")).text()).not.toContain(KEY);
  });
});

describe("new arrivals", () => {
  it("are announced on both lists, at an address that answers", async () => {
    for (const path of ["/inventory", "/parts", "/inventory?q=nothing"]) {
      const link = parse(await read(path)).querySelector('link[type="application/atom+xml"]');
      expect([path, link?.getAttribute("rel"), link?.getAttribute("href")]).toEqual([
        path,
        "alternate",
        ARRIVALS,
      ]);
    }
    expect(parse(await read("/about")).querySelector('link[type="application/atom+xml"]')).toBeNull();
    const answer = await site.fetch(ARRIVALS);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
      200,
      "application/atom+xml; charset=utf-8",
    ]);
  });
});

describe("the staff's page of feeds", () => {
  const page = async () => (await site.fetch("/admin/feeds", { headers: { Cookie: cookie } })).text();

  it("has each address to copy, what is in it, and what is not, with why and where to mend it", async () => {
    await retailVehicle();
    const { _id, stockNumber } = await retailVehicle({ mileage: "", price: "" });
    const html = await page();
    const addresses = parse(html)
      .querySelectorAll("main input")
      .map((input) => input.getAttribute("value"));
    expect(addresses).toEqual(
      [LISTINGS, MARKETPLACE, SALVAGE, ARRIVALS].map((path) => `https://yard.example${path}`),
    );
    expect(html).toContain(`href="/admin/retail-vehicles/${_id}/edit"`);
    const words = await textOf(new Response(html));
    expect(words).toContain("Google vehicle listings On");
    expect(words).toContain("Meta automotive catalog Off");
    expect(words).toContain("1 vehicle in it.");
    expect(words).toContain(`2016 Subaru Outback, stock # ${stockNumber} : no price, no mileage`);
    expect(words).not.toContain("No feed can be fetched");
  });

  it("is for staff alone, and the dashboard leads to it", async () => {
    expect((await site.fetch("/admin/feeds")).headers.get("Location")).toMatch(/^\/login/);
    const dashboard = await (await site.fetch("/admin", { headers: { Cookie: cookie } })).text();
    expect(dashboard).toContain('href="/admin/feeds"');
  });
});
