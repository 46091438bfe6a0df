import { readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { saveSubmission } from "~/accounts/saved-submission.server";
import { config } from "~/config.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { findStoredResponse, KEY_LIFETIME_MS, runOnce } from "~/http/idempotency.server";
import { startJobs } from "~/jobs.server";
import { storeUpload } from "~/pictures/claims.server";
import { startDraft } from "~/requests/part-draft.server";
import { retailVehicle } from "../support/builders";
import { photo } from "../support/pictures";
import { administrator, sessionOf } from "../support/staff";

const SAVED_SUBMISSION_LIFETIME_MS = 24 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Where the machine is busy. */
const PATIENCE = { timeout: 15_000 };

beforeAll(async () => {
  await migrate(engine);
});

test("what is kept for a day is deleted although no visitor comes, and what is younger stays", async () => {
  const now = Date.now();
  const young = new Date(now - 60_000);
  const submission = (key: string) => ({ key, scope: "partRequest", body: "{}" });
  await runOnce(submission("young"), young, async () => ({ name: "Ann" }));
  await runOnce(submission("old"), new Date(now - KEY_LIFETIME_MS - 1), async () => ({ name: "Bob" }));
  const account = await administrator();
  const { id: administratorId } = account;
  const form = { administratorId, path: "/admin", fields: [["notes", "typed"]] as [string, string][] };
  const saved = await saveSubmission(form, young);
  await saveSubmission(form, new Date(now - SAVED_SUBMISSION_LIFETIME_MS - 1));
  const draft = await startDraft({ typed: {} }, young);
  await startDraft({ typed: {} }, new Date(now - DAY_MS));
  await sessionOf(account, young);
  await sessionOf(account, new Date(now - DAY_MS - 30 * 60_000));

  const stop = startJobs();
  await vi.waitFor(async () => {
    expect(await db.selectFrom("idempotencyKeys").select("id").execute()).toHaveLength(1);
    expect(await db.selectFrom("savedSubmissions").select("id").execute()).toEqual([{ id: saved }]);
    expect(await db.selectFrom("partRequestDrafts").select("id").execute()).toEqual([{ id: draft.id }]);
    expect(await db.selectFrom("sessions").select("id").execute()).toHaveLength(1);
  }, PATIENCE);
  stop();
  expect(await findStoredResponse(submission("young"), new Date(now))).toEqual({
    outcome: "again",
    response: '{"name":"Ann"}',
  });
});

test("a picture that no vehicle uses goes to the trash after a day", async () => {
  await retailVehicle();
  const bytes = await photo(96, 72).png().toBuffer();
  expect(await storeUpload({ bytes, tooLarge: false })).toMatchObject({ ok: true });
  const [name = ""] = await readdir(config.UPLOADS_DIR);
  const threeDaysAgo = new Date(Date.now() - 3 * DAY_MS);
  await utimes(path.join(config.UPLOADS_DIR, name), threeDaysAgo, threeDaysAgo);
  const stop = startJobs();
  await expect.poll(() => readdir(config.UPLOADS_DIR)).toEqual([".trash"]);
  stop();
});

test("a copy of the database that an update left goes after the days that a backup is kept", async () => {
  const age = async (name: string, days: number) => {
    const file = path.join(config.DATA_DIR, name);
    await writeFile(file, "");
    const written = new Date(Date.now() - days * DAY_MS);
    await utimes(file, written, written);
  };
  await age("site.db.before-2027-01-21-old", config.BACKUP_KEEP + 1);
  await age("site.db.migrated-2027-01-21T10-00-00", config.BACKUP_KEEP + 1);
  await age("site.db.before-2027-01-22-new", config.BACKUP_KEEP - 1);
  const stop = startJobs();
  const left = async () => (await readdir(config.DATA_DIR)).filter((name) => name.startsWith("site.db."));
  await expect.poll(left, PATIENCE).toEqual(["site.db.before-2027-01-22-new"]);
  stop();
});

test("a job runs at the start and at its interval until it is stopped, whether or not another one fails", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const runs = { good: 0, bad: 0 };
    const stop = startJobs([
      {
        name: "bad",
        everyMs: 1000,
        run: async () => {
          runs.bad += 1;
          throw new Error("It broke.");
        },
      },
      {
        name: "good",
        everyMs: 2000,
        run: async () => {
          runs.good += 1;
        },
      },
    ]);
    expect(runs).toEqual({ good: 1, bad: 1 });
    await vi.advanceTimersByTimeAsync(4000);
    expect(runs).toEqual({ good: 3, bad: 5 });
    stop();
    await vi.advanceTimersByTimeAsync(4000);
    expect(runs).toEqual({ good: 3, bad: 5 });
  } finally {
    vi.useRealTimers();
  }
});
