import type { Outcome } from "./cases";
import { restartUnderLoad } from "./restart.mjs";
import { updateUnderLoad, updateWithMigrationIsTakenBack } from "./update.mjs";

/** The longest that a visitor may wait. */
const SLOWEST_MS = 3_000;

/** Restarts the site behind a socket that stays open, as systemd's, under a proxy's requests. */
export async function restart(): Promise<Outcome> {
  const seen = await restartUnderLoad({ stops: 20, requestsPerSecond: 250, secondsBetween: 1 });
  return {
    happened: `20 stops, ${seen.answered} of ${seen.sent} answered, the slowest after ${Math.round(seen.slowestMs)} ms`,
    ok: seen.answered === seen.sent && seen.slowestMs <= SLOWEST_MS,
  };
}

/** Updates to a version that is built meanwhile. */
export async function update(): Promise<Outcome> {
  const seen = await updateUnderLoad({ requestsPerSecond: 50 });
  return {
    happened: `${seen.answered} of ${seen.sent} answered, the slowest after ${Math.round(seen.slowestMs)} ms`,
    ok: seen.code === 0 && seen.answered === seen.sent && seen.slowestMs <= SLOWEST_MS,
  };
}

/** Updates to a version that migrates the database and then stops. */
export async function badUpdate(): Promise<Outcome> {
  const { health, release, files } = await updateWithMigrationIsTakenBack();
  const isKept = files.some((name: string) => name.startsWith("site.db.migrated-"));
  return {
    happened: `former version ${health === 200 && !release ? "runs" : "does not run"}, migrated database ${isKept ? "kept" : "lost"}`,
    ok: health === 200 && !release && isKept,
  };
}
