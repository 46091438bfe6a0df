import { DAY_MS } from "~/values/days";
import { deleteExpiredPending } from "./accounts/pending-sign-in.server";
import { deleteExpiredLinks } from "./accounts/people.server";
import { deleteExpiredSubmissions } from "./accounts/saved-submission.server";
import { deleteExpiredSessions } from "./accounts/session.server";
import { areAlertsOn, deleteExpiredAlerts } from "./alerts/alert.server";
import { mailNewArrivals } from "./alerts/arrivals.server";
import { deleteOldSnapshots } from "./backup/deletion.server";
import { backUpIfDue } from "./backup/nightly.server";
import { mailBookHash } from "./book/mail.server";
import { runApart } from "./context.server";
import { matchEarlierRequests } from "./customers/earlier.server";
import { deleteOldBulkChanges, finishBulkChanges } from "./export/bulk.server";
import { deleteOldChanges } from "./history/changes.server";
import { removeExpiredRecords } from "./history/trash.server";
import { deleteExpiredKeys } from "./http/idempotency.server";
import { log } from "./http/log.server";
import { deleteExpiredCounters } from "./http/rate-limit-store.server";
import { deleteOldImports, onImportWaiting } from "./import/import.server";
import { runImports } from "./import/run.server";
import { deleteOldMail, onMailQueued } from "./mail/outbox.server";
import { sendDueMail } from "./mail/send.server";
import { isMailOn } from "./mail/settings.server";
import { endHolds } from "./parts/actions.server";
import { sweepPictures } from "./pictures/sweep.server";
import { deleteOldSealed, deleteUnclaimed } from "./purchases/sealed-items.server";
import { prepareBuyList } from "./reports/demand-reports.server";
import { deleteExpiredDrafts } from "./requests/part-draft.server";
import { deleteStrayPhotos } from "./requests/photos.server";
import { fillSearchIndex } from "./search/search.server";
import { refreshSettings } from "./settings/store.server";
import { trimVinCache } from "./vin/cache.server";

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;

interface Job {
  name: string;
  everyMs: number;
  run: (now: Date) => Promise<unknown>;
  /** Calls `run` at other moments too; returns a function that ends it. */
  alsoWhen?: (run: () => void) => () => void;
}

/** Every periodic job. Data that may be stored for a day is deleted hourly, so that it is not stored much longer. */
const JOBS: readonly Job[] = [
  { name: "delete expired sessions", everyMs: HOUR_MS, run: deleteExpiredSessions },
  { name: "delete expired password links", everyMs: HOUR_MS, run: deleteExpiredLinks },
  { name: "delete sign-ins that were not completed", everyMs: HOUR_MS, run: deleteExpiredPending },
  { name: "delete expired saved submissions", everyMs: HOUR_MS, run: deleteExpiredSubmissions },
  { name: "delete expired part request drafts", everyMs: HOUR_MS, run: deleteExpiredDrafts },
  { name: "delete photos of forms that were not stored", everyMs: HOUR_MS, run: deleteStrayPhotos },
  { name: "delete expired idempotency keys", everyMs: HOUR_MS, run: deleteExpiredKeys },
  { name: "delete expired rate limits", everyMs: HOUR_MS, run: deleteExpiredCounters },
  { name: "remove deleted records", everyMs: DAY_MS, run: removeExpiredRecords },
  { name: "end holds of parts", everyMs: 5 * 60 * SECOND_MS, run: endHolds },
  { name: "delete photos of IDs that were not saved", everyMs: HOUR_MS, run: deleteUnclaimed },
  { name: "delete sellers' IDs", everyMs: DAY_MS, run: deleteOldSealed },
  { name: "delete old history", everyMs: DAY_MS, run: deleteOldChanges },
  { name: "trim the VIN cache", everyMs: DAY_MS, run: trimVinCache },
  { name: "move unused pictures to the trash", everyMs: DAY_MS, run: trashUnusedPictures },
  { name: "delete expired alerts", everyMs: HOUR_MS, run: deleteExpiredAlerts },
  { name: "delete old mail", everyMs: DAY_MS, run: deleteOldMail },
  { name: "fill the search index", everyMs: DAY_MS, run: logFilledSearchIndex },
  { name: "run imports", everyMs: 5 * SECOND_MS, run: runImports, alsoWhen: onImportWaiting },
  { name: "delete old imports", everyMs: DAY_MS, run: deleteOldImports },
  { name: "finish bulk changes", everyMs: 5 * SECOND_MS, run: finishBulkChanges },
  { name: "match earlier requests to customers", everyMs: 5 * SECOND_MS, run: matchEarlierRequests },
  { name: "delete old bulk changes", everyMs: DAY_MS, run: deleteOldBulkChanges },
  // This and the next do nothing while mail or alerts are off, which a setting may change at any time.
  { name: "send mail", everyMs: 5 * SECOND_MS, run: sendMailIfOn, alsoWhen: onMailQueued },
  // A match is mailed within a minute.
  { name: "mail new arrivals", everyMs: 15 * SECOND_MS, run: mailArrivalsIfOn },
  { name: "mail the book's last hash", everyMs: HOUR_MS, run: mailBookHash },
  { name: "prepare the buy list", everyMs: HOUR_MS, run: prepareBuyList },
  { name: "delete old copies of the database", everyMs: DAY_MS, run: deleteOldSnapshots },
  { name: "back up", everyMs: HOUR_MS, run: backUpIfDue },
];

/**
 * Runs every job now, and then at its interval, unless it is still running. A failed job is logged and runs again at its next
 * interval.
 * @returns a function that stops the jobs
 */
export function startJobs(jobs: readonly Job[] = JOBS): () => void {
  const stops = jobs.map((job) => {
    const run = oneAtATime(job);
    run();
    const timer = setInterval(run, job.everyMs).unref();
    const stopOthers = job.alsoWhen?.(run);
    return () => {
      clearInterval(timer);
      stopOthers?.();
    };
  });
  return () => {
    for (const stop of stops) stop();
  };
}

function oneAtATime(job: Job): () => void {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    await runJob(job);
    isRunning = false;
  };
}

async function runJob({ name, run }: Job): Promise<void> {
  try {
    // No request may have come since another process saved settings.
    const loading = refreshSettings();
    if (loading) await loading;
    await runApart(() => run(new Date()));
  } catch (error) {
    log.error({ error, job: name }, "job failed");
  }
}

async function sendMailIfOn(now: Date): Promise<void> {
  if (isMailOn()) await sendDueMail(now);
}

async function mailArrivalsIfOn(now: Date): Promise<void> {
  if (areAlertsOn()) await mailNewArrivals(now);
}

async function trashUnusedPictures(now: Date): Promise<void> {
  const moved = await sweepPictures(now);
  if (moved.length > 0) log.info({ moved: moved.length }, "unused pictures moved to the trash");
}

async function logFilledSearchIndex(): Promise<void> {
  const filled = await fillSearchIndex();
  if (filled > 0) log.info({ filled }, "records added to the search index");
}
