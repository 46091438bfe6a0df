// Each public page in Lighthouse's mobile preset, over TLS as in production: `npm run bench:pages`.
// Options: --runs 3, --only /inventory (may be repeated). Ends with status 1 if a page misses a target.

import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { computeMedianRun } from "lighthouse/core/lib/median-run.js";
import { chromium } from "playwright";
import { vehiclePath } from "../app/vehicles/inventory";
import { SYSTEM_BROWSERS } from "../scripts/browser-paths.mjs";
import { freePort } from "../scripts/free-port.mjs";
import { MAX_SCRIPT_KB } from "../tests/support/script-limit";
import { startHttpsProxy } from "./https-proxy";
import { positiveInteger, printTable } from "./report";
import { startSite } from "./servers";

/** Pages without React must reach a performance score of 100, hydrated ones 95. */
const STATIC_PAGES = [
  ...["/", "/parts", "/inventory", "/inventory/:id", "/repair", "/sell-your-car"],
  ...["/about", "/contact", "/privacy-policy", "/accessibility"],
];
const HYDRATED_PAGES = ["/partsrequest", "/partsmatrix"];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const MAX_KB = 150;
const BYTES_PER_KB = 1024;
/** On a busy machine Chrome sometimes loses the trace of a run. */
const MAX_ATTEMPTS = 3;

/** What is read of a Lighthouse report. */
interface Report {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
}

interface Audit {
  score: number | null;
  numericValue?: number;
  displayValue?: string;
  details?: { items?: { resourceType?: string; transferSize?: number }[] };
}

const { values: options } = parseArgs({
  options: { runs: { type: "string", default: "3" }, only: { type: "string", multiple: true } },
});
const runs = positiveInteger("runs", options.runs);
const allPages = [...STATIC_PAGES, ...HYDRATED_PAGES];
const pages = allPages.filter((page) => options.only?.includes(page) ?? true);
if (pages.length === 0) {
  console.error(`--only takes one of ${allPages.join(" ")}`);
  process.exit(1);
}

console.log("Seeding the sample inventory and starting the site …");
const proxyPort = await freePort();
const origin = `https://localhost:${proxyPort}`;
// Otherwise a site with the example's name and phone asks not to be indexed, and Lighthouse counts that.
const site = await startSite({ PUBLIC_URL: origin, TRUST_PROXY: "1", EXAMPLE_SITE: "1" });
const keyHash = await startHttpsProxy(proxyPort, site.url);
const chrome = await launch({
  chromePath: [chromium.executablePath(), ...SYSTEM_BROWSERS].find((file) => existsSync(file)),
  chromeFlags: [
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    `--ignore-certificate-errors-spki-list=${keyHash}`,
    // The map's site is not measured; a page that asks another machine shows an error in the console, wherever the bench runs.
    `--host-resolver-rules=MAP www.openstreetmap.org:443 localhost:${proxyPort}, MAP * ~NOTFOUND, EXCLUDE localhost`,
    // Chrome has no sandbox for root.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ],
});
process.once("exit", () => chrome.kill());

const rows: string[][] = [];
const misses: string[] = [];
for (const page of pages) {
  console.log(`${page} …`);
  const url = origin + (page === "/inventory/:id" ? await findVehiclePath() : page);
  const reports: Report[] = [];
  for (let run = 0; run < runs; run++) reports.push(await audit(url));
  const report: Report = computeMedianRun(reports);
  const figures = readFigures(report);
  rows.push([
    page,
    figures.scores.join(" "),
    ...[figures.kilobytes, figures.scriptKilobytes].map((size) => size.toFixed(1)),
    Math.round(figures.largestPaint).toLocaleString("en-US"),
    figures.layoutShift === 0 ? "0" : figures.layoutShift.toFixed(4),
  ]);
  misses.push(
    ...findMisses(report, STATIC_PAGES.includes(page) ? 100 : 95).map((miss) => `${page}: ${miss}`),
  );
}
printTable(["page", "Lighthouse, four scores", "KB in all", "script", "LCP ms", "CLS"], rows);
console.log(`The scores are ${CATEGORIES.join(", ")}; the sizes are transferred bytes with an empty cache.`);
console.log(misses.length === 0 ? "Every target is met." : `MISSED:\n- ${misses.join("\n- ")}`);
process.exit(misses.length === 0 ? 0 : 1);

async function findVehiclePath(): Promise<string> {
  const response = await fetch(`${site.url}/api/retail-vehicles`);
  const vehicles = (await response.json()) as ({ imageUrl?: string } & Parameters<typeof vehiclePath>[0])[];
  const vehicle = vehicles.find(({ imageUrl }) => imageUrl);
  if (!vehicle) throw new Error("no vehicle of the sample inventory has a picture");
  return vehiclePath(vehicle);
}

async function audit(url: string): Promise<Report> {
  for (let attempt = 1; ; attempt++) {
    const flags = { port: chrome.port, logLevel: "error", onlyCategories: CATEGORIES };
    const report: Report = (await lighthouse(url, flags)).lhr;
    if (!report.runtimeError) return report;
    if (attempt === MAX_ATTEMPTS) throw new Error(`Lighthouse on ${url}: ${report.runtimeError.message}`);
  }
}

function readFigures({ categories, audits }: Report) {
  const sizes = audits["resource-summary"]?.details?.items ?? [];
  const kilobytes = (type: string) =>
    (sizes.find(({ resourceType }) => resourceType === type)?.transferSize ?? Number.NaN) / BYTES_PER_KB;
  return {
    scores: CATEGORIES.map((category) => Math.round((categories[category]?.score ?? 0) * 100)),
    kilobytes: kilobytes("total"),
    scriptKilobytes: kilobytes("script"),
    largestPaint: audits["largest-contentful-paint"]?.numericValue ?? Number.NaN,
    layoutShift: audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
  };
}

function findMisses(report: Report, minPerformance: number): string[] {
  const { scores, kilobytes, scriptKilobytes, layoutShift } = readFigures(report);
  const misses = CATEGORIES.flatMap((category, index) => {
    const [score = 0, min] = [scores[index], category === "performance" ? minPerformance : 100];
    return score < min ? [`${category} ${score}, at least ${min} (${findCauses(report, category)})`] : [];
  });
  // A figure that the report lacks is NaN, and so a miss.
  if (!(kilobytes <= MAX_KB)) misses.push(`${kilobytes.toFixed(1)} KB, at most ${MAX_KB}`);
  if (!(scriptKilobytes <= MAX_SCRIPT_KB))
    misses.push(`${scriptKilobytes.toFixed(1)} KB of script, at most ${MAX_SCRIPT_KB}`);
  if (layoutShift !== 0) misses.push(`CLS ${layoutShift.toFixed(4)}, not 0`);
  return misses;
}

function findCauses({ categories, audits }: Report, category: string): string {
  return (categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? "failed"}`)
    .join(", ");
}
