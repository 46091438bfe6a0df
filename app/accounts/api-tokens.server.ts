import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { log } from "~/http/log.server";
import { newId } from "~/values/id.server";
import { type TokenError, verifyToken } from "./access-token.server";
import { type Asked, mayStill, noteRevoked, recordAccount, tokenName } from "./administrator.server";
import { tellActor } from "./people.server";
import { ROLE_LABELS, type Role, toRole } from "./roles";
import { hashSecret, newSecret } from "./secret.server";
import type { StaffSession } from "./session";
import { findSessionById } from "./session.server";
import { readSession } from "./session-cookie.server";

/** What a token begins with, so that secret scanners find it in files. */
const PREFIX = "yard_";
const TOKEN = /^Bearer (yard_[\w-]{43})$/i;
/** How often its last use is stored. */
const USE_INTERVAL_MS = 60_000;

/** A token of a program, without its secret, of which only a hash is stored. */
type ApiToken = Row<"apiTokens">;

/** Makes a token. @returns its secret, which is shown once */
export async function createApiToken({ name, role }: { name: string; role: Role }): Promise<string> {
  const secret = PREFIX + newSecret();
  const id = newId(now());
  return transaction(async () => {
    await db
      .insertInto("apiTokens")
      .values({
        ...{ id, name, role, hash: hashSecret(secret) },
        createdAt: now().toISOString(),
        createdBy: actor().username ?? null,
        ownerId: actor().accountId ?? null,
      })
      .execute();
    await recordAccount("created", { id, username: tokenName(name) }, { after: { role } });
    await tellActor(`An API token with the role ${ROLE_LABELS[role]} was made with your account.`);
    return secret;
  });
}

/** Every token that works, the newest first. */
export async function listApiTokens(): Promise<ApiToken[]> {
  return db
    .selectFrom("apiTokens")
    .selectAll()
    .where("revokedAt", "is", null)
    .orderBy("createdAt", "desc")
    .execute();
}

/** Ends a token at once; false if there is none that works. */
export async function revokeApiToken(id: string): Promise<boolean> {
  return transaction(async () => {
    const revoked = await db
      .updateTable("apiTokens")
      .set({ revokedAt: now().toISOString() })
      .where("id", "=", id)
      .where("revokedAt", "is", null)
      .returning("name")
      .executeTakeFirst();
    if (revoked) await noteRevoked({ id, name: revoked.name });
    return revoked !== undefined;
  });
}

/**
 * Verifies the token of a call under `/api/admin`: that of a session, or a program's own.
 * @returns for a program a session that has no end of its own
 */
export async function verifyStaffToken(
  request: Request,
  time: Date,
): Promise<{ ok: true; session: StaffSession } | { ok: false; error: TokenError }> {
  const secret = TOKEN.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (!secret) return verifyToken(request, time);
  const token = await findToken({ hash: hashSecret(secret) });
  if (!token) return { ok: false, error: "invalid" };
  if (!works(token)) return { ok: false, error: "revoked" };
  await noteUse(token, time);
  const { id, name, role } = token;
  const never = new Date(8.64e15);
  return {
    ok: true,
    session: {
      id,
      user: { _id: id, username: tokenName(name) },
      role: toRole(role),
      // A program has none, and the owner who made its token answers for it.
      hasSecondFactor: true,
      expiresAt: never,
      endsAt: never,
    },
  };
}

/** Who is signed in by a page's cookie or the API's token; undefined for a visitor. It identifies, and doesn't authorize. */
export async function findStaffSession(request: Request, time: Date): Promise<StaffSession | undefined> {
  const token = await verifyStaffToken(request, time);
  return token.ok ? token.session : readSession(request, time);
}

/**
 * Whether this session or token would still be let in: a long list takes as long to send as its client does. A session that has timed out
 * doesn't cut it off: from then on only the account counts.
 */
export async function mayGoOn(session: StaffSession, asked: Asked, time: Date): Promise<boolean> {
  const { id, user, expiresAt } = session;
  if (await mayStill(user._id, asked))
    return time >= expiresAt || (await findSessionById(id, time)) !== undefined;
  const token = await findToken({ id: user._id });
  return token !== undefined && works(token);
}

async function findToken(by: { hash: string } | { id: string }) {
  const [column, value] = "hash" in by ? (["hash", by.hash] as const) : (["apiTokens.id", by.id] as const);
  return db
    .selectFrom("apiTokens")
    .leftJoin("administrators", "administrators.id", "apiTokens.ownerId")
    .selectAll("apiTokens")
    .select(["administrators.role as ownerRole", "administrators.turnedOffAt as ownerOffAt"])
    .where(column, "=", value)
    .executeTakeFirst();
}

/** A token is revoked with its owner; this covers what didn't come through here, such as a restored table. */
function works({ revokedAt, ownerRole, ownerOffAt }: NonNullable<Awaited<ReturnType<typeof findToken>>>) {
  return revokedAt === null && ownerRole === "owner" && ownerOffAt === null;
}

/** Best effort: a call must not fail for it. */
async function noteUse({ id, lastUsedAt }: ApiToken, time: Date): Promise<void> {
  if (lastUsedAt !== null && time.getTime() - Date.parse(lastUsedAt) < USE_INTERVAL_MS) return;
  try {
    await db.updateTable("apiTokens").set({ lastUsedAt: time.toISOString() }).where("id", "=", id).execute();
  } catch (error) {
    log.error({ error }, "noting the use of a token failed");
  }
}
