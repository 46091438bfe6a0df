import { type Administrator, createAdministrator } from "~/accounts/administrator.server";
import { hasSecondFactor } from "~/accounts/factor-state.server";
import { hashPassword } from "~/accounts/password.server";
import type { Role } from "~/accounts/roles";
import type { StaffSession } from "~/accounts/session";
import { startSession } from "~/accounts/session.server";
import { openSession } from "~/accounts/session-cookie.server";
import { type Actor, COMMAND_LINE } from "~/context.server";
import { db } from "~/db/connection.server";
import { as } from "./act";
import { cookiesOf } from "./site";

export const PASSWORD = "correct horse battery";
let made = 0;
/** Slow on purpose, so computed once for a test file. */
let passwordHash: Promise<string> | undefined;

/** A stored account with `PASSWORD`. */
export async function administrator(
  username = `staff${++made}`,
  role: Role = "owner",
): Promise<Administrator> {
  passwordHash ??= hashPassword(PASSWORD);
  const account = { username, passwordHash: await passwordHash, role };
  const created = await as({ ...COMMAND_LINE, now: new Date() }, () => createAdministrator(account));
  if (!created) throw new Error(`There is an account ${username} already.`);
  return created;
}

/** Stores the account of somebody who acts in tests, unless it is there. */
export async function employ({ accountId = "", username = "" }: Actor): Promise<void> {
  const at = "2026-01-01T00:00:00.000Z";
  await db
    .insertInto("administrators")
    .values({
      ...{ id: accountId, username, usernameKey: username, passwordHash: "", role: "owner" },
      ...{ createdAt: at, updatedAt: at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** An open session of this account, and its cookie's secret. */
export async function sessionOf(account: Administrator, now: Date) {
  const started = await startSession(account, now);
  if (!started) throw new Error(`${account.username} has another password, or is gone.`);
  return started;
}

/** Ends an account's sessions as time does, after half an hour in which nothing happened in them. */
export async function expireSessions({ id }: Pick<Administrator, "id">): Promise<void> {
  const expiresAt = new Date(Date.now() - 1).toISOString();
  await db.updateTable("sessions").set({ expiresAt }).where("administratorId", "=", id).execute();
}

/** Somebody signed in: their cookies, ready to be sent. */
export async function signedIn(
  account?: Administrator,
): Promise<{ cookie: string; session: StaffSession; account: Administrator }> {
  const owner = account ?? (await administrator());
  const opened = await openSession(new Request("http://localhost/login"), owner, {
    now: new Date(),
    requestId: "test",
    withFactor: await hasSecondFactor(owner.id),
  });
  if (!opened) throw new Error(`${owner.username} has another password, or is gone.`);
  const { session, headers } = opened;
  return { cookie: cookiesOf(new Response(null, { headers })), session, account: owner };
}

/** The key of an authenticator app on the page that sets it up. */
export function secretIn(html: string): string {
  return /<code>((?:[A-Z2-7]{4} ?){8})<\/code>/.exec(html)?.[1]?.replaceAll(" ", "") ?? "";
}
