import { parseArgs } from "node:util";
import { bucketFaults } from "./bucket";
import { attackThroughCaddy } from "./caddy";
import { fullDisk, kill, lock, type Outcome, powerCut, twice } from "./cases";
import { clockBack, clockForward, clockInRun } from "./clock";
import { ATTACKS, busyShop, flood } from "./flood";
import { hostileFiles, uploadsThatBreakOff } from "./imports";
import { mailUnderKills } from "./mail";
import { migrationCut } from "./migration";
import { mixedLoad } from "./mixed-load";
import { liveHistories, MS_A_HISTORY } from "./money";
import { workInTwoProcesses } from "./money-processes";
import { largePictures } from "./pictures";
import { badUpdate, restart, update } from "./release-cases";

const { positionals: wanted, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "30" },
    runs: { type: "string", default: "2000" },
  },
});

const CASES: Record<string, () => Promise<Outcome>> = {
  "kill -9 under writes": kill,
  "power cut under writes": powerCut,
  "power cut in a migration": migrationCut,
  "full disk": fullDisk,
  "lock held by another process": lock,
  "clock set back a day": clockBack,
  "clock set forward a day in a run": clockForward,
  "clock ahead and back in a run": clockInRun,
  "50 identical submits": twice,
  "mail under 100 kill -9": mailUnderKills,
  "bucket that fails": bucketFaults,
  "stop under load, behind a proxy": restart,
  "update under load": update,
  "update that fails after its migration": badUpdate,
  "large pictures": largePictures,
  "hostile import files": hostileFiles,
  "300 uploads that break off": uploadsThatBreakOff,
  "attack through Caddy": attackThroughCaddy,
  "money: histories at the counter": () => liveHistories(Number(options.runs)),
  "money: two processes, one killed": () => workInTwoProcesses(Number(options.seconds)),
  "mixed load": () => mixedLoad(Number(options.seconds)),
  "thirty people behind one address": busyShop,
  ...Object.fromEntries(Object.keys(ATTACKS).map((name) => [name, () => flood(name)])),
};
const TIME_LIMIT_MS = 20 * 60 * 1000 + Number(options.runs) * MS_A_HISTORY;

setTimeout(() => {
  console.error(`The drill took longer than ${Math.round(TIME_LIMIT_MS / 60_000)} minutes.`);
  process.exit(1);
}, TIME_LIMIT_MS).unref();

const widest = Math.max(...Object.keys(CASES).map((name) => name.length));
let failed = 0;
for (const [name, run] of Object.entries(CASES)) {
  if (wanted.length > 0 && !wanted.some((start) => name.startsWith(start))) continue;
  const { happened, ok } = await run().catch(
    (error: unknown): Outcome => ({ happened: String(error), ok: false }),
  );
  if (ok === false) failed += 1;
  const result = ok === undefined ? "not here" : ok ? "held" : "FAILED";
  console.log(`${name.padEnd(widest)}  ${result.padEnd(8)}  ${happened}`);
}
process.exit(failed > 0 ? 1 : 0);
