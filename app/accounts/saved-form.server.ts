import type { LoaderFunctionArgs } from "@remix-run/node";
import { SAVED_SUBMISSION_PARAM, type StaffRequestArgs } from "./require-staff.server";
import { findSavedSubmission } from "./saved-submission.server";

/** What is said above a form that is back. */
export const SAVED_FORM_MESSAGE = "Your session had ended when you sent this. Check it, then save it.";

/** The form that was posted to this page after its session had ended, to be shown again as typed. */
export async function readSavedForm({
  request,
  session,
  now,
}: Pick<StaffRequestArgs<LoaderFunctionArgs>, "request" | "session" | "now">): Promise<FormData | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const id = searchParams.get(SAVED_SUBMISSION_PARAM);
  const saved = id ? await findSavedSubmission(id, session.user._id, now) : undefined;
  if (!saved || saved.path !== pathname.replace(/\.data$/, "")) return undefined;
  const form = new FormData();
  for (const [name, value] of saved.fields) form.set(name, value);
  return form;
}
