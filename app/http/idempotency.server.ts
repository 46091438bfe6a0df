import { createHash } from "node:crypto";
import { db, transaction } from "~/db/connection.server";
import { DAY_MS } from "~/values/days";

/** How long a key is valid, in milliseconds: longer than any client keeps retrying. */
export const KEY_LIFETIME_MS = DAY_MS;

/** A request that must take effect once, however often it is sent. */
interface IdempotentRequest {
  /** The API's `Idempotency-Key` header, or the key in a form's hidden field. */
  key: string;
  /** Separates keys by purpose: the same key in another scope is a different key. */
  scope: string;
  /** The body as sent: the same key with a different body is a conflict. */
  body: string;
}

/** The outcome of an idempotent request. */
export interface OnceResult {
  /** `other-body`: the key was already used with a different body. */
  outcome: "first" | "again" | "other-body";
  /** The JSON of the response to the first request with this key. */
  response: string;
}

/** The response stored for a request; undefined if its key is new or expired. */
export async function findStoredResponse(
  { key, scope, body }: IdempotentRequest,
  now: Date,
): Promise<OnceResult | undefined> {
  const row = await db
    .selectFrom("idempotencyKeys")
    .select(["bodyHash", "response"])
    .where("id", "=", keyId(scope, key))
    .where("createdAt", ">", expiry(now))
    .executeTakeFirst();
  if (!row) return undefined;
  return { outcome: row.bodyHash === hash(body) ? "again" : "other-body", response: row.response };
}

/**
 * Stores a form once, however often it is sent within a day; a repeat gets the first result. A result that rejects the form is rolled back
 * and not remembered: sent again after the obstacle is gone, the form is stored. Not for use within another transaction, which would keep
 * what is rolled back.
 * @param said the form's key, if any, with everything typed, so that a form changed after Back counts as another one
 * @param store runs in a transaction; its result must be serializable as JSON
 * @param isStored tells a result that was stored from one that rejects the form
 */
export async function storeOnce<Result>(
  scope: string,
  said: unknown,
  now: Date,
  store: () => Promise<Result>,
  isStored: (result: Result) => boolean = () => true,
): Promise<Result> {
  try {
    const { response } = await runOnce({ key: JSON.stringify(said), scope, body: "" }, now, async () => {
      const result = await store();
      if (!isStored(result)) throw new NotStored(result);
      return result;
    });
    return JSON.parse(response) as Result;
  } catch (error) {
    if (error instanceof NotStored) return error.result as Result;
    throw error;
  }
}

/** Thrown to roll back, so that the form's key can be used again. */
class NotStored extends Error {
  constructor(readonly result: unknown) {
    super("The form was rejected.");
  }
}

/**
 * Runs `create` once per key and stores its result as the response. Both happen in one transaction, so after a crash a retry
 * finds both the record and its response, or neither.
 * @param create runs in a transaction; its result must be serializable as JSON
 */
export async function runOnce(
  request: IdempotentRequest,
  now: Date,
  create: () => Promise<unknown>,
): Promise<OnceResult> {
  return transaction(async (): Promise<OnceResult> => {
    // Deleting first takes the write lock, so two requests with the same key run one after the other.
    await deleteExpiredKeys(now);
    const stored = await findStoredResponse(request, now);
    if (stored) return stored;
    const response = JSON.stringify(await create());
    const { key, scope, body } = request;
    await db
      .insertInto("idempotencyKeys")
      .values({ id: keyId(scope, key), bodyHash: hash(body), response, createdAt: now.toISOString() })
      .execute();
    return { outcome: "first", response };
  });
}

/**
 * Forgets what the responses say of a record that is erased. Their keys stay used, now for no body at all: otherwise a retry would store
 * what was erased again.
 */
export async function forgetResponses(id: string): Promise<void> {
  await db
    .updateTable("idempotencyKeys")
    .set({ bodyHash: "", response: JSON.stringify({ _id: id }) })
    .where("response", "like", `%"_id":"${id}"%`)
    .execute();
}

export async function deleteExpiredKeys(now: Date): Promise<void> {
  await db.deleteFrom("idempotencyKeys").where("createdAt", "<=", expiry(now)).execute();
}

function expiry(now: Date): string {
  return new Date(now.getTime() - KEY_LIFETIME_MS).toISOString();
}

function keyId(scope: string, key: string): string {
  return hash(JSON.stringify([scope, key]));
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
