import { clock, fullDisk, kill, lock, type Outcome, powerCut, twice } from "./cases";
import { ATTACKS, busyShop, flood } from "./flood";
import { mailUnderKills } from "./mail";
import { largePictures } from "./pictures";
import { badUpdate, restart, update } from "./release-cases";

const CASES: Record<string, () => Promise<Outcome>> = {
  "kill -9 under writes": kill,
  "power cut under writes": powerCut,
  "full disk": fullDisk,
  "lock held by another process": lock,
  "clock set back a day": clock,
  "50 identical submits": twice,
  "mail under 100 kill -9": mailUnderKills,
  "stop under load, behind a proxy": restart,
  "update under load": update,
  "update that fails after its migration": badUpdate,
  "large pictures": largePictures,
  "thirty people behind one address": busyShop,
  ...Object.fromEntries(Object.keys(ATTACKS).map((name) => [name, () => flood(name)])),
};
const TIME_LIMIT_MS = 15 * 60 * 1000;

setTimeout(() => {
  console.error("The drill took longer than 15 minutes.");
  process.exit(1);
}, TIME_LIMIT_MS).unref();

const wanted = process.argv.slice(2);
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
