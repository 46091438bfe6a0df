import { createCookie } from "@remix-run/node";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { COOKIE_ATTRIBUTES, cookieName } from "~/http/cookie.server";
import { PENDING_MINUTES } from "./second-factor";
import { hashSecret, newSecret } from "./secret.server";

/*
 * A sign-in that isn't complete: its password was right and its code is still missing, or its passkey has yet to answer. It is bound
 * to the browser by a cookie, lasts PENDING_MINUTES, and opens nothing.
 */

const attributes = { ...COOKIE_ATTRIBUTES, maxAge: PENDING_MINUTES * 60 };
/** Two cookies, so that trying a passkey doesn't cancel a sign-in that waits for its code. */
const cookies = {
  code: createCookie(cookieName("sign-in"), attributes),
  passkey: createCookie(cookieName("passkey"), attributes),
};

/** What a sign-in waits for. */
type PendingKind = keyof typeof cookies;

type Pending = Row<"pendingSignIns">;

/** Stores a sign-in that waits. @returns the header that binds it to the browser */
export async function startPending(
  awaited: PendingKind,
  waiting: Partial<Pick<Pending, "administratorId" | "passwordHash" | "challenge">>,
  time: Date,
): Promise<string> {
  const secret = newSecret();
  await db
    .insertInto("pendingSignIns")
    .values({
      ...{ administratorId: null, passwordHash: null, challenge: null },
      ...waiting,
      id: hashSecret(secret),
      expiresAt: new Date(time.getTime() + PENDING_MINUTES * 60_000).toISOString(),
    })
    .execute();
  return cookies[awaited].serialize(secret);
}

/** The sign-in that waits in this browser. */
export async function readPending(
  awaited: PendingKind,
  request: Request,
  time: Date,
): Promise<Pending | undefined> {
  const secret = await readSecret(awaited, request);
  if (secret === undefined) return undefined;
  return db
    .selectFrom("pendingSignIns")
    .selectAll()
    .where("id", "=", hashSecret(secret))
    .where("expiresAt", ">", time.toISOString())
    .executeTakeFirst();
}

/** Ends a sign-in that waits; false if it has ended already, so that only one of two answers counts. */
export async function endPending({ id }: Pick<Pending, "id">): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("pendingSignIns").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

async function readSecret(awaited: PendingKind, request: Request): Promise<string | undefined> {
  const secret: unknown = await cookies[awaited].parse(request.headers.get("Cookie"));
  return typeof secret === "string" ? secret : undefined;
}

/**
 * Ends a sign-in that waits for a code in this browser, once someone has signed in or logged out: the next person finds nobody half signed
 * in.
 * @param headers of the response, which clear its cookie
 */
export async function dropPendingCode(request: Request, headers: Headers): Promise<void> {
  const secret = await readSecret("code", request);
  if (secret === undefined) return;
  headers.append("Set-Cookie", await clearPending("code"));
  await endPending({ id: hashSecret(secret) });
}

/** The header that clears the cookie. */
export function clearPending(awaited: PendingKind): Promise<string> {
  return cookies[awaited].serialize("", { maxAge: 0 });
}

/** Deletes those that nobody has completed. */
export async function deleteExpiredPending(time: Date): Promise<void> {
  await db.deleteFrom("pendingSignIns").where("expiresAt", "<=", time.toISOString()).execute();
}
