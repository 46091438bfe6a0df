import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { business } from "~/business/business.server";
import { COOKIE_ATTRIBUTES, cookieName } from "~/http/cookie.server";
import { isSameSecret } from "~/http/signed-text.server";
import { formatDateTime } from "~/values/format";
import { noteWayBack, readJournal } from "./journal.server";
import { findBackup, viewBackup } from "./view.server";

/*
 * A restore brings back accounts as they were: passwords that nobody remembers, authenticator apps of phones that are gone, or, in a backup
 * that somebody made up, nobody who gets in. So the browser that an owner confirmed it in can go back without signing in. Its key is
 * in none of what a restore replaces. It ends once an owner has signed in in that browser, and any owner can end it, so that whoever is turned
 * off since has no way back in.
 */

const WAY_BACK_HOURS = 24;
const SECONDS = WAY_BACK_HOURS * 60 * 60;

const cookie = createCookie(cookieName("way-back"), { ...COOKIE_ATTRIBUTES, maxAge: SECONDS });

/**
 * Lets this browser go back from the restore that is about to begin.
 * @param backup the name of the backup
 * @returns the header that gives it the key
 */
export async function openWayBack(backup: string, now: Date): Promise<HeadersInit> {
  const key = randomBytes(32).toString("base64url");
  const until = new Date(now.getTime() + SECONDS * 1000).toISOString();
  noteWayBack({ hash: hashOf(key), until, backup });
  return { "Set-Cookie": await cookie.serialize(key) };
}

/** Keeps what was restored: nobody goes back without signing in any longer. */
export function endWayBack(): void {
  noteWayBack(undefined);
}

/** What this browser can go back to: the backup's folder, when it was made, and until when; undefined where it can't. */
export async function findWayBack(
  request: Request,
  now: Date,
): Promise<{ folder: string; madeAt: string; until: string } | undefined> {
  const { wayBack } = readJournal();
  const key: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (!wayBack?.former || typeof key !== "string" || !isSameSecret(hashOf(key), wayBack.hash))
    return undefined;
  const folder = findBackup(wayBack.former);
  const backup = viewBackup(wayBack.former);
  if (!folder || !backup || wayBack.until <= now.toISOString()) return undefined;
  return { folder, madeAt: backup.madeAt, until: formatDateTime(wayBack.until, business.timeZone) };
}

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
