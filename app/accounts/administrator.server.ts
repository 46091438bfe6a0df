import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { newId } from "~/values/id.server";
import { usernameKey } from "./administrator";
import { endSessions } from "./session.server";

/** A staff account, as stored. */
export type Administrator = Row<"administrators">;

/** True if there is no account yet. */
export async function hasNoAdministrators(): Promise<boolean> {
  return (await db.selectFrom("administrators").select("id").limit(1).executeTakeFirst()) === undefined;
}

/** Every account, sorted by name. */
export async function listAdministrators(): Promise<Administrator[]> {
  return db.selectFrom("administrators").selectAll().orderBy("usernameKey").execute();
}

/** The account with this name, ignoring case. */
export async function findAdministrator(username: string): Promise<Administrator | undefined> {
  return db
    .selectFrom("administrators")
    .selectAll()
    .where("usernameKey", "=", usernameKey(username))
    .executeTakeFirst();
}

/** The account with this id. */
export async function findAdministratorById(id: string): Promise<Administrator | undefined> {
  return db.selectFrom("administrators").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A new account: the username as `usernameSchema` returns it, and the password's hash. */
export interface NewAdministrator {
  username: string;
  passwordHash: string;
}

/** Stores a new account; undefined if the name is taken. */
export async function createAdministrator(
  account: NewAdministrator,
  now: Date,
): Promise<Administrator | undefined> {
  return db
    .insertInto("administrators")
    .values(toRow(account, now))
    .onConflict((conflict) => conflict.column("usernameKey").doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Stores the first account; undefined if there already is one. A single statement, so if two processes start at once only one
 * creates it.
 */
export async function createFirstAdministrator(
  account: NewAdministrator,
  now: Date,
): Promise<Administrator | undefined> {
  const row = toRow(account, now);
  return db
    .insertInto("administrators")
    .columns(["id", "username", "usernameKey", "passwordHash", "createdAt", "updatedAt"])
    .expression(
      db
        .selectNoFrom(({ val }) => [
          val(row.id).as("id"),
          val(row.username).as("username"),
          val(row.usernameKey).as("usernameKey"),
          val(row.passwordHash).as("passwordHash"),
          val(row.createdAt).as("createdAt"),
          val(row.updatedAt).as("updatedAt"),
        ])
        .where(({ not, exists, selectFrom }) => not(exists(selectFrom("administrators").select("id")))),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Sets a new password and ends the account's sessions, except the one in `keep`; false if there is no such account, or if its
 * password is no longer the one whose hash is in `replaces`.
 */
export async function setPassword(
  username: string,
  passwordHash: string,
  now: Date,
  { keep, replaces }: { keep?: string; replaces?: string } = {},
): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    const account = await within
      .updateTable("administrators")
      .set({ passwordHash, updatedAt: now.toISOString() })
      .where("usernameKey", "=", usernameKey(username))
      .$if(replaces !== undefined, (query) => query.where("passwordHash", "=", replaces ?? ""))
      .returning("id")
      .executeTakeFirst();
    if (account) await endSessions(account.id, { keep, within });
    return account !== undefined;
  });
}

/** Deletes an account with its sessions and saved forms; false if there is no such account. */
export async function removeAdministrator(username: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("administrators")
    .where("usernameKey", "=", usernameKey(username))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function toRow({ username, passwordHash }: NewAdministrator, now: Date): Administrator {
  const timestamp = now.toISOString();
  return {
    id: newId(now),
    username,
    usernameKey: usernameKey(username),
    passwordHash,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
}
