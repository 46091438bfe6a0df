// How long a file of 10,000 vehicles takes to be checked, imported and undone by the running site, how much memory that takes,
// and how quickly pages are answered meanwhile: `npm run bench:import`, or with `-- --rows 2000`. Ends with status 1 if a
// target is missed.
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { vinRows } from "../tests/support/vin-accuracy";
import { positiveInteger, printTable, quantile } from "./report";
import { type Server, siteEnvironment, startSite } from "./servers";

const TARGET_SECONDS = 60;
const TARGET_MB = 300;
const PASSWORD = "correct horse battery";
const VISIT_INTERVAL_MS = 50;
const QUIET_MS = 5_000;

const { values: options } = parseArgs({ options: { rows: { type: "string", default: "10000" } } });
const rows = positiveInteger("rows", options.rows);

const site = await startSite({ ADMIN_USERNAME: "bench", ADMIN_PASSWORD: PASSWORD });
const cookie = await signIn(site);
const data = new Database(path.join(siteEnvironment.DATA_DIR, "site.db"), { readonly: true });

const quiet = await visitDuring(() => sleep(QUIET_MS));
const location = await upload(spreadsheet(rows));
const columns = { intent: "columns", ...matchedColumns() };
const steps = [
  await step("check", () => post(location, columns), "checked"),
  await step("import", () => post(location, { intent: "confirm" }), "imported"),
  await step("undo", () => post(location, { intent: "undo" }), "undone"),
];

console.log(
  `${rows.toLocaleString("en-US")} rows, while somebody opens a page ${1000 / VISIT_INTERVAL_MS} times a second:`,
);
printTable(
  ["", "seconds", "rows a second", "largest memory, MB", "page ms, half within", "99 of 100 within"],
  [
    ["nothing", "", "", "", ...milliseconds(quiet)],
    ...steps.map(({ name, seconds, megabytes, visits }) => [
      name,
      seconds.toFixed(1),
      Math.round(rows / seconds).toLocaleString("en-US"),
      megabytes.toFixed(0),
      ...milliseconds(visits),
    ]),
  ],
);
const seconds = steps.slice(0, 2).reduce((sum, step) => sum + step.seconds, 0);
const megabytes = Math.max(...steps.map((step) => step.megabytes));
console.log(
  `Checked and imported in ${seconds.toFixed(1)} s (target ${TARGET_SECONDS}), ${megabytes.toFixed(0)} MB (target ${TARGET_MB}).`,
);
if (seconds > TARGET_SECONDS || megabytes > TARGET_MB) process.exitCode = 1;
data.close();
// The bench's servers end with it.
process.exit();

function spreadsheet(count: number): string {
  const known = vinRows();
  const lines = Array.from({ length: count }, (_, index) => {
    const { vin, year, make, model } = known[index % known.length] ??
      known[0] ?? { vin: "", year: "", make: "", model: "" };
    return [
      `B${String(index).padStart(6, "0")}`,
      vin,
      year,
      make,
      model,
      (index * 7919) % 240_000,
      3_000 + index,
      "3/1/2024",
      "Heated seats|Tow hitch",
      "One owner, dealer serviced, two keys. ".repeat(8),
    ]
      .map((cell) => `"${cell}"`)
      .join(",");
  });
  return `Stock,VIN,Year,Make,Model,Odometer,Price,Date In,Options,Comments\n${lines.join("\n")}\n`;
}

function matchedColumns(): Record<string, string> {
  const id = location.split("/").at(-1);
  const { columns } = data.prepare("select columns from imports where id = ?").get(id) as { columns: string };
  const matched = Object.entries(JSON.parse(columns) as Record<string, number>);
  return Object.fromEntries(matched.map(([name, column]) => [name, String(column)]));
}

async function step(name: string, start: () => Promise<void>, status: string) {
  const started = performance.now();
  let megabytes = 0;
  const visits = await visitDuring(async () => {
    await start();
    const read = data.prepare("select status from imports").pluck();
    while (read.get() !== status) {
      megabytes = Math.max(megabytes, residentMegabytes(site));
      await sleep(100);
    }
  });
  return { name, seconds: (performance.now() - started) / 1000, megabytes, visits };
}

/** How long each page took while `run` runs, in milliseconds. Every page is another one for the page cache. */
async function visitDuring(run: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  let isRunning = true;
  const visiting = (async () => {
    for (let visit = 0; isRunning; visit++) {
      const started = performance.now();
      await (await fetch(`${site.url}/inventory?priceFrom=${visit}`)).arrayBuffer();
      times.push(performance.now() - started);
      await sleep(VISIT_INTERVAL_MS);
    }
  })();
  await run();
  isRunning = false;
  await visiting;
  return times;
}

function milliseconds(times: number[]): string[] {
  return [quantile(times, 0.5).toFixed(0), quantile(times, 0.99).toFixed(0)];
}

function residentMegabytes({ pid }: Server): number {
  const [, pages = "0"] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
  return (Number(pages) * 4096) / 1024 / 1024;
}

async function signIn({ url }: Server): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url },
    body: new URLSearchParams({ username: "bench", password: PASSWORD }),
  });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

async function upload(file: string): Promise<string> {
  const form = new FormData();
  form.set("kind", "retail");
  form.set("file", new Blob([file]), "bench.csv");
  const answer = await fetch(`${site.url}/admin/import`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site.url, Cookie: cookie },
    body: form,
  });
  const address = answer.headers.get("Location");
  if (!address?.startsWith("/admin/import/")) throw new Error(`The upload got ${answer.status} ${address}.`);
  return address;
}

async function post(path: string, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(site.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: site.url, Cookie: cookie },
    body: new URLSearchParams(fields),
  });
  if (answer.status !== 303) throw new Error(`${path} got ${answer.status}.`);
}
