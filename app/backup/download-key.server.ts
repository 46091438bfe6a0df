import { z } from "zod";
import type { StaffSession } from "~/accounts/session";
import { openSealed, seal } from "~/http/sealed.server";

const DOWNLOAD = "download of a backup";
/** The browser follows the redirect to the file at once. */
const KEY_SECONDS = 60;
const keySchema = z.object({ backup: z.string(), sessionId: z.string(), until: z.number() });

/** What a session that has just confirmed its password downloads one backup with. */
export function makeDownloadKey(
  backup: string,
  { id: sessionId }: Pick<StaffSession, "id">,
  now: Date,
): string {
  const until = now.getTime() + KEY_SECONDS * 1000;
  return seal(DOWNLOAD, JSON.stringify({ backup, sessionId, until }));
}

/** Whether a session downloads a backup with this key now. */
export function isDownloadKey(
  key: string | undefined,
  { backup, session, now }: { backup: string; session: Pick<StaffSession, "id">; now: Date },
): boolean {
  const opened = key && openSealed(DOWNLOAD, key);
  if (!opened) return false;
  const allowed = keySchema.parse(JSON.parse(opened));
  return allowed.backup === backup && allowed.sessionId === session.id && now.getTime() < allowed.until;
}
