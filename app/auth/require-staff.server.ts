import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { logSecurity } from "~/doors/log.server";
import { holdForm } from "~/models/held-form.server";
import { PICTURE_PROBLEM, pictureFromForm } from "~/models/pictures.server";
import { returnAddress } from "~/models/return-address";
import type { StaffSession } from "~/models/session";
import { touchSession } from "~/models/session.server";
import { lastSignedIn, sessionOf } from "./session-cookie.server";

/** What a staff page's loader and action get beside the request. */
export type StaffArgs<Args> = Args & { session: StaffSession; now: Date };

/**
 * A loader for staff alone: without a live session it answers with the way to `/login`, which comes back here.
 * Every page view counts as activity (decisions, section 4).
 */
export function staffLoader<Answer>(load: (args: StaffArgs<LoaderFunctionArgs>) => Promise<Answer> | Answer) {
  return async (args: LoaderFunctionArgs): Promise<Answer> => {
    const now = new Date();
    const session = await sessionOf(args.request, now);
    if (!session) throw toSignIn(args.request);
    return load({ ...args, session: await touchSession(session, now), now });
  };
}

/**
 * An action for staff alone. A form posted after its session ended is held for its owner and comes back filled once
 * they have signed in, on the page it was posted from (decisions, section 4).
 */
export function staffAction<Answer>(act: (args: StaffArgs<ActionFunctionArgs>) => Promise<Answer> | Answer) {
  return async (args: ActionFunctionArgs): Promise<Answer> => {
    const now = new Date();
    const session = await sessionOf(args.request, now);
    if (!session) throw toSignIn(args.request, await hold(args, now));
    logSecurity("staff-change", { requestId: args.context.requestId, administratorId: session.user._id });
    return act({ ...args, session: await touchSession(session, now), now });
  };
}

/** The action of a staff page that takes no form: without a session the way to sign in, else 405. */
export const noStaffAction = staffAction(() => {
  throw new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
});

/** The name under which a page finds the form that was held for it: `?held={id}`. */
export const HELD_PARAMETER = "held";

async function hold({ request, context }: ActionFunctionArgs, now: Date): Promise<string | undefined> {
  const owner = await lastSignedIn(request);
  if (!owner) return undefined;
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(await request.text())) form.append(name, value);
  // Where the picture is no good, the words are held all the same, and why it is not among them.
  form.delete(PICTURE_PROBLEM);
  const picture = await pictureFromForm(form, context.upload);
  if (!picture.ok) form.set(PICTURE_PROBLEM, picture.sentence);
  const fields = [...form].map(([name, value]): [string, string] => [name, String(value)]);
  return holdForm({ administratorId: owner.id, address: pageOf(request).pathname, fields }, now);
}

function toSignIn(request: Request, heldId?: string): Response {
  const page = pageOf(request);
  if (heldId) page.searchParams.set(HELD_PARAMETER, heldId);
  const to = returnAddress(page.pathname + page.search);
  return redirect(`/login?${new URLSearchParams({ redirectTo: to })}`, {
    status: 303,
    headers: { "Cache-Control": "no-store" },
  });
}

/** The page's own address: without the parts that are the router's. */
function pageOf(request: Request): URL {
  const page = new URL(request.url);
  page.pathname = page.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  page.searchParams.delete("_routes");
  page.searchParams.delete("index");
  return page;
}
