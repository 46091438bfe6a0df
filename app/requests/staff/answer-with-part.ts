import { redirect } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { HOLD_HOURS } from "~/parts/part";
import { answerQuery } from "~/requests/answer";
import { canMail } from "~/requests/answer.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequest } from "~/requests/record.server";
import { REQUEST_GONE } from "~/requests/work";
import { answerWithPart, type PartAnswered } from "~/requests/work.server";
import { keepTyped } from "~/staff/forms/keep-typed";
import { formatDateTime } from "~/values/format";
import { isValidId } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import { backUrl } from "./answer.server";

const REFUSALS: Record<Exclude<PartAnswered["outcome"], "done">, string> = {
  changed: "Someone has quoted a price since you opened this page. Here's where it stands.",
  over: "The request is cancelled, or marked as spam. Change that first.",
  taken: "Someone has sold or held that part since you opened this page.",
  "no-price": "That part has no price. Add one first.",
  "no-part": "That part was deleted.",
  "not-found": REQUEST_GONE,
};

/** Only a form leads here; its page is the request's. */
export const loader = staffLoader(async ({ params: { id } }) => {
  const stored = isValidId(id) && (await findRequest(PART_REQUESTS, id));
  if (!stored) throw new Response(null, { status: 404 });
  return redirect(`${PART_REQUESTS.path}/${id}`);
});

/** Quotes a part's price and holds it, then leads to the message to the customer if they can be mailed. */
export const action = staffAction(async ({ request, params: { id } }) => {
  const form = await readForm(request, ["part", "expectedVersion"]);
  const partId = form.get("part")?.toString();
  if (!isValidId(id) || !isValidId(partId)) throw new Response(null, { status: 400 });
  const page = `${PART_REQUESTS.path}/${id}`;
  const expectedVersion = form.get("expectedVersion")?.toString() || null;
  const answered = await answerWithPart(id, { partId, expectedVersion });
  if (answered.outcome !== "done")
    return redirectWithToast(page, {
      title: "Not answered",
      description: REFUSALS[answered.outcome],
      variant: "destructive",
    });
  const { stockNumber, price = 0, heldUntil = "" } = answered.part;
  const toast = {
    title: `${stockNumber} is held for ${HOLD_HOURS} hours`,
    description: `Quoted at ${formatExactPrice(price)}, held until ${formatDateTime(heldUntil, business.timeZone)}.`,
  };
  const stored = await findRequest(PART_REQUESTS, id);
  if (!stored || !canMail(stored))
    return redirectWithToast(page, {
      ...toast,
      description: `${toast.description} Now call the customer: no email was sent.`,
    });
  const from = backUrl(new URL(request.url).searchParams, PART_REQUESTS, id);
  const query = new URLSearchParams(answerQuery({ about: "quoted", from }));
  return redirectWithToast(`${page}/answer?${query}`, toast);
});

export const clientAction = keepTyped;
