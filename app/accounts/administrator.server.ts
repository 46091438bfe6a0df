import { actAs, now, THE_SITE } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { ChangeAction, Row } from "~/db/schema";
import { forgetFields, recordChange } from "~/history/changes.server";
import { deleteMailTo } from "~/mail/outbox.server";
import { newId } from "~/values/id.server";
import { queueAccountMail } from "./account-mail.server";
import { mayWorkOnRequests, usernameKey } from "./administrator";
import { mayOpen, type Role, toRole } from "./roles";
import { endSessions } from "./session.server";

/** A staff account, as stored. */
export type Administrator = Row<"administrators">;

export async function hasNoAdministrators(): Promise<boolean> {
  return (await db.selectFrom("administrators").select("id").limit(1).executeTakeFirst()) === undefined;
}

/** Every account, sorted by name. */
export async function listAdministrators(): Promise<Administrator[]> {
  return db.selectFrom("administrators").selectAll().orderBy("usernameKey").execute();
}

/** Who may be given a request to work on: those who can sign in, and whose role includes requests. */
export async function listAssignees(): Promise<Administrator[]> {
  return (await listAdministrators()).filter(mayWorkOnRequests);
}

/** Whether an account may be assigned requests. Called in the transaction that assigns, so that it stays true. */
export async function isAssignee(id: string): Promise<boolean> {
  const account = await findAdministratorById(id);
  return account !== undefined && mayWorkOnRequests(account);
}

/** What someone asks for, or asked for: `POST /admin/bulk/parts`. */
export interface Asked {
  path: string;
  method: string;
}

/** Whether an account may still ask for something: work it started may run for minutes after it was turned off or got another role. */
export async function mayStill(accountId: string, { path, method }: Asked): Promise<boolean> {
  const account = await findAdministratorById(accountId);
  return account !== undefined && account.turnedOffAt === null && mayOpen(toRole(account.role), path, method);
}

/** Why a request was not assigned to an account that a form offered. */
export const NOT_ASSIGNABLE_MESSAGE = "That account was removed, turned off, or has another role now";

/** The account with this name, ignoring case. */
export async function findAdministrator(username: string): Promise<Administrator | undefined> {
  return db
    .selectFrom("administrators")
    .selectAll()
    .where("usernameKey", "=", usernameKey(username))
    .executeTakeFirst();
}

export async function findAdministratorById(id: string): Promise<Administrator | undefined> {
  return db.selectFrom("administrators").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A new account: the username as `usernameSchema` returns it, and the password's hash. */
export interface NewAdministrator {
  username: string;
  /** Empty for someone who hasn't chosen a password yet. */
  passwordHash: string;
  role?: Role;
  email?: string | undefined;
}

/** Stores a new account; undefined if the name is taken. */
export async function createAdministrator(account: NewAdministrator): Promise<Administrator | undefined> {
  return transaction(async () => {
    const created = await db
      .insertInto("administrators")
      .values(toRow(account))
      .onConflict((conflict) => conflict.column("usernameKey").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (created) await recordAccount("created", created);
    return created;
  });
}

/**
 * Stores the first account; undefined if there already is one. A transaction has the lock from its start, so if two processes
 * start at once only one creates it.
 */
export async function createFirstAdministrator(
  account: NewAdministrator,
  now: Date,
): Promise<Administrator | undefined> {
  return actAs(THE_SITE, now, () =>
    transaction(async () => {
      if (await db.selectFrom("administrators").select("id").limit(1).executeTakeFirst()) return undefined;
      const created = await db
        .insertInto("administrators")
        .values(toRow(account))
        .returningAll()
        .executeTakeFirstOrThrow();
      await recordAccount("created", created);
      return created;
    }),
  );
}

/**
 * Sets a new password and ends the account's sessions, except the one in `keep`; false if there is no such account, or if its
 * password is no longer the one whose hash is in `replaces`.
 */
export async function setPassword(
  username: string,
  passwordHash: string,
  { keep, replaces }: { keep?: string; replaces?: string } = {},
): Promise<boolean> {
  return transaction(async () => {
    const before = await findAdministrator(username);
    const account = await db
      .updateTable("administrators")
      .set({ passwordHash, updatedAt: now().toISOString() })
      .where("usernameKey", "=", usernameKey(username))
      .$if(replaces !== undefined, (query) => query.where("passwordHash", "=", replaces ?? ""))
      .returning(["id", "username"])
      .executeTakeFirst();
    if (!account) return false;
    await endSessions(account.id, { keep });
    // A link handed out earlier could set another password, and one that the account made may be from someone who knew the old one.
    await db
      .deleteFrom("passwordLinks")
      .where(({ or, eb }) => or([eb("administratorId", "=", account.id), eb("makerId", "=", account.id)]))
      .execute();
    await recordAccount("password-changed", account);
    if (before?.passwordHash) await queueAccountMail(before, "The password of your account was changed.");
    return true;
  });
}

/**
 * Sets the address for mail about what is assigned to an account and done to it; undefined for none. A new address ends the links to choose
 * a password: a mailed one may be in a mailbox that isn't the account's anymore, or never was.
 */
export async function setEmail(id: string, email: string | undefined): Promise<void> {
  await transaction(async () => {
    const before = await findAdministratorById(id);
    if (!before) return;
    await db
      .updateTable("administrators")
      .set({ email: email ?? null, updatedAt: now().toISOString() })
      .where("id", "=", id)
      .execute();
    await recordAccount("changed", before, { before: { email: before.email }, after: { email } });
    if (before.email === (email ?? null)) return;
    await endLinks(id);
    // Otherwise someone who changes the address could act unseen from then on.
    if (before.email) await queueAccountMail(before, "Your account's email address was changed or removed.");
  });
}

/**
 * Deletes an account with its sessions, saved forms and tokens, and its email addresses with it from the history and the outbox; false if
 * there is no such account.
 */
export async function removeAdministrator(username: string): Promise<boolean> {
  return transaction(async () => {
    const removed = await db
      .deleteFrom("administrators")
      .where("usernameKey", "=", usernameKey(username))
      .returning(["id", "username"])
      .executeTakeFirst();
    if (!removed) return false;
    await endWhatWasMadeBy(removed.id);
    await forgetFields({ kind: "account", id: removed.id }, ["email"]);
    await deleteMailTo(removed.id);
    await recordAccount("removed", removed);
    return true;
  });
}

/** Ends the links with which an account's password can be chosen. */
export async function endLinks(administratorId: string): Promise<void> {
  await db.deleteFrom("passwordLinks").where("administratorId", "=", administratorId).execute();
}

/** Ends the links and tokens that an account has made: they would still let in someone who is no longer an owner. */
export async function endWhatWasMadeBy(administratorId: string): Promise<void> {
  await db.deleteFrom("passwordLinks").where("makerId", "=", administratorId).execute();
  const revoked = await db
    .updateTable("apiTokens")
    .set({ revokedAt: now().toISOString() })
    .where("ownerId", "=", administratorId)
    .where("revokedAt", "is", null)
    .returning(["id", "name"])
    .execute();
  for (const token of revoked) await noteRevoked(token);
}

/** Puts a token that was revoked in the history. */
export async function noteRevoked({ id, name }: Pick<Row<"apiTokens">, "id" | "name">): Promise<void> {
  await recordAccount("removed", { id, username: tokenName(name) });
}

/** What the history and notes call a program with a token. */
export function tokenName(name: string): string {
  return `${name} (API token)`;
}

/** What was done to an account: only these fields of it may be in the history. */
export function recordAccount(
  action: ChangeAction,
  { id, username }: Pick<Administrator, "id" | "username">,
  values: { before?: AccountValues; after?: AccountValues } = {},
): Promise<void> {
  return recordChange({ record: { kind: "account", id, name: username }, action, ...values });
}

/** The number of the newest line of an account's history: it changes whenever anything about the account does. */
export async function findLastChange(id: string): Promise<number> {
  const { last } = await db
    .selectFrom("changes")
    .select(({ fn }) => fn.max("id").as("last"))
    .where("recordId", "=", id)
    .where("recordKind", "=", "account")
    .executeTakeFirstOrThrow();
  return Number(last);
}

type AccountValues = {
  name?: string;
  email?: string | null | undefined;
  role?: string;
  signIn?: "On" | "Off";
  secondFactor?: string;
  passwordLink?: "Made";
  sessions?: "Ended";
};

function toRow({ username, passwordHash, role = "owner", email }: NewAdministrator): Administrator {
  const timestamp = now().toISOString();
  return {
    id: newId(now()),
    username,
    usernameKey: usernameKey(username),
    passwordHash,
    email: email ?? null,
    role,
    ...{ totpSecret: null, totpUsedStep: null },
    turnedOffAt: null,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
}
