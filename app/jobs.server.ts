import { deleteExpiredSubmissions } from "./accounts/saved-submission.server";
import { deleteExpiredSessions } from "./accounts/session.server";
import { deleteExpiredKeys } from "./http/idempotency.server";
import { log } from "./http/log.server";
import { sweepPictures } from "./pictures/sweep.server";
import { deleteExpiredDrafts } from "./requests/part-draft.server";
import { removeDeletedRequests } from "./requests/work.server";
import { trimVinCache } from "./vin/cache.server";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

interface Job {
  name: string;
  everyMs: number;
  run: (now: Date) => Promise<unknown>;
}

/** Every periodic job. Data that may be stored for a day is deleted hourly, so that it is not stored much longer. */
const JOBS: readonly Job[] = [
  { name: "delete expired sessions", everyMs: HOUR_MS, run: deleteExpiredSessions },
  { name: "delete expired saved submissions", everyMs: HOUR_MS, run: deleteExpiredSubmissions },
  { name: "delete expired part request drafts", everyMs: HOUR_MS, run: deleteExpiredDrafts },
  { name: "delete expired idempotency keys", everyMs: HOUR_MS, run: (now) => deleteExpiredKeys(now) },
  { name: "remove deleted requests", everyMs: DAY_MS, run: removeDeletedRequests },
  { name: "trim the VIN cache", everyMs: DAY_MS, run: (now) => trimVinCache(now) },
  { name: "remove unused pictures", everyMs: DAY_MS, run: removeUnusedPictures },
];

/**
 * Runs every job now, and then at its interval. A failed job is logged and runs again at its next interval.
 * @returns a function that stops the jobs
 */
export function startJobs(jobs: readonly Job[] = JOBS): () => void {
  const timers = jobs.map((job) => {
    void runJob(job);
    return setInterval(runJob, job.everyMs, job).unref();
  });
  return () => timers.forEach(clearInterval);
}

async function runJob({ name, run }: Job): Promise<void> {
  try {
    await run(new Date());
  } catch (error) {
    log.error({ error, job: name }, "job failed");
  }
}

async function removeUnusedPictures(now: Date): Promise<void> {
  const removed = await sweepPictures(now);
  if (removed.length > 0) log.info({ removed: removed.length }, "unused pictures removed");
}
