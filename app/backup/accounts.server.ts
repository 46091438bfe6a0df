import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import type { Kysely } from "kysely";
import { mayWorkOnRequests, storedUsernameSchema, usernameKey } from "~/accounts/administrator";
import { isPasswordHash } from "~/accounts/password.server";
import { ROLE_LABELS, type Role, toRole } from "~/accounts/roles";
import { appPurpose } from "~/accounts/second-factor";
import { newSecret } from "~/accounts/secret.server";
import { config } from "~/config.server";
import type { Database, Row } from "~/db/schema";
import type { openDatabase, SqliteConnection } from "~/db/sqlite/open.server";
import { hasTable, quoteName, withColumnsOf } from "~/db/sqlite/tables.server";
import { openSealedWith, sealWith } from "~/http/sealing.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { isValidId } from "~/values/id";
import { StartError } from "~/values/start-error";
import { readContents, requireContents } from "./contents.server";
import { readFileValue } from "./folder.server";
import { readManifest } from "./manifest.server";
import { type PresentAccounts, readPresentAccounts, readPresentRows } from "./present.server";

/*
 * A restore doesn't change who may sign in: today's accounts keep their passwords, roles, second factors and API tokens, and what everyone
 * needs to sign in stays; accounts that only the backup has are turned off. So nobody gets back in with what has ended since the backup,
 * nobody who could sign in is shut out, and a made-up backup lets nobody in. If today's accounts can't be read, all of the backup's count,
 * and the person who restores is notified.
 */

/** An account in a database of any version. */
export interface StoredAccount {
  id: string;
  username: string;
  role: Role;
  isOff: boolean;
  hasPassword: boolean;
  /** Whether this program could have made it: it is found by the name that it shows, and by its id. */
  isOurs: boolean;
}

/**
 * Rejects a database from elsewhere that computes something when it is read: that might never end. No version of this program makes a view,
 * or a column of that kind.
 * @throws StartError
 */
function rejectComputed(sqlite: SqliteConnection): void {
  const found = (sql: string) => sqlite.prepare(sql).get() !== undefined;
  if (
    // First, because asking for the columns of a virtual table opens it, and what it reads.
    found("select 1 from sqlite_schema where type = 'view'") ||
    found(
      `select 1 from pragma_table_list as "table" where schema = 'main' and (
         type = 'virtual' and name = 'administrators'
         or exists (select 1 from pragma_table_xinfo("table".name) where hidden > 1))`,
    )
  )
    throw new StartError("This backup's database is not as this program makes it. Use another.");
}

/**
 * The accounts of a backup's site.
 * @param folder the backup's
 * @throws StartError if its database can't be read, or does not have what its manifest says
 */
export function readBackupAccounts(folder: string): StoredAccount[] {
  try {
    const sqlite = new SqliteDatabase(path.join(folder, "site.db"), { readonly: true, fileMustExist: true });
    try {
      rejectComputed(sqlite);
      requireContents(readContents(sqlite), readManifest(folder));
      return readAccounts(sqlite);
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code, message } = error as Error & { code?: string };
    const isDamaged = /^SQLITE_(CORRUPT|NOTADB)/.test(code ?? "");
    throw new StartError(
      `This backup's database ${isDamaged ? "is damaged" : `can't be read: ${message}`}. Use another.`,
    );
  }
}

/** The accounts of a database, by name. */
export function readAccounts(sqlite: SqliteConnection): StoredAccount[] {
  if (!hasTable(sqlite, "administrators")) return [];
  const rows = sqlite.prepare("select * from administrators order by usernameKey").all();
  return (rows as Record<string, unknown>[]).map((row) => {
    const { id, username, usernameKey: key, passwordHash, turnedOffAt } = row;
    return {
      ...{ id: String(id), username: String(username), isOff: Boolean(turnedOffAt) },
      hasPassword: passwordHash !== "",
      // Before there were roles, everyone was an owner and nobody was turned off.
      role: "role" in row ? toRole(String(row.role)) : "owner",
      isOurs:
        isValidId(String(id)) &&
        storedUsernameSchema.safeParse(username).data === username &&
        key === usernameKey(String(username)) &&
        (passwordHash === "" || isPasswordHash(String(passwordHash))),
    };
  });
}

/** @throws StartError if this program makes no such account: one that signs in under another name than it shows, say */
export function requireOurs(accounts: readonly StoredAccount[]): void {
  const other = accounts.find(({ isOurs }) => !isOurs);
  if (other) throw strangeAccount(other);
}

function strangeAccount({ username }: StoredAccount): StartError {
  return new StartError(
    `The account “${username}” of this backup is not as this program makes it. Use another.`,
  );
}

/** Who could sign in to a backup's site and can't after a restore, with roles: `Ann (Owner), Bob (Yard)`; empty for nobody. */
export function describeTurnedOff(accounts: readonly StoredAccount[]): string {
  const today = readPresentAccounts();
  if (typeof today !== "object") return "";
  const present = new Set(today.administrators.flatMap((account) => [account.usernameKey, account.id]));
  return describe(
    accounts.filter(
      ({ id, isOff, username }) => !isOff && !present.has(usernameKey(username)) && !present.has(id),
    ),
  );
}

/**
 * What a restore can't keep because it can't be read today, in sentences; empty for nothing.
 * @param accounts the backup's
 */
export function describeUnreadable(accounts: readonly StoredAccount[]): string {
  const sentences: string[] = [];
  if (readPresentAccounts() === "unreadable") {
    const letIn = describe(accounts.filter(({ isOff }) => !isOff));
    sentences.push(
      `Who may sign in comes from the backup, with the passwords, second factors and API tokens from then, because today's can't be read: ${letIn}. People who were removed since may be able to sign in again: check People.`,
    );
  }
  if (readPresentRows("erasures") === "unreadable")
    sentences.push(
      "What was permanently deleted for someone's privacy since the backup comes back, because the list of it can't be read: delete it again.",
    );
  return sentences.join(" ");
}

function describe(accounts: readonly StoredAccount[]): string {
  return accounts.map(({ username, role }) => `${username} (${ROLE_LABELS[role]})`).join(", ");
}

/**
 * Puts today's accounts into a staged database in place of its own. Accounts match by name or id. If nobody has an account yet, as on a new
 * machine that is restored in a terminal, or today's can't be read, the backup's count.
 * @param secrets the site's secret today, and after the restore
 * @returns who is turned off, with their roles, as `describeTurnedOff`
 * @throws StartError if this program makes no such account, or nobody could sign in
 */
export async function keepAccounts(
  { db, sqlite }: ReturnType<typeof openDatabase>,
  secrets: Secrets,
): Promise<string> {
  for (const table of ["sessions", "pendingSignIns", "passwordLinks"] as const)
    await db.deleteFrom(table).execute();
  const restored = readAccounts(sqlite);
  requireOurs(restored);
  const today = readPresentAccounts();
  if (typeof today !== "object") {
    requireOwner(restored);
    return "";
  }
  // A newer version may have made what is here.
  const rowsOf = <Table extends keyof PresentAccounts>(table: Table) =>
    withColumnsOf<Row<Table>>(sqlite, table, today[table]);
  const accounts = rowsOf("administrators");
  const turnedOff = describeTurnedOff(restored);
  giveIds(sqlite, accounts, restored);
  const ids = accounts.map(({ id }) => id);
  const at = new Date().toISOString();
  await db
    .updateTable("administrators")
    .set({ turnedOffAt: at })
    .where("id", "not in", ids)
    .where("turnedOffAt", "is", null)
    .execute();
  await db.updateTable("apiTokens").set({ revokedAt: at }).where("revokedAt", "is", null).execute();
  for (const account of accounts) {
    const row = { ...account, totpSecret: sealAnew(account, secrets) };
    await db
      .insertInto("administrators")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }
  for (const table of ["passkeys", "recoveryCodes"] as const) {
    await db.deleteFrom(table).where("administratorId", "in", ids).execute();
    for (const row of rowsOf(table)) {
      await db.deleteFrom(table).where("id", "=", row.id).execute();
      await db.insertInto(table).values(row).execute();
    }
  }
  await keepSignInRules(db, rowsOf("settings"), at);
  for (const link of rowsOf("passwordLinks")) await db.insertInto("passwordLinks").values(link).execute();
  for (const token of rowsOf("apiTokens")) {
    await db
      .deleteFrom("apiTokens")
      .where(({ or, eb }) => or([eb("id", "=", token.id), eb("hash", "=", token.hash)]))
      .execute();
    await db.insertInto("apiTokens").values(token).execute();
  }
  await unassign(db);
  return turnedOff;
}

/** Requests assigned to someone who can't work on them would be on no list; unassigned, the others see them. */
async function unassign(db: Kysely<Database>): Promise<void> {
  const accounts = await db.selectFrom("administrators").selectAll().execute();
  const away = accounts.filter((account) => !mayWorkOnRequests(account)).map(({ id }) => id);
  for (const { table, finished } of REQUEST_KINDS)
    await db
      .updateTable(table)
      .set({ assigneeId: null })
      .where("assigneeId", "in", away)
      .where("status", "not in", finished)
      .execute();
}

/** What everyone needs to sign in, as stored or as the business file says: a restore replaces that too. */
async function keepSignInRules(
  db: Kysely<Database>,
  settings: readonly Row<"settings">[],
  updatedAt: string,
): Promise<void> {
  // As in settings/sections.ts, which nothing here may load.
  const section = "sign-in";
  const stored = settings.find((one) => one.section === section);
  const value = JSON.stringify({ signIn: readFileValue(config.BUSINESS_FILE, "signIn") });
  await db.deleteFrom("settings").where("section", "=", section).execute();
  await db
    .insertInto("settings")
    .values(stored ?? { section, value, version: 1, updatedAt, updatedBy: null })
    .execute();
}

/** What a site signs and seals with; undefined where it has no secret yet. */
interface Secrets {
  today: string | undefined;
  restored: string | undefined;
}

/**
 * Gives the accounts of a backup the ids that those of the same names have today, as on a machine that was set up again. One that has such
 * an id already is that account, under any name.
 * @throws StartError if two would be one
 */
function giveIds(
  sqlite: SqliteConnection,
  accounts: readonly Row<"administrators">[],
  restored: readonly StoredAccount[],
): void {
  const today = new Map(accounts.map(({ id, usernameKey: name }) => [name, id]));
  const taken = new Set(restored.map(({ id }) => id));
  const renamed = restored.flatMap((account) => {
    const id = today.get(usernameKey(account.username));
    if (id === undefined || id === account.id) return [];
    if (taken.has(id)) throw strangeAccount(account);
    return [{ from: account.id, to: id }];
  });
  if (renamed.length === 0) return;
  const references = sqlite
    .prepare(
      `select "table".name as "table", key."from" as "column" from pragma_table_list as "table"
       join pragma_foreign_key_list("table".name) as key where "table".schema = 'main' and key."table" = 'administrators'`,
    )
    .all() as { table: string; column: string }[];
  sqlite.pragma("foreign_keys = OFF");
  sqlite.transaction(() => {
    for (const { from, to } of renamed) {
      sqlite.prepare("update administrators set id = ? where id = ?").run(to, from);
      for (const { table, column } of references)
        sqlite
          .prepare(`update ${quoteName(table)} set ${quoteName(column)} = ? where ${quoteName(column)} = ?`)
          .run(to, from);
    }
  })();
  sqlite.pragma("foreign_keys = ON");
}

/**
 * The sealed secret of an account's app, as the site opens it after the restore. One that was lost with the secret that comes back stays
 * lost: a code is asked for, and nothing opens it.
 */
function sealAnew({ id, totpSecret }: Row<"administrators">, { today, restored }: Secrets): string | null {
  if (!totpSecret || today === undefined || restored === undefined) return totpSecret ?? null;
  const purpose = appPurpose(id);
  const secret = openSealedWith(today, purpose, totpSecret);
  if (secret) return sealWith(restored, purpose, secret);
  return openSealedWith(restored, purpose, totpSecret)
    ? sealWith(newSecret(), purpose, Buffer.from(totpSecret))
    : totpSecret;
}

/** @throws StartError if nobody could sign in as an owner with a password: an owner who only has a passkey may have lost it */
function requireOwner(accounts: readonly StoredAccount[]): void {
  if (accounts.some(({ role, isOff, hasPassword }) => role === "owner" && !isOff && hasPassword)) return;
  throw new StartError(
    "This backup has no owner's account that can sign in, so nobody could get into the site after a restore. Use another.",
  );
}
