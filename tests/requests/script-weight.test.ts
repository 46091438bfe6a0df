import { beforeAll, expect, test } from "vitest";
import { PUBLIC_PAGES } from "~/models/public-pages";
import { DATA_BLOCK, type PageStart, START_BLOCK } from "~/page-start";
import { retailVehicle } from "../support/builders";
import { type Site, startSite } from "../support/site";

/** Bytes as they are sent, packed. */
const MOST_AT_FIRST = 2_500;
const MOST_IN_ALL = 100_000;
/** Each costs headers and a place in the browser's queue. */
const MOST_FILES = 12;

let site: Site;
let vehicle: string;
beforeAll(async () => {
  site = await startSite();
  vehicle = `/inventory/${(await retailVehicle())._id}`;
});

test.each([...PUBLIC_PAGES, "a vehicle", "/nowhere"])("%s is light in script", async (page) => {
  const { entry, named, onceAwake } = await scriptsOf(page === "a vehicle" ? vehicle : page);
  const atFirst = await needed(entry);
  const inAll = await needed(entry, onceAwake, named);
  expect(await weightOf(atFirst)).toBeLessThan(MOST_AT_FIRST);
  expect(await weightOf(inAll)).toBeLessThan(MOST_IN_ALL);
  expect(inAll.length).toBeLessThanOrEqual(MOST_FILES);
  // Nothing waits until another file has come to say that it is needed.
  expect(inAll.filter((file) => ![...entry, ...named].includes(file))).toEqual([]);
});

/** What a page's HTML names: what it starts with, and what a visitor's first touch brings; what the start itself loads then. */
async function scriptsOf(path: string) {
  const html = await (await site.fetch(path)).text();
  const [, src = ""] = /<script type="module" async src="([^"]+)">/.exec(html) ?? [];
  const [, json = ""] = new RegExp(`id="${START_BLOCK}">(.*?)</script>.*id="${DATA_BLOCK}"`).exec(html) ?? [];
  const { imports, routes, manifest } = JSON.parse(json) as PageStart;
  const loaded = [...(await textOf(src)).matchAll(/import\("\.\/([^"]+)"\)/g)].map(([, file]) => asset(file));
  const openNow = loaded.filter((file) => file.includes("open-now"));
  expect([src, loaded.length]).toEqual([expect.stringMatching(/^\/assets\/entry/), 2]);
  return {
    entry: [src, ...(html.includes("<open-now") ? openNow : [])],
    named: [...imports, ...Object.values(routes), manifest],
    onceAwake: loaded.filter((file) => !openNow.includes(file)),
  };
}

/** These files and all that they import from the start. */
async function needed(...files: string[][]): Promise<string[]> {
  const all = new Set(files.flat());
  for (const file of all) {
    const imports = (await textOf(file)).matchAll(/(?:\bfrom|\bimport)"\.\/([^"]+)"/g);
    for (const [, imported] of imports) all.add(asset(imported));
  }
  return [...all];
}

async function weightOf(files: string[]): Promise<number> {
  const sent = await Promise.all(
    files.map(async (file) => {
      const answer = await site.fetch(file, { headers: { "Accept-Encoding": "br" } });
      return Number(answer.headers.get("Content-Length"));
    }),
  );
  expect(Math.min(...sent)).toBeGreaterThan(0);
  return sent.reduce((sum, bytes) => sum + bytes, 0);
}

async function textOf(file: string): Promise<string> {
  return (await site.fetch(file)).text();
}

function asset(name = ""): string {
  return `/assets/${name}`;
}
