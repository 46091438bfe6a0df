import type { StaffSession } from "~/accounts/session";
import { isSessionKey, makeSessionKey } from "~/accounts/session-key.server";

/** The browser follows the redirect to the file at once. */
const KEY_SECONDS = 60;

/** The key that lets a session that has just confirmed its password download one backup. */
export function makeDownloadKey(backup: string, session: Pick<StaffSession, "id">, now: Date): string {
  return makeSessionKey(purposeOf(backup), { session, now, seconds: KEY_SECONDS });
}

/** Whether a session may download a backup with this key now. */
export function isDownloadKey(
  key: string | undefined,
  { backup, session, now }: { backup: string; session: Pick<StaffSession, "id">; now: Date },
): boolean {
  return isSessionKey(key, purposeOf(backup), { session, now });
}

function purposeOf(backup: string): string {
  return `download of the backup ${backup}`;
}
