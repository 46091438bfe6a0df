import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { COOKIE_ATTRIBUTES, cookieName } from "~/http/cookie.server";
import { PENDING_MINUTES } from "./second-factor";

/*
 * A sign-in that is not complete: its password was right and its code is still missing, or its passkey has yet to answer. It is bound
 * to the browser by a cookie, lasts five minutes, and opens nothing.
 */

const cookie = createCookie(cookieName("sign-in"), { ...COOKIE_ATTRIBUTES, maxAge: PENDING_MINUTES * 60 });

type Pending = Row<"pendingSignIns">;

/** Stores a sign-in that waits. @returns the header that binds it to the browser */
export async function startPending(
  waiting: Partial<Pick<Pending, "administratorId" | "passwordHash" | "challenge">>,
  time: Date,
): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await db
    .insertInto("pendingSignIns")
    .values({
      ...{ administratorId: null, passwordHash: null, challenge: null },
      ...waiting,
      id: hashOf(secret),
      expiresAt: new Date(time.getTime() + PENDING_MINUTES * 60_000).toISOString(),
    })
    .execute();
  return cookie.serialize(secret);
}

/** The sign-in that waits in this browser. */
export async function readPending(request: Request, time: Date): Promise<Pending | undefined> {
  const secret: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof secret !== "string") return undefined;
  return db
    .selectFrom("pendingSignIns")
    .selectAll()
    .where("id", "=", hashOf(secret))
    .where("expiresAt", ">", time.toISOString())
    .executeTakeFirst();
}

/** Ends a sign-in that waits; false if it has ended already, so that of two answers one counts. */
export async function endPending({ id }: Pick<Pending, "id">): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("pendingSignIns").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The header that takes the cookie away. */
export function clearPending(): Promise<string> {
  return cookie.serialize("", { maxAge: 0 });
}

/** Deletes those that nobody has completed. */
export async function deleteExpiredPending(time: Date): Promise<void> {
  await db.deleteFrom("pendingSignIns").where("expiresAt", "<=", time.toISOString()).execute();
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
