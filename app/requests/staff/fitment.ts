import { redirect } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { isVerdict } from "~/interchange/verdicts";
import { sayFitForRequest } from "~/requests/fitment.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequest } from "~/requests/record.server";
import { keepTyped } from "~/staff/forms/keep-typed";
import { isValidId } from "~/values/id";
import { backUrl } from "./answer.server";

const TOASTS = {
  said: {
    title: "Noted",
    description: "It's offered the next time someone asks for this part for this car.",
  },
  "no-car": {
    title: "Not noted",
    description: "The request has no year, make and model. Add them, or note it on the part's page.",
    variant: "destructive",
  },
  "no-part": { title: "Not noted", description: "That part was deleted.", variant: "destructive" },
} as const;

/** Only a form leads here; its page is the request's. */
export const loader = staffLoader(async ({ params: { id } }) => {
  const stored = isValidId(id) && (await findRequest(PART_REQUESTS, id));
  if (!stored) throw new Response(null, { status: 404 });
  return redirect(`${PART_REQUESTS.path}/${id}`);
});

/** Stores what staff say about how a part fits the car of a request. */
export const action = staffAction(async ({ request, params: { id } }) => {
  const form = await readForm(request, ["part", "verdict"]);
  const partId = form.get("part")?.toString();
  const verdict = form.get("verdict")?.toString();
  if (!isValidId(id) || !isValidId(partId) || !isVerdict(verdict)) throw new Response(null, { status: 400 });
  const outcome = await sayFitForRequest(id, { partId, verdict });
  if (outcome === "not-found") throw new Response(null, { status: 404 });
  const back = backUrl(new URL(request.url).searchParams, PART_REQUESTS, id);
  return redirectWithToast(back, TOASTS[outcome]);
});

export const clientAction = keepTyped;
