import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { noSessionHeaders, sessionOf } from "~/auth/session-cookie.server";
import { readForm } from "~/doors/form.server";
import { logSecurity } from "~/doors/log.server";
import { returnAddress, STAFF_HOME } from "~/models/return-address";
import { endSession } from "~/models/session.server";

/** Logging out is a form; an address alone changes nothing. */
export function loader() {
  return redirect(STAFF_HOME);
}

/**
 * Ends the session, for its cookie and its tokens alike. A session's clock that ran out and could not reach the API
 * brings the place to come back to.
 */
export async function action({ request, context: { requestId } }: ActionFunctionArgs) {
  const session = await sessionOf(request, new Date());
  if (session) {
    await endSession(session.id);
    logSecurity("logout", { requestId, administratorId: session.user._id });
  }
  const asked = (await readForm(request, ["redirectTo"])).get("redirectTo")?.toString();
  const query = asked === undefined ? "" : `?${new URLSearchParams({ redirectTo: returnAddress(asked) })}`;
  return redirect(`/login${query}`, { status: 303, headers: await noSessionHeaders() });
}
