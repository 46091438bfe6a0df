import { setTimeout as delay } from "node:timers/promises";
import { redirect } from "@remix-run/node";
import { type Actor, staffMember, now as timeOfAct } from "~/context.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { log } from "~/http/log.server";
import { ACCOUNT_PAGE } from "~/values/return-path";
import { hasSecondFactor } from "./factor-state.server";
import { toRole } from "./roles";
import { hashSecret, newSecret } from "./secret.server";
import { SESSION_KEPT_SECONDS, SESSION_MAX_SECONDS, SESSION_SECONDS, type StaffSession } from "./session";

/** An extension shorter than this is not stored, so that not every page view writes to the database. */
const MIN_EXTENSION_MS = 15_000;
/** How long a page waits for its session's extension. */
const MAX_TOUCH_MS = 250;

/** The account whose password was checked, with the hash that it was checked against. */
type CheckedAccount = Pick<Row<"administrators">, "id" | "username" | "passwordHash" | "role">;

/**
 * Opens a session, unless the account was removed, turned off or got another password or other second factor since they were checked.
 * A single statement, so nothing can change in between.
 * @param options.withFactor whether a second factor was asked for, which the account must still have, or not have yet
 * @returns the session, and the secret for its cookie, of which only a hash is stored
 */
export async function startSession(
  { id: administratorId, username, passwordHash, role }: CheckedAccount,
  now: Date,
  { withFactor }: { withFactor?: boolean | undefined } = {},
): Promise<{ secret: string; session: StaffSession } | undefined> {
  const secret = newSecret();
  const id = hashSecret(secret);
  const [expiresAt, endsAt] = [after(now, SESSION_SECONDS), after(now, SESSION_MAX_SECONDS)];
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("sessions")
    .columns(["id", "administratorId", "createdAt", "expiresAt", "endsAt"])
    .expression((query) =>
      query
        .selectFrom("administrators")
        .select(({ val }) => [
          val(id).as("id"),
          "administrators.id as administratorId",
          val(now.toISOString()).as("createdAt"),
          val(expiresAt.toISOString()).as("expiresAt"),
          val(endsAt.toISOString()).as("endsAt"),
        ])
        .where("administrators.id", "=", administratorId)
        .where("passwordHash", "=", passwordHash)
        .where("turnedOffAt", "is", null)
        .$if(withFactor !== undefined, (account) =>
          account.where(({ or, not, eb, exists, selectFrom }) => {
            const passkey = selectFrom("passkeys")
              .select("passkeys.id")
              .whereRef("passkeys.administratorId", "=", "administrators.id");
            const hasFactor = or([eb("totpSecret", "is not", null), exists(passkey)]);
            return withFactor ? hasFactor : not(hasFactor);
          }),
        ),
    )
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return undefined;
  return {
    secret,
    session: {
      ...{ id, user: { _id: administratorId, username }, role: toRole(role), expiresAt, endsAt },
      hasSecondFactor: await hasSecondFactor(administratorId),
    },
  };
}

/**
 * Deletes the sessions that ended more than a day ago, and notes of those that ended since that they are over. If the clock has been set
 * back, the others end no later than sessions that begin now.
 */
export async function deleteExpiredSessions(now: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ overAt: now.toISOString() })
    .where("expiresAt", "<=", now.toISOString())
    .where("overAt", "is", null)
    .execute();
  const latest = {
    expiresAt: after(now, SESSION_SECONDS).toISOString(),
    endsAt: after(now, SESSION_MAX_SECONDS).toISOString(),
  };
  for (const end of ["expiresAt", "endsAt"] as const) {
    await db.updateTable("sessions").set(end, latest[end]).where(end, ">", latest[end]).execute();
  }
  await db.deleteFrom("sessions").where("expiresAt", "<=", keptSince(now).toISOString()).execute();
}

/** The open session with this cookie secret. */
export async function findSession(secret: string, now: Date): Promise<StaffSession | undefined> {
  return findSessionById(hashSecret(secret), now);
}

/** The session with this cookie secret, open or timed out within the last day: a session that ends in any other way is deleted. */
export async function findLastSession(secret: string, now: Date): Promise<StaffSession | undefined> {
  return toSession(await sessionsAfter(hashSecret(secret), keptSince(now)).executeTakeFirst());
}

/** The open session with this id, which an access token contains. */
export async function findSessionById(id: string, now: Date): Promise<StaffSession | undefined> {
  return toSession(await sessionsAfter(id, now).where("overAt", "is", null).executeTakeFirst());
}

function sessionsAfter(id: string, time: Date) {
  return db
    .selectFrom("sessions")
    .innerJoin("administrators", "administrators.id", "sessions.administratorId")
    .select([
      "sessions.id",
      "sessions.expiresAt",
      "sessions.endsAt",
      "administrators.id as administratorId",
      "administrators.username",
      "administrators.role",
      "administrators.totpSecret",
    ])
    .select(({ selectFrom }) =>
      selectFrom("passkeys")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("passkeys.administratorId", "=", "administrators.id")
        .as("passkeys"),
    )
    .where("sessions.id", "=", id)
    .where("administrators.turnedOffAt", "is", null)
    .where("sessions.expiresAt", ">", time.toISOString());
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof sessionsAfter>["executeTakeFirst"]>>;

function toSession(row: SessionRow): StaffSession | undefined {
  return (
    row && {
      id: row.id,
      user: { _id: row.administratorId, username: row.username },
      role: toRole(row.role),
      hasSecondFactor: row.totpSecret !== null || Number(row.passkeys) > 0,
      expiresAt: new Date(row.expiresAt),
      endsAt: new Date(row.endsAt),
    }
  );
}

/** Who posts a page's form, if they are still signed in with the role that let them in. */
export function pageActor(session: StaffSession): Actor {
  return { ...staffMember(session, "page"), requireSame: () => requireSameSession(session) };
}

/** @throws Response that redirects to their account's page, or to sign-in first */
async function requireSameSession({ id, role }: StaffSession): Promise<void> {
  const session = await findSessionById(id, timeOfAct());
  if (session?.role !== role) throw redirect(ACCOUNT_PAGE, 303);
}

/**
 * Extends the session to 30 minutes from now, unless that is less than 15 seconds later than before; if the clock has been set back, it
 * ends earlier. Best effort: if nothing can be written the page still shows, and the failure is logged.
 */
export async function touchSession(session: StaffSession, now: Date): Promise<StaffSession> {
  const extension = endAfterActivity(session, now).getTime() - session.expiresAt.getTime();
  if (Math.abs(extension) < MIN_EXTENSION_MS) return session;
  const extended = extendSession(session, now).catch((error: unknown) => {
    log.error({ error }, "extending a session failed");
    return undefined;
  });
  const inTime = await Promise.race([extended, delay(MAX_TOUCH_MS, undefined, { ref: false })]);
  return inTime ?? session;
}

/**
 * Extends the session to 30 minutes from now, at most 12 hours after sign-in.
 * @returns the session with its new end, or undefined if it has ended
 */
export async function extendSession(session: StaffSession, now: Date): Promise<StaffSession | undefined> {
  const expiresAt = endAfterActivity(session, now);
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ expiresAt: expiresAt.toISOString() })
    .where("id", "=", session.id)
    // An expired session cannot be extended.
    .where("expiresAt", ">", now.toISOString())
    .where("overAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { ...session, expiresAt } : undefined;
}

/** Ends a session at once; its cookie and tokens stop working, and no form that is posted later is saved by it. */
export async function endSession(id: string): Promise<void> {
  await db.deleteFrom("sessions").where("id", "=", id).execute();
}

/** An open session, as its owner sees it. */
interface ListedSession {
  id: string;
  startedAt: Date;
  /** Of the last activity; in a session's last half hour the start of that half hour, because its end no longer moves. */
  lastSeenAt: Date;
}

/** An account's open sessions, the last used first. */
export async function listSessions(administratorId: string, now: Date): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "createdAt", "expiresAt"])
    .where("administratorId", "=", administratorId)
    .where("expiresAt", ">", now.toISOString())
    .where("overAt", "is", null)
    .orderBy("expiresAt", "desc")
    .execute();
  return rows.map(({ id, createdAt, expiresAt }) => ({
    id,
    startedAt: new Date(createdAt),
    lastSeenAt: new Date(Date.parse(expiresAt) - SESSION_SECONDS * 1000),
  }));
}

/** Ends an account's sessions, including those that have timed out: all except the one in `keep`, or `only` one. */
export async function endSessions(
  administratorId: string,
  { keep, only }: { keep?: string | undefined; only?: string | undefined },
): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("administratorId", "=", administratorId)
    .$if(keep !== undefined, (query) => query.where("id", "!=", keep ?? ""))
    .$if(only !== undefined, (query) => query.where("id", "=", only ?? ""))
    .execute();
}

function endAfterActivity({ endsAt }: StaffSession, now: Date): Date {
  return new Date(Math.min(now.getTime() + SESSION_SECONDS * 1000, endsAt.getTime()));
}

function keptSince(now: Date): Date {
  return after(now, -SESSION_KEPT_SECONDS);
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
