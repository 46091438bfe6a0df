import { engine } from "~/db/connection.server";
import { log } from "./log.server";

/** Where limits are counted, for all processes. */
export const counters = engine.openCounters();

/**
 * Ends the count under `key` after this time at the latest. It lasts longer only if the clock has been set back since: then a one-minute
 * lock would last as long as the clock was wrong.
 */
export async function limitExpiry(key: string, milliseconds: number): Promise<void> {
  try {
    await counters.limitExpiry(key, Date.now() + milliseconds);
  } catch (error) {
    warnOncePerHour(error);
  }
}

/** Deletes the counters that have expired. */
export async function deleteExpiredCounters(now: Date): Promise<void> {
  await counters.deleteExpired(now.getTime());
}

let warnedAt = Number.NEGATIVE_INFINITY;

/** The limits continue in memory, so this is no error of the request, and a line for each would bury the others. */
function warnOncePerHour(error: unknown): void {
  if (performance.now() - warnedAt < 60 * 60 * 1000) return;
  warnedAt = performance.now();
  log.warn({ error }, "rate limits are counted in memory: their store cannot be used");
}
