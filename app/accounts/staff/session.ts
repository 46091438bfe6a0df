import { redirect } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { extendSession } from "~/accounts/session.server";
import { readForm } from "~/http/form.server";
import { STAFF_HOME, safeReturnPath } from "~/values/return-path";

export const loader = staffLoader(() => redirect(STAFF_HOME));

/** The refresh button without script: extends the session and returns to the same page. */
export const action = staffAction(async ({ request, session, now }) => {
  await extendSession(session, now);
  const form = await readForm(request, ["returnTo"]);
  return redirect(safeReturnPath(form.get("returnTo")?.toString()), 303);
});
