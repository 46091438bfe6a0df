import { db } from "~/db/connection.server";
import { DAY_MS } from "~/values/days";
import { newId } from "~/values/id.server";

/** How long a form stays saved, in milliseconds. */
const SAVED_SUBMISSION_LIFETIME_MS = DAY_MS;
/** The most saved forms per account; the oldest is deleted first. */
const MAX_SAVED_SUBMISSIONS = 10;

/** A staff form that was posted after its session had ended. */
export interface SavedSubmission {
  id: string;
  /** The path of the page it was posted to. */
  path: string;
  fields: [name: string, value: string][];
}

/** Saves a form until its owner has signed in again; returns its id. */
export async function saveSubmission(
  { administratorId, path, fields }: { administratorId: string } & Omit<SavedSubmission, "id">,
  now: Date,
): Promise<string> {
  const id = newId(now);
  await db
    .insertInto("savedSubmissions")
    .values({
      id,
      administratorId,
      path,
      fields: JSON.stringify(fields),
      createdAt: now.toISOString(),
    })
    .execute();
  await deleteOldest(administratorId);
  return id;
}

/** The saved form with this id, if it belongs to this account. */
export async function findSavedSubmission(
  id: string,
  administratorId: string,
  now: Date,
): Promise<SavedSubmission | undefined> {
  const row = await db
    .selectFrom("savedSubmissions")
    .select(["id", "path", "fields"])
    .where("id", "=", id)
    .where("administratorId", "=", administratorId)
    .where("createdAt", ">", expiry(now))
    .executeTakeFirst();
  return row && { ...row, fields: JSON.parse(row.fields) as SavedSubmission["fields"] };
}

/** Deletes a saved form after it was stored. */
export async function deleteSavedSubmission(id: string, administratorId: string): Promise<void> {
  await db
    .deleteFrom("savedSubmissions")
    .where("id", "=", id)
    .where("administratorId", "=", administratorId)
    .execute();
}

export async function deleteExpiredSubmissions(now: Date): Promise<void> {
  await db.deleteFrom("savedSubmissions").where("createdAt", "<=", expiry(now)).execute();
}

async function deleteOldest(administratorId: string): Promise<void> {
  const newest = await db
    .selectFrom("savedSubmissions")
    .select("id")
    .where("administratorId", "=", administratorId)
    .orderBy("id", "desc")
    .limit(MAX_SAVED_SUBMISSIONS)
    .execute();
  await db
    .deleteFrom("savedSubmissions")
    .where("administratorId", "=", administratorId)
    .where(
      "id",
      "not in",
      newest.map(({ id }) => id),
    )
    .execute();
}

function expiry(now: Date): string {
  return new Date(now.getTime() - SAVED_SUBMISSION_LIFETIME_MS).toISOString();
}
