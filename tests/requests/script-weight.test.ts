import { beforeAll, expect, test } from "vitest";
import { PUBLIC_PAGES } from "~/seo/public-pages";
import { retailVehicle } from "../support/builders";
import { type Site, startSite } from "../support/site";

/** Bytes as they are sent, compressed. */
const MAX_STATIC_BYTES = 4 * 1024;
/** Of which Remix's list of every route, staff's included, is more than 4 KB. */
const MAX_HYDRATED_BYTES = 104 * 1024;

/** Pages with a form or list of their own; all others are only read. */
const HYDRATED = ["/repair", "/parts", "/partsrequest", "/inventory", "/partsmatrix", "/your-request"];

let site: Site;
let vehicle: string;
beforeAll(async () => {
  site = await startSite();
  vehicle = `/inventory/${(await retailVehicle())._id}`;
});

test.each([...new Set([...PUBLIC_PAGES, ...HYDRATED, "a vehicle", "/inventory/short", "/nowhere"])])(
  "%s is light in script",
  async (page) => {
    const path = page === "a vehicle" ? vehicle : page;
    const files = await scriptsOf(path);
    expect(files.length).toBeGreaterThan(0);
    const limit = HYDRATED.includes(path) ? MAX_HYDRATED_BYTES : MAX_STATIC_BYTES;
    expect(await weightOf(files)).toBeLessThan(limit);
  },
);

/** Every script that a page's HTML names, and all that those import. */
async function scriptsOf(path: string): Promise<string[]> {
  const html = await (await site.fetch(path)).text();
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
