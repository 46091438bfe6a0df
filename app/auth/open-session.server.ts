import type { Administrator } from "~/models/administrator.server";
import type { StaffSession } from "~/models/session";
import { endSession, startSession } from "~/models/session.server";
import { sessionHeaders, sessionOf } from "./session-cookie.server";

/**
 * Opens a session for who has just signed in, and ends the one that the browser had: its id is always new.
 * @returns the session, and the headers that give it to the browser
 */
export async function openSession(
  request: Request,
  { id }: Administrator,
  now: Date,
): Promise<{ session: StaffSession; headers: Headers }> {
  const before = await sessionOf(request, now);
  if (before) await endSession(before.id);
  const { secret, session } = await startSession(id, now);
  return { session, headers: await sessionHeaders(secret, session) };
}
