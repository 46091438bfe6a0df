import { createHash, randomBytes } from "node:crypto";
import path from "node:path";
import { createCookie } from "@remix-run/node";
import { limitHashing, verifyPassword } from "~/accounts/password.server";
import type { StaffSession } from "~/accounts/session";
import { COOKIE_ATTRIBUTES, cookieName } from "~/http/cookie.server";
import { accountTooManyRequestsMessage, busyMessage } from "~/http/form.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { isSameSecret } from "~/http/signed-text.server";
import { readOwnerHash } from "./accounts.server";
import { backupFolder } from "./folder.server";
import { noteWaysBack, openWaysBack } from "./journal.server";

/*
 * A restore brings back accounts as they were: passwords that nobody remembers, authenticator apps of phones that are gone, or, in a backup
 * that somebody made up, nobody who gets in but them. So the browser that an owner confirmed it in can go back without signing in. Its key
 * is in none of what a restore replaces, and no other restore ends it. It ends once an owner has signed in in that browser, or whoever was an
 * owner before the restore keeps what was restored, so that nobody who is turned off since has a way back in.
 */

const SECONDS = 24 * 60 * 60;
/** More than anybody restores in a day; the oldest stay. */
const MOST = 100;

const BUSY_SECONDS = 5;

const cookie = createCookie(cookieName("way-back"), { ...COOKIE_ATTRIBUTES, maxAge: SECONDS });

/**
 * Lets this browser go back from the restore that is about to begin.
 * @param backup the name of the backup
 * @returns the header that gives it the key
 */
export async function openWayBack(backup: string, now: Date): Promise<HeadersInit> {
  const key = randomBytes(32).toString("base64url");
  const until = new Date(now.getTime() + SECONDS * 1000).toISOString();
  noteWaysBack((all) =>
    [...all.filter(({ former }) => former), { hash: hashOf(key), until, backup }].slice(0, MOST),
  );
  return { "Set-Cookie": await cookie.serialize(key) };
}

/** What this browser can go back with; undefined where it can't. */
export async function findWayBack(
  request: Request,
  now: Date,
): Promise<{ folder: string; former: string; until: string } | undefined> {
  const key: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof key !== "string") return undefined;
  const found = openWaysBack(now).find(({ hash }) => isSameSecret(hashOf(key), hash));
  return found?.former === undefined
    ? undefined
    : { folder: path.join(backupFolder(), found.former), former: found.former, until: found.until };
}

/** Ends that of a browser in which an owner has signed in: they got in with what the backup had. */
export async function endWayBack(request: Request, now: Date): Promise<void> {
  const found = await findWayBack(request, now);
  if (found) noteWaysBack((all) => all.filter(({ former }) => former !== found.former));
}

/**
 * Keeps what was restored: nobody goes back without signing in any longer. Only whoever was an owner before the first of these restores
 * may, with their password of then; an owner who came with a made-up backup has none.
 * @returns why not, in a sentence
 */
export async function keepRestored(
  { id, user }: StaffSession,
  password: string,
  now: Date,
): Promise<string | undefined> {
  const [first] = openWaysBack(now);
  if (first?.former === undefined) return undefined;
  const limit = await consumeRateLimit("keepRestored", { id });
  if (!limit.ok) return accountTooManyRequestsMessage(limit.retryAfter);
  const hash = readOwnerHash(path.join(backupFolder(), first.former), user._id);
  const isTheirs = await limitHashing(() => verifyPassword(password, hash));
  if (isTheirs === undefined) return busyMessage(BUSY_SECONDS);
  if (!isTheirs) return "Only an owner of before the restore can do this, with the password of then.";
  noteWaysBack(() => []);
  return undefined;
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
