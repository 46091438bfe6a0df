import { redirect } from "@remix-run/node";
import { staffAction, staffLoader } from "~/auth/require-staff.server";
import { readForm } from "~/doors/form.server";
import { returnAddress, STAFF_HOME } from "~/models/return-address";
import { extendSession } from "~/models/session.server";

export const loader = staffLoader(() => redirect(STAFF_HOME));

/** The refresh button without script: moves the session's end, and goes back to the page it stands on. */
export const action = staffAction(async ({ request, session, now }) => {
  await extendSession(session, now);
  const form = await readForm(request, ["returnTo"]);
  return redirect(returnAddress(form.get("returnTo")?.toString()), 303);
});
