import { pickFields } from "~/http/form.server";
import { isValidId } from "~/values/id";
import { SAVED_PARAM } from "./saved-form";
import { findSavedSubmission, type SavedSubmission } from "./saved-submission.server";
import type { StaffSession } from "./session";

/** What is said above a form that is back. */
export const SAVED_FORM_MESSAGE = "Your session had ended when you sent this. Check it, then save it.";

/** What a staff page's loader and action have. */
interface PageArgs {
  request: Request;
  session: StaffSession;
  now: Date;
}

/** The form of the page's address, if this account posted it to this page after its session had ended. */
export async function findSavedForm(
  { request, session, now }: PageArgs,
  param = SAVED_PARAM,
): Promise<SavedSubmission | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const id = searchParams.get(param) ?? undefined;
  const saved = isValidId(id) ? await findSavedSubmission(id, session.user._id, now) : undefined;
  return saved?.path === pathname.replace(/\.data$/, "") ? saved : undefined;
}

/** The `known` fields of the form of the page's address, to be shown again as typed. */
export async function readSavedForm(args: PageArgs, known: readonly string[]): Promise<FormData | undefined> {
  const saved = await findSavedForm(args);
  return saved && pickFields(new URLSearchParams(saved.fields), known);
}

/**
 * The saved form that is sent again now, as it was or corrected. Its body can be read again.
 * @param namedBy the fields that tell the forms of its page from each other; a form with files is the only such one of its page
 */
export async function findSentAgain(
  args: PageArgs,
  namedBy: readonly string[],
): Promise<SavedSubmission | undefined> {
  const saved = await findSavedForm(args);
  const hasFiles = args.request.headers.get("Content-Type")?.startsWith("multipart/");
  if (!saved || namedBy.length === 0 || hasFiles) return saved;
  const [before, again] = [
    new URLSearchParams(saved.fields),
    new URLSearchParams(await args.request.clone().text()),
  ];
  return namedBy.every((name) => before.get(name) === again.get(name)) ? saved : undefined;
}
