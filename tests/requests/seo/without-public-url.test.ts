import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "node-html-parser";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { partPath } from "~/parts/part";
import { PUBLIC_PAGES } from "~/seo/public-pages";
import { vehiclePath } from "~/vehicles/inventory";
import { retailVehicle, shelfPart } from "../../support/builders";
import { headOf, thingOf } from "../../support/head";
import { type Site, startSite, textOf } from "../../support/site";

// A site at home: no PUBLIC_URL, and a name that nobody should have.
const HOSTILE = `Ann & Bob's </script><script>alert(1)</script> "Autos"`;

const TERMS = {
  returnPolicy: { sentence: "Bring it back within 30 days." },
  shipping: { sentence: "It leaves within two business days." },
};

let site: Site;
beforeAll(async () => {
  const facts = JSON.parse(readFileSync("business.json", "utf8"));
  const hours = { ...facts.hours, closedOn: ["2026-11-26", "2099-11-26", "12-25"] };
  const file = path.join(mkdtempSync(path.join(tmpdir(), "yard-found-")), "business.json");
  writeFileSync(file, JSON.stringify({ ...facts, ...TERMS, name: HOSTILE, hours }));
  process.env.BUSINESS_FILE = file;
  site = await startSite();
});

it("a site that does not know its outside address makes none up", async () => {
  const vehicle = vehiclePath(await retailVehicle());
  for (const path of [...PUBLIC_PAGES, vehicle]) {
    const { status, titles, descriptions, canonicals, shared, things, robots } = await headOf(site, path);
    expect([path, status, titles.length, descriptions.length]).toEqual([path, 200, 1, 1]);
    expect([path, canonicals, robots]).toEqual([path, [], []]);
    for (const name of ["og:url", "og:image"]) expect(shared).not.toHaveProperty([name]);
    expect(shared["twitter:card"]).toBe("summary");
    const own = JSON.stringify(things).replace(/"https:\/\/(schema\.org|www\.ebay\.com)[^"]*"/g, "");
    expect(own).not.toMatch(/https?:|"@id"|BreadcrumbList/);
  }
  const sitemap = await site.fetch("/sitemap.xml");
  expect([sitemap.status, sitemap.headers.get("Content-Type")]).toEqual([404, "text/plain; charset=utf-8"]);
  expect(await (await site.fetch("/robots.txt")).text()).not.toContain("Sitemap");
});

it("a hostile name of the business stays words", async () => {
  for (const path of ["/", "/contact"]) {
    const head = await headOf(site, path);
    const scripts = parse(head.html).querySelectorAll("script");
    expect(scripts.filter(({ rawText }) => rawText.trim() === "alert(1)")).toEqual([]);
    expect(head.html).not.toContain("<script>alert");
    expect(thingOf(head, "AutoDealer").name).toBe(HOSTILE);
    expect(head.shared["og:site_name"]).toBe(HOSTILE);
    for (const title of head.titles) expect(title.length).toBeLessThanOrEqual(65);
  }
  const manifest = (await (await site.fetch("/site.webmanifest")).json()) as { name: string };
  expect(manifest.name).toBe(HOSTILE);
  const card = Buffer.from(await (await site.fetch("/social-card.jpg")).arrayBuffer());
  expect(await sharp(card).metadata()).toMatchObject({ width: 1200, height: 630 });
});

it("a day off to come is told, one that is past or of every year is not", async () => {
  const thing = thingOf(await headOf(site, "/"), "AutoDealer");
  expect(thing.specialOpeningHoursSpecification).toEqual([
    {
      "@type": "OpeningHoursSpecification",
      validFrom: "2099-11-26",
      validThrough: "2099-11-26",
      opens: "00:00",
      closes: "00:00",
    },
  ]);
});

it("the first screen says where and since when, and a part's page how it is shipped and brought back", async () => {
  const home = await textOf(await site.fetch("/"));
  expect(home).toMatch(
    /1480 Quarry Road.*Independent since 2012.*Monday to Friday 8am to 5pm.*Search Parts/s,
  );
  const page = await textOf(await site.fetch(partPath(await shelfPart({ isShippable: true }))));
  for (const { sentence } of Object.values(TERMS)) expect(page).toContain(sentence);
  const pickup = await textOf(await site.fetch(partPath(await shelfPart({ isShippable: false }))));
  expect(pickup).toContain("Pickup only");
  expect(pickup).not.toContain(TERMS.shipping.sentence);
});
