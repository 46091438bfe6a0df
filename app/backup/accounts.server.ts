import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { usernameKey, usernameSchema } from "~/accounts/administrator";
import { isPasswordHash } from "~/accounts/password.server";
import { ROLE_LABELS, type Role, toRole } from "~/accounts/roles";
import type { EndedAccess, Row } from "~/db/schema";
import type { SqliteConnection } from "~/db/sqlite/open.server";
import { hasTable } from "~/db/sqlite/tables.server";
import { isValidId } from "~/values/id";
import { StartError } from "~/values/start-error";
import { readContents, requireContents } from "./contents.server";
import { readManifest } from "./manifest.server";

/** An account in a database, whatever version made it. */
export interface StoredAccount {
  id: string;
  username: string;
  role: Role;
  /** Whether it has a password or a passkey, and is not turned off. */
  canSignIn: boolean;
  hasPassword: boolean;
  /** Whether this program could have made it: it is found by the name that it shows, and by its id. */
  isOurs: boolean;
}

/** What gives access to a database's site. */
export interface Access {
  accounts: StoredAccount[];
  tokens: StoredToken[];
  /** The accounts that have an authenticator app. */
  withApp: string[];
  passkeys: Pick<Row<"passkeys">, "id" | "administratorId">[];
  /** The ids of what was taken off an account, revoked, used or replaced. */
  ended: Record<EndedAccess, string[]>;
  /** Those that were not used. */
  recoveryCodes: Row<"recoveryCodes">[];
}

/** What a site without accounts has. */
export const NO_ACCESS: Access = {
  accounts: [],
  tokens: [],
  withApp: [],
  passkeys: [],
  ended: { passkey: [], apiToken: [], recoveryCode: [] },
  recoveryCodes: [],
};

interface StoredToken extends Pick<StoredAccount, "id" | "username" | "role"> {
  isRevoked: boolean;
}

/**
 * Rejects a database from elsewhere where something is worked out as it is read: that could go on without end. No version of this program
 * makes a view, or a column of that kind.
 * @throws StartError
 */
function rejectComputed(sqlite: SqliteConnection): void {
  const found = (sql: string) => sqlite.prepare(sql).get() !== undefined;
  if (
    // First, because to ask for the columns of a virtual table opens it, and with it what it reads.
    found("select 1 from sqlite_schema where type = 'view'") ||
    found(
      `select 1 from pragma_table_list as "table" where schema = 'main' and (
         type = 'virtual' and name in ('administrators', 'apiTokens', 'passkeys', 'erasures', 'recoveryCodes')
         or exists (select 1 from pragma_table_xinfo("table".name) where hidden > 1))`,
    )
  )
    throw new StartError("This backup's database is not as this program makes it. Use another.");
}

/**
 * Who and what gets in to a backup's site.
 * @param folder the backup's
 * @throws StartError if its database can't be read, or does not have what its manifest says
 */
export function readBackupAccess(folder: string): Access {
  try {
    const sqlite = new SqliteDatabase(path.join(folder, "site.db"), { readonly: true, fileMustExist: true });
    try {
      rejectComputed(sqlite);
      requireContents(readContents(sqlite), readManifest(folder));
      return readAccess(sqlite);
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`This backup's database can't be read: ${(error as Error).message}. Use another.`);
  }
}

/** Who and what gets in to a database's site. */
export function readAccess(sqlite: SqliteConnection): Access {
  const access = { ...NO_ACCESS, accounts: readAccounts(sqlite), tokens: readTokens(sqlite) };
  if (!hasTable(sqlite, "passkeys")) return access;
  const ids = (sql: string) => sqlite.prepare(sql).pluck().all() as string[];
  const ended = (kind: EndedAccess) =>
    hasTable(sqlite, "erasures") ? ids(`select recordId from erasures where recordKind = '${kind}'`) : [];
  return {
    ...access,
    withApp: ids("select id from administrators where totpSecret is not null"),
    passkeys: sqlite.prepare("select id, administratorId from passkeys").all() as Access["passkeys"],
    ended: {
      passkey: ended("passkey"),
      // In a database of an earlier version only the token itself says so.
      apiToken: [
        ...ended("apiToken"),
        ...access.tokens.filter(({ isRevoked }) => isRevoked).map(({ id }) => id),
      ],
      recoveryCode: ended("recoveryCode"),
    },
    recoveryCodes: sqlite.prepare("select * from recoveryCodes").all() as Row<"recoveryCodes">[],
  };
}

/** The accounts that have a second factor. */
export function listWithFactor({ withApp, passkeys }: Access): Set<string> {
  return new Set([...withApp, ...passkeys.map(({ administratorId }) => administratorId)]);
}

/** The accounts of a database, by name. */
export function readAccounts(sqlite: SqliteConnection): StoredAccount[] {
  if (!hasTable(sqlite, "administrators")) return [];
  const withPasskey = new Set(
    hasTable(sqlite, "passkeys")
      ? sqlite.prepare("select distinct administratorId from passkeys").pluck().all()
      : [],
  );
  const rows = sqlite.prepare("select * from administrators order by usernameKey").all();
  return (rows as Record<string, unknown>[]).map((row) => {
    const { id, username, usernameKey: key, passwordHash, turnedOffAt } = row;
    const hasPassword = passwordHash !== "";
    return {
      ...{ id: String(id), username: String(username), hasPassword },
      // Before there were roles everybody was an owner, and nobody was turned off.
      role: "role" in row ? toRole(String(row.role)) : "owner",
      canSignIn: !turnedOffAt && (hasPassword || withPasskey.has(id)),
      isOurs:
        isValidId(String(id)) &&
        usernameSchema.safeParse(username).data === username &&
        key === usernameKey(String(username)) &&
        (passwordHash === "" || isPasswordHash(String(passwordHash))),
    };
  });
}

/**
 * The hash of the password of an owner who could sign in to a backup's site; undefined where there is no such account.
 * @param folder of a backup that was made here: one from elsewhere is read in a process of its own
 */
export function readOwnerHash(folder: string, id: string): string | undefined {
  const sqlite = new SqliteDatabase(path.join(folder, "site.db"), { readonly: true, fileMustExist: true });
  try {
    const select =
      "select passwordHash from administrators where id = ? and role = 'owner' and turnedOffAt is null and passwordHash <> ''";
    return sqlite.prepare<[string], string>(select).pluck().get(id);
  } finally {
    sqlite.close();
  }
}

/**
 * @throws StartError if an account is none that this program makes, as one that signs in under another name than it shows, or if nobody
 * could sign in as an owner with a password, because the browser then has no way back
 */
export function requireAccounts(accounts: readonly StoredAccount[]): void {
  const other = accounts.find(({ isOurs }) => !isOurs);
  if (other)
    throw new StartError(
      `The account “${other.username}” of this backup is not as this program makes it. Use another.`,
    );
  if (accounts.some(({ role, canSignIn, hasPassword }) => role === "owner" && canSignIn && hasPassword))
    return;
  throw new StartError(
    "This backup has no owner's account that can sign in, so nobody could get into the site after a restore. Use another.",
  );
}

/**
 * Who signs in after a restore, in sentences.
 * @param userId the account of whoever restores
 */
export function describeAccess(backup: Access, present: Access, userId: string): string[] {
  const then = backup.accounts.filter(({ canSignIn }) => canSignIn);
  const now = new Set(present.accounts.filter(({ canSignIn }) => canSignIn).map(({ id }) => id));
  const back = then.filter(({ id }) => !now.has(id));
  // What has ended stays so (restore.server.ts).
  const tokens = backup.tokens.filter(
    ({ id, isRevoked }) => !isRevoked && !present.ended.apiToken.includes(id),
  );
  const passkeys = backup.passkeys.filter(({ id }) => !present.ended.passkey.includes(id));
  const [factors, factorsThen] = [listWithFactor(present), listWithFactor({ ...backup, passkeys })];
  const unprotected = then.filter(({ id }) => factors.has(id) && !factorsThen.has(id));
  return [
    `These can sign in afterwards, with the passwords and passkeys they had then: ${list(then)}.`,
    ...(back.length > 0 ? [`Of them, these can't sign in now: ${list(back)}.`] : []),
    ...(unprotected.length > 0
      ? [
          `Of them, these have a second factor now, and need the password alone afterwards: ${list(unprotected)}.`,
        ]
      : []),
    ...(then.some(({ id }) => id === userId) ? [] : ["Your own account is not among them."]),
    ...(tokens.length > 0 ? [`These API tokens work afterwards: ${list(tokens)}.`] : []),
  ];
}

/** The API tokens of a database, revoked ones too. */
function readTokens(sqlite: SqliteConnection): StoredToken[] {
  if (!hasTable(sqlite, "apiTokens")) return [];
  const rows = sqlite.prepare("select id, name, role, revokedAt from apiTokens order by name").all();
  return (rows as Record<string, unknown>[]).map(({ id, name, role, revokedAt }) => ({
    ...{ id: String(id), username: String(name), role: toRole(String(role)) },
    isRevoked: revokedAt !== null,
  }));
}

function list(named: readonly Pick<StoredAccount, "username" | "role">[]): string {
  return named.map(({ username, role }) => `${username} (${ROLE_LABELS[role]})`).join(", ");
}
