import { createHash } from "node:crypto";
import { type Db, db } from "~/db/connection.server";

/** How long a key is remembered, in milliseconds: longer than any client goes on retrying. */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** What came of a submission: `first` or `again` with the record's JSON, or `other-body` for a key used before. */
export type Submitted = { outcome: "first" | "again"; answer: string } | { outcome: "other-body" };

export interface Submission {
  /** The caller's own key, and what it is a key of: the same key of another resource is another. */
  key: string;
  scope: string;
  /** The body as it came. */
  body: string;
}

/** What a submission was answered before; undefined where its key is new. */
export async function answeredBefore(
  { key, scope, body }: Submission,
  now: Date,
  within: Db = db,
): Promise<Submitted | undefined> {
  const row = await within
    .selectFrom("submittedOnce")
    .select(["bodyHash", "answer"])
    .where("id", "=", hash(JSON.stringify([scope, key])))
    .where("createdAt", ">", oldest(now))
    .executeTakeFirst();
  if (!row) return undefined;
  return row.bodyHash === hash(body) ? { outcome: "again", answer: row.answer } : { outcome: "other-body" };
}

/**
 * Stores what `create` makes, once for each key: both in one transaction, so that a retry after a crash finds either the
 * record with its answer or nothing.
 */
export async function submitOnce(
  submission: Submission,
  now: Date,
  create: (within: Db) => Promise<unknown>,
): Promise<Submitted> {
  return db.transaction().execute(async (within): Promise<Submitted> => {
    const before = await answeredBefore(submission, now, within);
    if (before) return before;
    const answer = JSON.stringify(await create(within));
    const { key, scope, body } = submission;
    await dropOldSubmissions(now, within);
    await within
      .insertInto("submittedOnce")
      .values({
        id: hash(JSON.stringify([scope, key])),
        bodyHash: hash(body),
        answer,
        createdAt: now.toISOString(),
      })
      .execute();
    return { outcome: "first", answer };
  });
}

/** Drops the keys whose time is over, and the answers with them. */
export async function dropOldSubmissions(now: Date, within: Db = db): Promise<void> {
  await within.deleteFrom("submittedOnce").where("createdAt", "<=", oldest(now)).execute();
}

function oldest(now: Date): string {
  return new Date(now.getTime() - KEY_LIFETIME_MS).toISOString();
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
