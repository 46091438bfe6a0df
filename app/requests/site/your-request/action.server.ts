import type { AppLoadContext } from "@remix-run/node";
import { Rejection, takeForm } from "~/http/public-form.server";
import { redirectWithToast } from "~/http/toast.server";
import {
  CUSTOMER_INTENTS,
  CUSTOMER_MESSAGES,
  customerFileUrl,
  customerPageUrl,
  ESTIMATE_PAGE,
  OFFER_PAGE,
} from "~/requests/customer";
import {
  addCustomerNote,
  answerOffer,
  approveEstimate,
  type CustomerOutcome,
  type Shown,
  withdrawRequest,
} from "~/requests/customer.server";
import { checkNothing } from "~/ui/forms/check-form";
import { checkApproval, checkMessage, checkOfferAnswer } from "./checks";

/** Does what the form's `intent` says, and returns to the page. */
export async function postCustomerForm(linkKey: string, form: FormData, context: AppLoadContext) {
  const intent = CUSTOMER_INTENTS.find((known) => known === form.get("intent"));
  if (!intent) throw new Response(null, { status: 400 });
  const { added, withdrawn, full, cancelled, finished, notSent } = CUSTOMER_MESSAGES;
  if (intent === "withdraw") {
    return takeForm(form, context, {
      name: "a withdrawal",
      check: checkNothing,
      limit: "customerPage",
      store: async () => {
        const outcome = await withdrawRequest(linkKey, new Date());
        return outcome === "done"
          ? backToPage(linkKey, withdrawn)
          : new Rejection(finished, statusOf(outcome));
      },
    });
  }
  return takeForm(form, context, {
    name: "a customer's message",
    check: checkMessage,
    limit: "customerPage",
    store: async ({ content }, formKey) => {
      const outcome = await addCustomerNote(linkKey, content, { formKey, now: new Date() });
      if (outcome === "done") return backToPage(linkKey, added);
      const why = { full, finished: cancelled, "not-found": notSent }[outcome];
      return new Rejection(why, statusOf(outcome));
    },
  });
}

/** Approves the estimate that the form's `version` names, and returns to it. */
export async function postApproval(linkKey: string, form: FormData, context: AppLoadContext) {
  const shown = shownIn(form);
  const { approved, replaced, noEstimate } = CUSTOMER_MESSAGES;
  return takeForm(form, context, {
    name: "an approval",
    check: checkApproval,
    limit: "customerPage",
    store: async (fields) => {
      const outcome = await approveEstimate(linkKey, shown, fields, new Date());
      if (outcome !== "done")
        return new Rejection(outcome === "replaced" ? replaced : noEstimate, statusOf(outcome));
      const page = customerFileUrl(linkKey, ESTIMATE_PAGE, { version: String(shown.number) });
      return redirectWithToast(page, { title: approved }, { "X-Remix-Replace": "true" });
    },
  });
}

/** Accepts or declines the offer that the form's `version` names, and returns to it. */
export async function postOfferAnswer(linkKey: string, form: FormData, context: AppLoadContext) {
  const { acceptedOffer, declinedOffer, offerReplaced, offerEnded, offerAnswered, noOffer } =
    CUSTOMER_MESSAGES;
  const why: Record<string, string> = {
    replaced: offerReplaced,
    ended: offerEnded,
    answered: offerAnswered,
  };
  return takeForm(form, context, {
    name: "an answer to an offer",
    check: checkOfferAnswer,
    limit: "customerPage",
    store: async (fields) => {
      const outcome = await answerOffer(linkKey, shownIn(form), fields, new Date());
      if (outcome !== "done")
        return new Rejection(why[outcome] ?? noOffer, outcome === "not-found" ? 404 : 409);
      return redirectWithToast(
        customerFileUrl(linkKey, OFFER_PAGE),
        { title: fields.answer === "accepted" ? acceptedOffer : declinedOffer },
        { "X-Remix-Replace": "true" },
      );
    },
  });
}

function shownIn(form: FormData): Shown {
  return { number: Number(form.get("version")), shown: form.get("shown")?.toString() ?? null };
}

function statusOf(outcome: CustomerOutcome | "replaced"): number {
  return outcome === "not-found" ? 404 : 409;
}

function backToPage(linkKey: string, title: string): Promise<Response> {
  // In place of the current history entry: Back leads to the page before, not to this one as it was.
  return redirectWithToast(customerPageUrl(linkKey), { title }, { "X-Remix-Replace": "true" });
}
