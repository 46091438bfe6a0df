import type { ActionFunctionArgs } from "@remix-run/node";
import { PASSWORDS_DIFFER, type usernameSchema } from "~/accounts/administrator";
import { type Administrator, findAdministrator } from "~/accounts/administrator.server";
import { beginSignIn } from "~/accounts/begin-sign-in.server";
import { newPasswordSchemaFor } from "~/accounts/new-password.server";
import { BUSY_SECONDS, hashPassword, limitHashing } from "~/accounts/password.server";
import { NAME_TAKEN } from "~/accounts/people";
import { choosePassword } from "~/accounts/people.server";
import { toRole } from "~/accounts/roles";
import { actAs, staffMember } from "~/context.server";
import { busyMessage, readForm, staffTooManyRequestsMessage, tooManyRequestsInit } from "~/http/form.server";
import { logSecurity } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { getParam } from "~/values/query-params";
import { type ChosenReply, linkGone } from "./choose-password-form";

/** The secret of the link that a page was opened with. */
export function keyOf(request: Request): string {
  return getParam(new URL(request.url).searchParams, "key") ?? "";
}

type Chosen =
  | { ok: true; needsCode: boolean; headers: Headers }
  | { ok: false; reply: ChosenReply; init: ResponseInit };

/**
 * Sets the password that the holder of a link has typed twice, and signs in with it.
 * @param options.account whose link it is; undefined for one that was used or is too old
 * @param options.nameSchema where the holder also names the account
 */
export async function choosePasswordByForm(
  { request, context }: ActionFunctionArgs,
  { account, nameSchema }: { account: Administrator | undefined; nameSchema?: typeof usernameSchema },
): Promise<Chosen> {
  const now = new Date();
  const { requestId } = context;
  const fail = (reply: ChosenReply, init: ResponseInit = { status: 400 }): Chosen => ({
    ok: false,
    reply,
    init,
  });
  const gone = fail({ errors: { form: linkGone(nameSchema !== undefined) } }, { status: 404 });
  const form = await readForm(request, ["username", "newPassword", "repeatedPassword"]);
  const [typedName = "", typed = "", again = ""] = ["username", "newPassword", "repeatedPassword"].map(
    (name) => form.get(name)?.toString(),
  );
  // Counted by account, so that someone who makes up links at the same IP address doesn't keep a real one from working.
  const limit = await consumeRateLimit("choosePassword", account ? { id: account.id } : context.clientIp);
  if (!limit.ok)
    return fail(
      { username: typedName, errors: { form: staffTooManyRequestsMessage(limit.retryAfter) } },
      tooManyRequestsInit(limit.retryAfter),
    );
  if (!account) return gone;
  const named = nameSchema?.safeParse(typedName);
  if (named && !named.success)
    return fail({ username: typedName, errors: { username: named.error.issues[0]?.message ?? "" } });
  const username = named?.data ?? account.username;
  const other = await findAdministrator(username);
  if (other && other.id !== account.id)
    return fail({ username: typedName, errors: { username: NAME_TAKEN } });
  const parsed = newPasswordSchemaFor(username).safeParse(typed);
  if (!parsed.success)
    return fail({ username: typedName, errors: { newPassword: parsed.error.issues[0]?.message ?? "" } });
  if (typed !== again)
    return fail({
      username: typedName,
      errors: { repeatedPassword: `${PASSWORDS_DIFFER} Please type them again.` },
    });
  const passwordHash = await limitHashing(() => hashPassword(parsed.data));
  if (!passwordHash)
    return fail(
      { username: typedName, errors: { form: busyMessage(BUSY_SECONDS) } },
      tooManyRequestsInit(BUSY_SECONDS),
    );
  const actor = staffMember({ user: { _id: account.id, username }, role: toRole(account.role) }, "page");
  const changed = await actAs(actor, now, () => choosePassword(keyOf(request), passwordHash, username));
  if (!changed) return gone;
  logSecurity("password-changed", { requestId, administratorId: account.id });
  const begun = await beginSignIn(request, changed, { now, requestId });
  return begun ? { ok: true, ...begun } : gone;
}
