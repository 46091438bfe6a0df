import { beforeAll, expect, test } from "vitest";
import { MAX_FITS } from "~/parts/fits";
import { partPath } from "~/parts/part";
import { PUBLIC_PAGES } from "~/seo/public-pages";
import { vehiclePath } from "~/vehicles/inventory";
import { retailVehicle, shelfPart } from "../support/builders";
import { MAX_SCRIPT_KB } from "../support/script-limit";
import { type Site, startSite } from "../support/site";

/** Bytes as they are sent, compressed. */
const MAX_STATIC_BYTES = 4 * 1024;
const MAX_LIST_BYTES = 5 * 1024;
/** A form that is checked without React; the camera is its largest part. */
const MAX_CHECKED_BYTES = 8 * 1024;
const MAX_HYDRATED_BYTES = MAX_SCRIPT_KB * 1024;
/** What a list's page loads at once, but for its pictures: itself, style, fonts and script. */
const MAX_FIRST_VIEW_BYTES = 56 * 1024;
const MAX_FIRST_VIEW_REQUESTS = 8;
/** The HTML of a part's page before it is compressed. */
const MAX_PART_PAGE_BYTES = 50 * 1024;

/** Their filters and links change the list in place. */
const LISTS = ["/parts", "/inventory"];
/** The file of a form's checks loads when the form gets the focus, the one that reads barcodes when its button is pressed. */
const CHECKED = ["/repair", "/sell-your-car"];
const HYDRATED = ["/partsrequest", "/partsmatrix", "/your-request"];

let site: Site;
let vehicle: string;
beforeAll(async () => {
  site = await startSite();
  vehicle = vehiclePath(await retailVehicle());
});

test.each([...new Set([...PUBLIC_PAGES, ...HYDRATED, "a vehicle", "/inventory/short", "/nowhere"])])(
  "%s is light in script",
  async (page) => {
    const path = page === "a vehicle" ? vehicle : page;
    const files = await scriptsOf(path);
    expect(files.length).toBeGreaterThan(0);
    const limit = HYDRATED.includes(path)
      ? MAX_HYDRATED_BYTES
      : CHECKED.includes(path)
        ? MAX_CHECKED_BYTES
        : LISTS.includes(path)
          ? MAX_LIST_BYTES
          : MAX_STATIC_BYTES;
    expect(await weightOf(files)).toBeLessThan(limit);
  },
);

test.each(LISTS)("the first view of %s is light", async (path) => {
  const html = await (await site.fetch(path)).text();
  const linked = html.matchAll(/<(?:link rel="(?:preload|stylesheet)"|script)[^>]* (?:href|src)="([^"]+)"/g);
  const files = [path, ...Array.from(linked, ([, file = ""]) => file)];
  expect(files.length).toBeLessThanOrEqual(MAX_FIRST_VIEW_REQUESTS);
  expect(await weightOf(files)).toBeLessThan(MAX_FIRST_VIEW_BYTES);
  // Of the pictures, what is not on the screen waits.
  expect(html.match(/<img(?![^>]*loading="lazy")/g) ?? []).toHaveLength(path === "/inventory" ? 1 : 0);
});

test("the page of a part that fits many cars is light", async () => {
  const fits = Array.from(
    { length: MAX_FITS },
    (_, index) => `${2000 + (index % 20)} Chevrolet Silverado ${1500 + index}`,
  );
  // A starter of a V8 that dozens of trucks share.
  const part = await shelfPart({
    entryId: "starter",
    year: 2008,
    make: "Chevrolet",
    model: "Silverado 1500",
    fits,
  });
  const html = await (await site.fetch(partPath(part))).text();
  expect(html).toContain("Likely to Fit");
  expect(Buffer.byteLength(html)).toBeLessThan(MAX_PART_PAGE_BYTES);
});

/** Every script that a page's HTML names, and all that those import. */
async function scriptsOf(path: string): Promise<string[]> {
  const page = await (await site.fetch(path)).text();
  const html = page.replace(/ data-(checks|reader)="[^"]*"/g, "");
  const files = new Set(Array.from(html.matchAll(/\/assets\/[\w.-]+\.js/g), ([file]) => file));
  for (const file of files) {
    const script = await (await site.fetch(file)).text();
    const imports = script.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g);
    for (const [, imported] of imports) files.add(`/assets/${imported}`);
  }
  return [...files];
}

async function weightOf(files: string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => {
      const response = await site.fetch(file, { headers: { "Accept-Encoding": "br" } });
      return Number(response.headers.get("Content-Length"));
    }),
  );
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
