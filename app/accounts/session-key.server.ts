import { z } from "zod";
import { openSealed, seal } from "~/http/sealed.server";
import type { StaffSession } from "./session";

const keySchema = z.object({ sessionId: z.string(), until: z.number() });

/**
 * A key for an address that a session may open for a while, after it has just confirmed something.
 * @param purpose what it opens, and nothing else
 */
export function makeSessionKey(
  purpose: string,
  { session, now, seconds }: { session: Pick<StaffSession, "id">; now: Date; seconds: number },
): string {
  return seal(purpose, JSON.stringify({ sessionId: session.id, until: now.getTime() + seconds * 1000 }));
}

/** Whether a session may use this key now. */
export function isSessionKey(
  key: string | undefined,
  purpose: string,
  { session, now }: { session: Pick<StaffSession, "id">; now: Date },
): boolean {
  const opened = key && openSealed(purpose, key);
  if (!opened) return false;
  const allowed = keySchema.parse(JSON.parse(opened));
  return allowed.sessionId === session.id && now.getTime() < allowed.until;
}
