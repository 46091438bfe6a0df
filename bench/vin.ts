// How fast and how right VIN decoding is: `npx tsx bench/vin.ts`. Needs build/vin/vin.db, asks nobody online and
// takes some ten seconds.

import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { openVinDecoder } from "../app/models/vin-decoder.server";
import { COMPARED, measureAccuracy, vinRows } from "../tests/support/vin-accuracy";

const DATABASE = fileURLToPath(new URL("../build/vin/vin.db", import.meta.url));
const WARM_ROUNDS = 50;
const COLD_PROCESSES = 7;
const WARM_TARGET_MS = 1;
const COLD_TARGET_MS = 30;

type Sample = { milliseconds: number; residentBytes: number };

const mode = process.argv[2];
if (mode === "cold" || mode === "idle") {
  console.log(JSON.stringify(await sample(mode)));
} else {
  await report();
}

/** What a process of its own sees: an idle server, and in `cold` its first decode on top. */
async function sample(mode: "cold" | "idle"): Promise<Sample> {
  // An idle server has SQLite loaded and a database open.
  const idle = new Database(":memory:");
  idle.prepare("SELECT 1").get();
  const before = performance.now();
  if (mode === "cold") await openVinDecoder({ databasePath: DATABASE }).decode("1GCVKREH6GZ228691");
  const milliseconds = performance.now() - before;
  return { milliseconds, residentBytes: process.memoryUsage.rss() };
}

async function report() {
  console.log(`vin.db ${megabytes(statSync(DATABASE).size)}, ${vinRows().length} VINs\n`);
  await reportWarm();
  reportCold();
  await reportAccuracy();
}

async function reportWarm() {
  const { decode, close } = openVinDecoder({ databasePath: DATABASE });
  const vins = vinRows().map((row) => row.vin);
  const times: number[] = [];
  for (let round = 0; round <= WARM_ROUNDS; round++) {
    for (const vin of vins) {
      const before = performance.now();
      await decode(vin);
      if (round > 0) times.push(performance.now() - before);
    }
  }
  close();
  print("warm decode, median", quantile(times, 0.5), WARM_TARGET_MS);
  print("warm decode, p99", quantile(times, 0.99), WARM_TARGET_MS);
}

function reportCold() {
  const cold: Sample[] = [];
  const idle: Sample[] = [];
  for (let turn = 0; turn < COLD_PROCESSES; turn++) {
    cold.push(runSample("cold"));
    idle.push(runSample("idle"));
  }
  const median = (samples: Sample[], of: keyof Sample) =>
    quantile(
      samples.map((one) => one[of]),
      0.5,
    );
  print("open and first decode", median(cold, "milliseconds"), COLD_TARGET_MS);
  const added = median(cold, "residentBytes") - median(idle, "residentBytes");
  console.log(
    `${"memory added".padEnd(24)}${megabytes(added)} on ${megabytes(median(idle, "residentBytes"))}\n`,
  );
}

function runSample(mode: "cold" | "idle"): Sample {
  const script = fileURLToPath(import.meta.url);
  return JSON.parse(
    execFileSync(process.execPath, [...process.execArgv, script, mode], { encoding: "utf8" }),
  );
}

async function reportAccuracy() {
  const { decode, close } = openVinDecoder({ databasePath: DATABASE });
  const shares = await measureAccuracy(decode);
  close();
  for (const field of COMPARED) {
    const { right, counted, wrong } = shares[field];
    console.log(`${field.padEnd(8)}${right} of ${counted} right, ${((100 * right) / counted).toFixed(1)} %`);
    for (const line of wrong) console.log(`        ${line}`);
  }
}

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function print(what: string, milliseconds: number, target: number) {
  const verdict = milliseconds < target ? "met" : "MISSED";
  console.log(`${what.padEnd(24)}${milliseconds.toFixed(3)} ms (target: under ${target} ms, ${verdict})`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
