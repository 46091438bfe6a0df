import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { usernameKey } from "./administrator";
import { newId } from "./id.server";

export type Administrator = Row<"administrators">;

/** True while nobody could sign in. */
export async function hasNoAdministrators(): Promise<boolean> {
  return (await db.selectFrom("administrators").select("id").limit(1).executeTakeFirst()) === undefined;
}

/** Every account, by name. */
export async function listAdministrators(): Promise<Administrator[]> {
  return db.selectFrom("administrators").selectAll().orderBy("usernameKey").execute();
}

/** The account of this name, whatever its letters' case. */
export async function findAdministrator(username: string): Promise<Administrator | undefined> {
  return db
    .selectFrom("administrators")
    .selectAll()
    .where("usernameKey", "=", usernameKey(username))
    .executeTakeFirst();
}

/** The account of this id. */
export async function findAdministratorById(id: string): Promise<Administrator | undefined> {
  return db.selectFrom("administrators").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A new account: its name as `usernameSchema` gives it, and its password's hash. */
export interface NewAdministrator {
  username: string;
  passwordHash: string;
}

/** Stores a new account; undefined where the name is taken. */
export async function createAdministrator(
  account: NewAdministrator,
  now: Date,
): Promise<Administrator | undefined> {
  return db
    .insertInto("administrators")
    .values(rowOf(account, now))
    .onConflict((conflict) => conflict.column("usernameKey").doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Stores the very first account; undefined where there is one. Asking and storing are one statement, so that of two
 * processes that start at once only one makes it.
 */
export async function createFirstAdministrator(
  account: NewAdministrator,
  now: Date,
): Promise<Administrator | undefined> {
  const row = rowOf(account, now);
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

/** Gives an account another password and ends its sessions; false where there is no such account. */
export async function resetPassword(username: string, passwordHash: string, now: Date): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const account = await transaction
      .updateTable("administrators")
      .set({ passwordHash, updatedAt: now.toISOString() })
      .where("usernameKey", "=", usernameKey(username))
      .returning("id")
      .executeTakeFirst();
    if (!account) return false;
    await transaction.deleteFrom("sessions").where("administratorId", "=", account.id).execute();
    return true;
  });
}

/** Removes an account, its sessions and what was held for it; false where there is no such account. */
export async function removeAdministrator(username: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("administrators")
    .where("usernameKey", "=", usernameKey(username))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function rowOf({ username, passwordHash }: NewAdministrator, now: Date): Administrator {
  const moment = now.toISOString();
  return {
    id: newId(now),
    username,
    usernameKey: usernameKey(username),
    passwordHash,
    createdAt: moment,
    updatedAt: moment,
  };
}
