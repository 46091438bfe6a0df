import { createHash, randomBytes } from "node:crypto";
import { now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { handOverRequests } from "~/requests/work.server";
import { usernameKey } from "./administrator";
import {
  type Administrator,
  createAdministrator,
  findAdministratorById,
  type NewAdministrator,
  recordAccount,
  setPassword,
} from "./administrator.server";
import { LINK_HOURS } from "./people";
import { may, type Role, toRole } from "./roles";
import { endSessions } from "./session.server";

/** A new link to choose a password: its secret, which is stored nowhere. */
export interface PasswordLink {
  secret: string;
  expiresAt: Date;
}

/** Adds an account that signs in once its owner has chosen a password; undefined if the name is taken. */
export async function invite(
  person: Pick<NewAdministrator, "username" | "role" | "email">,
): Promise<{ account: Administrator; link: PasswordLink } | undefined> {
  return transaction(async () => {
    const account = await createAdministrator({ ...person, passwordHash: "" });
    return account && { account, link: await storeLink(account.id) };
  });
}

/** A new link for an account; the ones before it no longer work. */
export async function makePasswordLink(administratorId: string): Promise<PasswordLink> {
  return transaction(async () => {
    await db.deleteFrom("passwordLinks").where("administratorId", "=", administratorId).execute();
    return storeLink(administratorId);
  });
}

async function storeLink(administratorId: string): Promise<PasswordLink> {
  const secret = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now().getTime() + LINK_HOURS * 60 * 60 * 1000);
  await db
    .insertInto("passwordLinks")
    .values({ id: hashOf(secret), administratorId, expiresAt: expiresAt.toISOString() })
    .execute();
  return { secret, expiresAt };
}

/** The account whose password a link lets its holder choose; undefined for one that was used, has expired, or never was. */
export async function findByLink(secret: string, time: Date): Promise<Administrator | undefined> {
  return db
    .selectFrom("passwordLinks")
    .innerJoin("administrators", "administrators.id", "passwordLinks.administratorId")
    .selectAll("administrators")
    .where("passwordLinks.id", "=", hashOf(secret))
    .where("passwordLinks.expiresAt", ">", time.toISOString())
    .where("administrators.turnedOffAt", "is", null)
    .executeTakeFirst();
}

/**
 * Sets the password that a link's holder has chosen, and ends the account's sessions. The link works once.
 * @param username what the account is called from now on
 * @returns the account as it is now; undefined if the link was used or withdrawn meanwhile
 */
export async function choosePassword(
  secret: string,
  passwordHash: string,
  username?: string,
): Promise<Administrator | undefined> {
  return transaction(async () => {
    const account = await findByLink(secret, now());
    if (!account) return undefined;
    await db.deleteFrom("passwordLinks").where("administratorId", "=", account.id).execute();
    if (username !== undefined && username !== account.username) await rename(account, username);
    await setPassword(username ?? account.username, passwordHash);
    return findAdministratorById(account.id);
  });
}

async function rename({ id, username: former }: Administrator, username: string): Promise<void> {
  await db
    .updateTable("administrators")
    .set({ username, usernameKey: usernameKey(username), updatedAt: now().toISOString() })
    .where("id", "=", id)
    .execute();
  await recordAccount("changed", { id, username }, { before: { name: former }, after: { name: username } });
}

/** Deletes the links that have expired. */
export async function deleteExpiredLinks(time: Date): Promise<void> {
  await db.deleteFrom("passwordLinks").where("expiresAt", "<=", time.toISOString()).execute();
}

/** What came of a change to an account. `last-owner`: nobody would be left who may do everything. */
export type PersonChange = "done" | "not-found" | "last-owner" | "no-successor";

/**
 * Gives an account another role.
 * @param successor who takes over what it has not finished, where the new role has no requests; null to leave it unassigned
 */
export async function changeRole(id: string, role: Role, successor: string | null): Promise<PersonChange> {
  return transaction(async () => {
    const account = await findAdministratorById(id);
    if (!account) return "not-found";
    if (account.role === role) return "done";
    if (await isLastOwner(account)) return "last-owner";
    if (successor !== null && !(await isAssignee(successor, id))) return "no-successor";
    await db
      .updateTable("administrators")
      .set({ role, updatedAt: now().toISOString() })
      .where("id", "=", id)
      .execute();
    if (!may(role, "requests", "change")) await handOverRequests({ from: id, to: successor });
    await recordAccount("changed", account, { before: { role: account.role }, after: { role } });
    return "done";
  });
}

/**
 * Turns an account off: it is signed out everywhere and can't sign in, its links end, and somebody else takes over what it has not
 * finished.
 * @param successor the account that takes over; null to leave it unassigned
 */
export async function turnOff(id: string, successor: string | null): Promise<PersonChange> {
  return transaction(async () => {
    const account = await findAdministratorById(id);
    if (!account) return "not-found";
    if (account.turnedOffAt) return "done";
    if (await isLastOwner(account)) return "last-owner";
    if (successor !== null && !(await isAssignee(successor, id))) return "no-successor";
    const turnedOffAt = now().toISOString();
    await db
      .updateTable("administrators")
      .set({ turnedOffAt, updatedAt: turnedOffAt })
      .where("id", "=", id)
      .execute();
    await db.deleteFrom("passwordLinks").where("administratorId", "=", id).execute();
    await endSessions(id, {});
    await handOverRequests({ from: id, to: successor });
    await recordAccount("changed", account, { before: { signIn: "On" }, after: { signIn: "Off" } });
    return "done";
  });
}

/** Lets an account sign in again, with the password that it had. */
export async function turnOn(id: string): Promise<PersonChange> {
  return transaction(async () => {
    const account = await findAdministratorById(id);
    if (!account) return "not-found";
    if (!account.turnedOffAt) return "done";
    await db
      .updateTable("administrators")
      .set({ turnedOffAt: null, updatedAt: now().toISOString() })
      .where("id", "=", id)
      .execute();
    await recordAccount("changed", account, { before: { signIn: "Off" }, after: { signIn: "On" } });
    return "done";
  });
}

/** Whether this is the only account that can sign in and do everything. */
export async function isLastOwner({ id, role }: Pick<Administrator, "id" | "role">): Promise<boolean> {
  if (role !== "owner") return false;
  const other = await db
    .selectFrom("administrators")
    .select("id")
    .where("role", "=", "owner")
    .where("turnedOffAt", "is", null)
    // Somebody who was invited may never come.
    .where("passwordHash", "!=", "")
    .where("id", "!=", id)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

async function isAssignee(id: string, from: string): Promise<boolean> {
  const account = id === from ? undefined : await findAdministratorById(id);
  return account !== undefined && !account.turnedOffAt && may(toRole(account.role), "requests", "change");
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
