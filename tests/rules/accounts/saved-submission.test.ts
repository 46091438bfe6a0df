import { beforeAll, expect, test } from "vitest";
import {
  deleteExpiredSubmissions,
  deleteSavedSubmission,
  findSavedSubmission,
  saveSubmission,
} from "~/accounts/saved-submission.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { listPicturesInUse } from "~/pictures/in-use.server";
import { pictureUrl } from "~/pictures/picture";
import { administrator } from "../../support/staff";

const MAX_SAVED_SUBMISSIONS = 10;
const SAVED_SUBMISSION_LIFETIME_MS = 24 * 60 * 60 * 1000;
const NOW = new Date("2026-11-21T12:00:00Z");
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

beforeAll(async () => {
  await migrate(engine);
});

test("a held form comes back to its owner with every field in order, doubled names too, and to nobody else", async () => {
  const [ann, bob] = [await administrator(), await administrator()];
  const fields: [string, string][] = [
    ["stockNumber", "R1"],
    ["notes", "one\r\ntwo “quoted”"],
    ["tag", "a"],
    ["tag", "b"],
  ];
  const id = await saveSubmission(
    { administratorId: ann.id, path: "/admin/retail-vehicles/new", fields },
    NOW,
  );
  expect(await findSavedSubmission(id, ann.id, NOW)).toEqual({
    id,
    path: "/admin/retail-vehicles/new",
    fields,
  });
  expect(await findSavedSubmission(id, bob.id, NOW)).toBeUndefined();
  await deleteSavedSubmission(id, bob.id);
  expect(await findSavedSubmission(id, ann.id, NOW)).toBeDefined();
  await deleteSavedSubmission(id, ann.id);
  expect(await findSavedSubmission(id, ann.id, NOW)).toBeUndefined();
});

test("a held form is gone after a day", async () => {
  const ann = await administrator();
  const id = await saveSubmission({ administratorId: ann.id, path: "/admin", fields: [] }, NOW);
  expect(await findSavedSubmission(id, ann.id, later(SAVED_SUBMISSION_LIFETIME_MS - 1))).toBeDefined();
  expect(await findSavedSubmission(id, ann.id, later(SAVED_SUBMISSION_LIFETIME_MS))).toBeUndefined();
  await deleteExpiredSubmissions(later(SAVED_SUBMISSION_LIFETIME_MS));
  const kept = await db.selectFrom("savedSubmissions").select("id").where("id", "=", id).execute();
  expect(kept).toEqual([]);
});

test("the last ten of an account are held, and another's are left alone", async () => {
  const [ann, bob] = [await administrator(), await administrator()];
  const bobs = await saveSubmission({ administratorId: bob.id, path: "/admin", fields: [] }, NOW);
  const ids: string[] = [];
  for (let minute = 0; minute < MAX_SAVED_SUBMISSIONS + 3; minute++) {
    ids.push(
      await saveSubmission({ administratorId: ann.id, path: "/admin", fields: [] }, later(minute * 60_000)),
    );
  }
  const now = later(60 * 60_000);
  const found = await Promise.all(ids.map((id) => findSavedSubmission(id, ann.id, now)));
  expect(found.map((form) => form?.id)).toEqual([undefined, undefined, undefined, ...ids.slice(3)]);
  expect(await findSavedSubmission(bobs, bob.id, now)).toBeDefined();
});

const [SHOWN, OTHER] = ["a", "b"].map((letter) => `${letter.repeat(24)}-1600x1200-2`) as [string, string];

test("a picture that a saved form names is in use", async () => {
  const ann = await administrator();
  const fields: [string, string][] = [
    ["imageUrl", pictureUrl(SHOWN, 1600)],
    ["notes", pictureUrl(OTHER, 1600)],
  ];
  await saveSubmission({ administratorId: ann.id, path: "/admin", fields }, NOW);
  expect([...(await listPicturesInUse(db)).keys()]).toEqual([SHOWN]);
});
