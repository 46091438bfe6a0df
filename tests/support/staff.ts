import { hashPassword } from "~/auth/password.server";
import { sessionHeaders } from "~/auth/session-cookie.server";
import { type Administrator, createAdministrator } from "~/models/administrator.server";
import type { StaffSession } from "~/models/session";
import { startSession } from "~/models/session.server";
import { cookiesOf } from "./site";

export const PASSWORD = "correct horse battery";
let made = 0;

/** A stored account with `PASSWORD`. */
export async function administrator(username = `staff${++made}`): Promise<Administrator> {
  const passwordHash = await hashPassword(PASSWORD);
  const created = await createAdministrator({ username, passwordHash }, new Date());
  if (!created) throw new Error(`There is an account ${username} already.`);
  return created;
}

/** Somebody signed in: their cookies, ready to be sent. */
export async function signedIn(
  account?: Administrator,
): Promise<{ cookie: string; session: StaffSession; account: Administrator }> {
  const owner = account ?? (await administrator());
  const { secret, session } = await startSession(owner.id, new Date());
  const cookie = cookiesOf(new Response(null, { headers: await sessionHeaders(secret, session) }));
  return { cookie, session, account: owner };
}
