import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { actAs, staffMember } from "~/context.server";
import { log, logSecurity } from "~/http/log.server";
import { PICTURE_PROBLEM, readPictureFields } from "~/pictures/claims.server";
import { safeReturnPath } from "~/values/return-path";
import { mayGoOn } from "./api-tokens.server";
import { isFactorMissing } from "./factor-state.server";
import { mayOpen, type Role, refusalFor } from "./roles";
import { SAVED_PARAM, UNSENT_PARAM } from "./saved-form";
import { findSentAgain } from "./saved-form.server";
import { deleteSavedSubmission, type SavedSubmission, saveSubmission } from "./saved-submission.server";
import { isOpenWithoutFactor, SECOND_FACTOR_PAGE } from "./second-factor";
import type { StaffSession } from "./session";
import { pageActor, touchSession } from "./session.server";
import { readLastSession, readSession } from "./session-cookie.server";

/** The arguments of a staff page's loader or action. */
export type StaffRequestArgs<Args> = Args & { session: StaffSession; now: Date };

interface StaffActionOptions {
  savesForm?: "page" | "frame";
  namedBy?: readonly string[];
  secretFields?: readonly string[];
}

/**
 * Wraps a staff page's loader: without an open session it redirects to `/login` and back, and an account whose role does not include
 * the page gets 403. Every page view counts as activity.
 * @param options.isFrame for the frame around every page, which every role sees
 */
export function staffLoader<Result>(
  load: (args: StaffRequestArgs<LoaderFunctionArgs>) => Promise<Result> | Result,
  { isFrame = false } = {},
) {
  return async (args: LoaderFunctionArgs): Promise<Result> => {
    const now = new Date();
    const session = await readSession(args.request, now);
    if (!session) throw redirectToSignIn(args.request);
    if (!isFrame) requireFactor(session, args.request);
    if (!isFrame) requireRole(session, args.request);
    const page = { path: pageUrl(args.request).pathname, method: "GET" };
    if (!isFrame) args.context.client.onlyWhile(() => mayGoOn(session, page, new Date()));
    return actAs(staffMember(session, "page"), now, async () =>
      load({ ...args, session: await touchSession(session, now), now }),
    );
  };
}

/**
 * Wraps a staff page's action.
 * @param options.savesForm what brings back a form that was posted after its session ended, once its owner has signed in: its page,
 * filled in, or the frame, above any page; it is deleted once it is sent again from there and stored, which a redirect says, or 201
 * @param options.namedBy the fields that tell the forms of a page from each other, if it has several
 * @param options.secretFields the fields that must not be saved
 */
export function staffAction<Result>(
  act: (args: StaffRequestArgs<ActionFunctionArgs>) => Promise<Result> | Result,
  { savesForm, namedBy = [], secretFields = [] }: StaffActionOptions = {},
) {
  return async (args: ActionFunctionArgs): Promise<Result> => {
    const now = new Date();
    const session = await readSession(args.request, now);
    if (!session)
      throw redirectToSignIn(
        args.request,
        savesForm && { by: savesForm, id: await saveForm(args, now, secretFields) },
      );
    requireFactor(session, args.request);
    requireRole(session, args.request);
    logSecurity("staff-change", { requestId: args.context.requestId, administratorId: session.user._id });
    return actAs(pageActor(session), now, async () => {
      const staffArgs = { ...args, session: await touchSession(session, now), now };
      const saved = savesForm && (await findSentAgain(staffArgs, namedBy));
      const answer = await act(staffArgs);
      if (saved && isStored(answer)) await deleteSaved(saved, staffArgs);
      return answer;
    });
  };
}

/** The action of a staff page without a form: 405, or a redirect to `/login` without a session. */
export const noStaffAction = staffAction(noAction);

/** @throws Response 405 */
export function noAction(): never {
  throw new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
}

const PARAMS = { page: SAVED_PARAM, frame: UNSENT_PARAM };

/** @throws Response that leads to where a second factor is set up, if everyone needs one and this account has none */
function requireFactor(session: StaffSession, request: Request): void {
  if (isFactorMissing(session) && !isOpenWithoutFactor(pageUrl(request).pathname))
    throw redirect(SECOND_FACTOR_PAGE, { status: 303, headers: { "Cache-Control": "no-store" } });
}

/** @throws Response 403 with the reason, if the role may not ask for this page */
function requireRole({ role }: StaffSession, request: Request): void {
  if (!mayOpen(role, pageUrl(request).pathname, request.method)) throw forbidden(role);
}

/** The response to someone whose role may not do what they asked for. */
export function forbidden(role: Role): Response {
  return new Response(refusalFor(role), {
    status: 403,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}

/** Whether an action did what its form asks. Any other answer shows the form again, with errors or with what was looked up or added up. */
function isStored(answer: unknown): boolean {
  if (answer instanceof Response) return answer.status < 400;
  return (answer as { init?: ResponseInit | null } | null)?.init?.status === 201;
}

async function deleteSaved(
  { id }: SavedSubmission,
  { context, session }: StaffRequestArgs<ActionFunctionArgs>,
): Promise<void> {
  try {
    await deleteSavedSubmission(id, session.user._id);
  } catch (error) {
    // What it asked for is stored, so the answer must be a success.
    log.error({ requestId: context.requestId, error }, "deleting a saved submission failed");
  }
}

async function saveForm(
  { request, context }: ActionFunctionArgs,
  now: Date,
  secretFields: readonly string[],
): Promise<string | undefined> {
  const ended = await readLastSession(request, now);
  if (!ended) return undefined;
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(await request.text())) form.append(name, value);
  for (const name of secretFields) form.delete(name);
  // If a picture is rejected, the rest of the form is saved with the reason.
  form.delete(PICTURE_PROBLEM);
  const pictures = await readPictureFields(form, context.uploads);
  if (!pictures.ok) form.set(PICTURE_PROBLEM, pictures.messages.join("\n"));
  const fields = [...form].map(([name, value]): [string, string] => [name, String(value)]);
  return saveSubmission({ administratorId: ended.user._id, path: pageUrl(request).pathname, fields }, now);
}

function redirectToSignIn(
  request: Request,
  saved?: { by: "page" | "frame"; id: string | undefined },
): Response {
  const page = pageUrl(request);
  if (saved?.id) page.searchParams.set(PARAMS[saved.by], saved.id);
  const to = safeReturnPath(page.pathname + page.search);
  return redirect(`/login?${new URLSearchParams({ redirectTo: to })}`, {
    status: 303,
    headers: { "Cache-Control": "no-store" },
  });
}

/** The URL of the page, without what Remix adds to data requests. */
function pageUrl(request: Request): URL {
  const page = new URL(request.url);
  page.pathname = page.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  page.searchParams.delete("_routes");
  page.searchParams.delete("index");
  return page;
}
