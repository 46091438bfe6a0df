import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { dropPendingCode } from "~/accounts/pending-sign-in.server";
import { endSession } from "~/accounts/session.server";
import { clearSessionHeaders, readLastSession } from "~/accounts/session-cookie.server";
import { readForm } from "~/http/form.server";
import { log, logSecurity } from "~/http/log.server";
import { STAFF_HOME, safeReturnPath } from "~/values/return-path";

/** Logging out takes a POST; a GET only redirects. */
export function loader() {
  return redirect(STAFF_HOME);
}

/**
 * Ends the session; its cookie and tokens stop working. The session clock posts here, with a return path, if it cannot reach
 * the API.
 */
export async function action({ request, context: { requestId } }: ActionFunctionArgs) {
  const session = await readLastSession(request, new Date());
  const headers = await clearSessionHeaders();
  try {
    await dropPendingCode(request, headers);
    if (session) {
      await endSession(session.id);
      logSecurity("logout", { requestId, administratorId: session.user._id });
    }
  } catch (error) {
    // Without its cookie the session is of no use to the next person, and it times out.
    log.error({ requestId, error }, "ending a session failed");
  }
  const returnTo = (await readForm(request, ["redirectTo"])).get("redirectTo")?.toString();
  const query =
    returnTo === undefined ? "" : `?${new URLSearchParams({ redirectTo: safeReturnPath(returnTo) })}`;
  return redirect(`/login${query}`, { status: 303, headers });
}
