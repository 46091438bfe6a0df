import { createHash, randomBytes } from "node:crypto";
import { db } from "~/db/connection.server";
import { SESSION_MAX_SECONDS, SESSION_SECONDS, type StaffSession } from "./session";

/** A page view that would move the end by less than this changes nothing: not every click is a write. */
const LEAST_SLIDE_MS = 15_000;

/**
 * Opens a session with an id of its own.
 * @returns the secret that only the cookie holds, and the session
 */
export async function startSession(
  administratorId: string,
  now: Date,
): Promise<{ secret: string; session: StaffSession }> {
  const secret = randomBytes(32).toString("base64url");
  await db
    .insertInto("sessions")
    .values({
      id: idOf(secret),
      administratorId,
      createdAt: now.toISOString(),
      expiresAt: after(now, SESSION_SECONDS),
      endsAt: after(now, SESSION_MAX_SECONDS),
    })
    .execute();
  await db.deleteFrom("sessions").where("expiresAt", "<=", now.toISOString()).execute();
  const session = await findSession(secret, now);
  if (!session) throw new Error("The account was removed while it signed in.");
  return { secret, session };
}

/** The open session of a cookie's secret. */
export async function findSession(secret: string, now: Date): Promise<StaffSession | undefined> {
  return findSessionById(idOf(secret), now);
}

/** The open session that an access token names. */
export async function findSessionById(id: string, now: Date): Promise<StaffSession | undefined> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("administrators", "administrators.id", "sessions.administratorId")
    .select([
      "sessions.id",
      "sessions.expiresAt",
      "sessions.endsAt",
      "administrators.id as administratorId",
      "administrators.username",
    ])
    .where("sessions.id", "=", id)
    .where("sessions.expiresAt", ">", now.toISOString())
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      user: { _id: row.administratorId, username: row.username },
      expiresAt: new Date(row.expiresAt),
      endsAt: new Date(row.endsAt),
    }
  );
}

/** Counts a page view as activity: the session's end moves to 30 minutes ahead, where that is worth a write. */
export async function touchSession(session: StaffSession, now: Date): Promise<StaffSession> {
  const gained = endAfterActivity(session, now).getTime() - session.expiresAt.getTime();
  return gained < LEAST_SLIDE_MS ? session : ((await extendSession(session, now)) ?? session);
}

/**
 * Moves the session's end to 30 minutes ahead, but never past 12 hours after sign-in (decisions, section 4).
 * @returns the session with its new end, or undefined where it has ended meanwhile
 */
export async function extendSession(session: StaffSession, now: Date): Promise<StaffSession | undefined> {
  const expiresAt = endAfterActivity(session, now);
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ expiresAt: expiresAt.toISOString() })
    .where("id", "=", session.id)
    // What is over stays over.
    .where("expiresAt", ">", now.toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { ...session, expiresAt } : undefined;
}

/** Ends a session at once, for its cookie and its tokens alike. */
export async function endSession(id: string): Promise<void> {
  await db.deleteFrom("sessions").where("id", "=", id).execute();
}

function endAfterActivity({ endsAt }: StaffSession, now: Date): Date {
  return new Date(Math.min(now.getTime() + SESSION_SECONDS * 1000, endsAt.getTime()));
}

function idOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

function after(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}
