// How long twenty photos of 12 megapixels take from a phone's browser until they are stored and the vehicle is saved, with how
// much memory, and how fast the site answers visitors meanwhile: `npm run bench:pictures`.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";
import sharp from "sharp";
import { SYSTEM_BROWSERS } from "../scripts/browser-paths.mjs";
import { printTable, quantile } from "./report";
import { startSite, temporaryFolder } from "./servers";

const COUNT = 20;
const TARGET_SECONDS = 60;
const PASSWORD = "bench-pictures-password";

const site = await startSite({ ADMIN_USERNAME: "bench", ADMIN_PASSWORD: PASSWORD }, { pictures: false });
console.log(`Making ${COUNT} photos of 12 megapixels …`);
const photos: string[] = [];
let bytes = 0;
for (let number = 0; number < COUNT; number++) {
  const photo = await makePhoto(number);
  const file = path.join(temporaryFolder, `IMG_${number + 1}.jpg`);
  writeFileSync(file, photo);
  photos.push(file);
  bytes += photo.length;
}

const executablePath = [chromium.executablePath(), ...SYSTEM_BROWSERS].find((file) => existsSync(file)) ?? "";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });
await page.goto(`${site.url}/login?redirectTo=%2Fadmin%2Fretail-vehicles%2Fnew`);
await page.getByLabel("Username").fill("bench");
await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
await page.getByRole("button", { name: "Login" }).click();
await page.waitForURL("**/admin/retail-vehicles/new");
await page.waitForFunction(() => "hydrated" in document.documentElement.dataset);
await page.getByLabel("Stock Number").fill("BENCH-1");

const idle = await watchVisitor(async () => {
  await new Promise((resolve) => setTimeout(resolve, 5_000));
});
const before = peakMegabytes();
let typed = 0;
const started = performance.now();
const busy = await watchVisitor(async () => {
  await page.getByLabel(/^Photos/).setInputFiles(photos);
  // The form takes what is typed while photos are on their way.
  const typing = performance.now();
  await page.getByLabel("VIN", { exact: true }).fill("4S4BSANC1G3000001");
  typed = performance.now() - typing;
  await page
    .locator(".picture-row img")
    .nth(COUNT - 1)
    .waitFor({ state: "attached", timeout: 600_000 });
  await page.getByRole("button", { name: "Add Vehicle" }).click();
  await page.waitForURL(/\/admin\/retail-vehicles(\?|$)/);
});
const seconds = (performance.now() - started) / 1000;
await browser.close();

printTable(
  ["what", "measured"],
  [
    [
      `${COUNT} photos of 12 megapixels, ${(bytes / 1e6).toFixed(0)} MB, stored and saved`,
      `${seconds.toFixed(1)} s`,
    ],
    ["a field filled in meanwhile", `${typed.toFixed(0)} ms`],
    ["the server's memory before, at most", `${before} MB`],
    ["the server's memory, at most", `${peakMegabytes()} MB`],
    ["a visitor's page, median and 95 %, before", milliseconds(idle)],
    ["a visitor's page, median and 95 %, meanwhile", milliseconds(busy)],
  ],
);
process.exitCode = seconds < TARGET_SECONDS ? 0 : 1;
process.exit();

/** A photo with as much detail as a phone's: a gradient under grain, about 4 MB. */
async function makePhoto(number: number): Promise<Buffer> {
  const [width, height] = [4032, 3024];
  const noise = sharp({
    create: {
      width: width / 2,
      height: height / 2,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 28 },
    },
  });
  const grain = await noise.resize(width, height).png({ compressionLevel: 1 }).toBuffer();
  const color = `hsl(${number * 18}, 40%, 50%)`;
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g"><stop stop-color="${color}"/><stop offset="1" stop-color="#223"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="${1000 + number * 90}" cy="1600" r="700" fill="#c33"/></svg>`,
    ),
  )
    .composite([{ input: grain, blend: "overlay" }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** Milliseconds that an uncached public page took, one after the other, while `work` ran. */
async function watchVisitor(work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  let done = false;
  const visiting = (async () => {
    for (let number = 0; !done; number++) {
      const asked = performance.now();
      await (await fetch(`${site.url}/inventory?priceFrom=${number % 5000}`)).text();
      times.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  await work();
  done = true;
  await visiting;
  return times;
}

function milliseconds(times: readonly number[]): string {
  return `${quantile(times, 0.5).toFixed(0)} and ${quantile(times, 0.95).toFixed(0)} ms`;
}

function peakMegabytes(): number {
  const status = readFileSync(`/proc/${site.pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
