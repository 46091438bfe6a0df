// How fast VIN decoding is, how much memory it adds, and how much comes out right: `npm run bench:vin`. Offline only.
// Ends with status 1 if a target is missed.
import { openVinDecoder } from "../app/vin/decoder.server";
import { COMPARED, measureAccuracy, vinRows } from "../tests/support/vin-accuracy";
import { median, printTable, quantile } from "./report";

const WARM_ROUNDS = 50;
const WARM_TARGET_MS = 1;
const FIRST_TARGET_MS = 30;
const BYTES_PER_MB = 1024 * 1024;

const vins = vinRows().map(({ vin }) => vin);
const memoryBefore = process.memoryUsage.rss();
const started = performance.now();
const { decode, close } = openVinDecoder({ databasePath: "build/vin/vin.db" });
await decode("1GCVKREH6GZ228691");
const first = performance.now() - started;
const memoryAdded = (process.memoryUsage.rss() - memoryBefore) / BYTES_PER_MB;

for (const vin of vins) await decode(vin);
// The median of its rounds is what a VIN takes without the pauses that other processes cause.
const warm: number[] = [];
for (const vin of vins) {
  const times: number[] = [];
  for (let round = 0; round < WARM_ROUNDS; round++) {
    const started = performance.now();
    await decode(vin);
    times.push(performance.now() - started);
  }
  warm.push(median(times));
}
const accuracy = await measureAccuracy(decode);
close();

const times: [name: string, ms: number, target: number][] = [
  ["open and first decode", first, FIRST_TARGET_MS],
  ["warm decode, median", median(warm), WARM_TARGET_MS],
  ["warm decode, 99th percentile", quantile(warm, 0.99), WARM_TARGET_MS],
];
printTable(
  ["", "ms", "target"],
  times.map(([name, ms, target]) => [name, ms.toFixed(3), `${target}${ms > target ? " MISSED" : ""}`]),
);
console.log(`The first decode adds ${memoryAdded.toFixed(1)} MB of memory.`);
printTable(
  [`of ${vins.length} VINs`, "right", "counted", "%"],
  COMPARED.map((field) => {
    const { right, counted } = accuracy[field];
    return [field, String(right), String(counted), ((100 * right) / counted).toFixed(1)];
  }),
);
for (const field of COMPARED) for (const line of accuracy[field].wrong) console.log(`- ${field}: ${line}`);
process.exitCode = times.some(([, ms, target]) => ms > target) ? 1 : 0;
