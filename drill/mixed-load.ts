import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { photo } from "../tests/support/pictures";
import type { Outcome } from "./cases";
import { type DrilledSite, newInventory, newVisitor, startSite } from "./site";
import { signIn, uploadPicture } from "./staff";

const SAMPLES = 120;
/** A series may be higher in its last quarter than in its second by this share and so much. */
const MEMORY_RISE = { share: 0.1, mb: 20 };
const FILES_RISE = 10;
const IMPORTED_ROWS = 50;

/**
 * Visitors, searches, saves, uploads and imports at once, at an even pace; what the process holds must not climb.
 * @param seconds how long
 */
export async function mixedLoad(seconds: number): Promise<Outcome> {
  const site = await startSite(newInventory());
  const { token = "", cookie } = await signIn(site.url);
  const end = performance.now() + seconds * 1000;
  const counts: Record<string, number> = {};
  /** Does something again and again, so often in a second, and counts how it was answered. */
  const keepDoing = async (name: string, perSecond: number, act: () => Promise<number>) => {
    while (performance.now() < end) {
      const next = sleep(1000 / perSecond);
      const status = await act().catch(() => "failed");
      const key = [200, 201, 204, 303].includes(Number(status)) ? name : `${name} ${status}`;
      counts[key] = (counts[key] ?? 0) + 1;
      await next;
    }
  };
  const memory: number[] = [];
  const files: number[] = [];
  const sampling = (async () => {
    while (performance.now() < end) {
      memory.push(site.memory());
      files.push(site.openFiles());
      await sleep((seconds * 1000) / SAMPLES);
    }
  })();
  await Promise.all([
    sampling,
    keepDoing("pages", 10, () => visit(site, PAGES[randomInt(PAGES.length)] ?? "/")),
    keepDoing("searches", 5, () => visit(site, `/inventory?search=${randomInt(1_000_000)}`)),
    keepDoing("saves", 2, () => save(site, token)),
    keepDoing("uploads", 0.5, async () => {
      const color = `#${randomInt(0x100000, 0xffffff).toString(16)}`;
      const picture = await photo(1200, 900, color).jpeg().toBuffer();
      const answer = await uploadPicture(site.url, token, picture);
      await answer.arrayBuffer();
      return answer.status;
    }),
    keepDoing("imports", 0.1, () => importCars(site, cookie)),
  ]);
  const peak = site.peakMemory();
  site.kill("SIGTERM");
  const ended = await site.ended;
  const [mb, mbLater] = [median(quarter(memory, 2)), median(quarter(memory, 4))];
  const [open, openLater] = [median(quarter(files, 2)), median(quarter(files, 4))];
  const done = Object.entries(counts).map(([name, number]) => `${number} ${name}`);
  return {
    happened: `${seconds} s, ${done.join(", ")}; memory ${mb} MB, later ${mbLater} (peak ${peak}); files ${open}, later ${openLater}\n    MB: ${everyFew(memory)}\n    files: ${everyFew(files)}`,
    ok:
      mbLater <= mb * (1 + MEMORY_RISE.share) + MEMORY_RISE.mb &&
      openLater <= open + FILES_RISE &&
      Object.keys(counts).length === 5 &&
      ended === 0,
  };
}

const PAGES = [
  "/",
  "/inventory",
  "/parts",
  "/contact",
  "/api/vehicle-data/batched",
  "/inventory?sort=price-low",
];

async function visit(site: DrilledSite, path: string): Promise<number> {
  const answer = await fetch(site.url + path, { headers: newVisitor() });
  await answer.arrayBuffer();
  return answer.status;
}

/** A vehicle is added, changed and deleted. */
async function save(site: DrilledSite, token: string): Promise<number> {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${site.url}/api/admin/retail-vehicles${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...newVisitor() },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { _id } = (await answer.json().catch(() => ({}))) as { _id?: string };
    return { status: answer.status, _id };
  };
  const car = { stockNumber: `drill ${randomInt(1e9)}`, vin: "1HGCM82633A004352", year: 2003, make: "Honda" };
  const added = await send("POST", "", car);
  if (added.status !== 201) return added.status;
  const changed = await send("PUT", `/${added._id}`, { ...car, price: 4_995 });
  if (changed.status !== 200) return changed.status;
  const deleted = await send("DELETE", `/${added._id}`);
  return deleted.status;
}

/** A file of cars is sent, its columns are matched, and it is confirmed once it is checked. */
async function importCars(site: DrilledSite, cookie: string): Promise<number> {
  const headers = { Origin: site.url, Cookie: cookie, ...newVisitor() };
  const rows = Array.from(
    { length: IMPORTED_ROWS },
    (_, row) => `drill-${row},1HGCM82633A004352,${randomInt(9_000)}`,
  );
  const form = new FormData();
  form.set("kind", "retail");
  form.set("file", new Blob([`Stock,VIN,Price\n${rows.join("\n")}\n`], { type: "text/csv" }), "cars.csv");
  const post = (path: string, body: FormData | URLSearchParams) =>
    fetch(site.url + path, { method: "POST", redirect: "manual", headers, body });
  const sent = await post("/admin/import", form);
  await sent.arrayBuffer();
  const path = sent.headers.get("Location");
  if (sent.status !== 303 || !path) return sent.status;
  const columns = { intent: "columns", stockNumber: "0", vin: "1", price: "2" };
  await (await post(path, new URLSearchParams(columns))).arrayBuffer();
  for (let tries = 0; tries < 50; tries++) {
    await sleep(200);
    const page = await (await fetch(site.url + path, { headers })).text();
    if (!page.includes('value="confirm"')) continue;
    const confirmed = await post(path, new URLSearchParams({ intent: "confirm" }));
    await confirmed.arrayBuffer();
    return confirmed.status;
  }
  return 504;
}

/** @param number from 1 to 4 */
function quarter(series: readonly number[], number: number): readonly number[] {
  return series.slice(((number - 1) * series.length) / 4, (number * series.length) / 4);
}

function median(series: readonly number[]): number {
  return [...series].sort((one, other) => one - other)[Math.floor(series.length / 2)] ?? 0;
}

/** Thirty of a series, in their order. */
function everyFew(series: readonly number[]): string {
  const step = Math.max(1, Math.ceil(series.length / 30));
  return series.filter((_, index) => index % step === 0).join(" ");
}
