import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { refuseForm, tooManyInit, tooManySentence } from "~/doors/form.server";
import { countRequest } from "~/doors/limits.server";
import { referenceFor } from "~/models/id";
import { PART_REQUEST_SENTENCES } from "~/models/part-request";
import {
  draftKey,
  findSentRequest,
  type PartRequestDraft,
  progressOf,
  saveDraft,
  sendDraft,
  withoutDonor,
} from "~/models/part-request-draft.server";
import type { PartRequest } from "~/models/part-request-schema";
import { redirectWithToast } from "~/toast.server";
import { checkForm } from "~/ui/check-form";
import { stepAddress, WIZARD_ADDRESS } from "./address";
import { draftOf, noDraftHeaders } from "./draft-cookie.server";

/** What the review posts: the key of its draft, and which state of the answers was read through. */
export const REVIEW_FIELDS = ["draft", "reviewed"] as const;

const CHANGED = {
  title: "Your answers have changed since this page was shown.",
  description: "Please check them again.",
  variant: "destructive",
} as const;

/**
 * The last step: stores exactly one request, however often it is sent, and starts anew (specification,
 * section 4). A page from before is answered with the request it became.
 */
export async function answerReview(request: Request, form: FormData, clientAddress: string, now: Date) {
  if (form.get("intent") === "back") return redirect(stepAddress(3), 303);
  const key = String(form.get("draft") ?? "");
  const sent = await findSentRequest(key);
  const draft = await draftOf(request, now);
  if (sent) return sayThanks(sent, draft);
  if (!draft) return redirect(stepAddress(1, { again: "1" }), 303);
  const { firstOpenStep } = progressOf(draft.answers);
  if (firstOpenStep < 4) return redirect(stepAddress(firstOpenStep), 303);
  // The panel above the review has a button of its own, which must not send anything.
  if (form.get("intent") === "remove-donor") {
    await saveDraft(draft, withoutDonor(draft.answers), { now });
    return redirect(stepAddress(4), 303);
  }
  if (key !== draftKey(draft.id) || form.get("reviewed") !== draft.updatedAt) {
    return redirectWithToast(stepAddress(4), CHANGED);
  }

  const submission = checkForm(form, z.object({}));
  const limit = await countRequest("partRequest", clientAddress);
  if (!limit.ok) {
    const reply = refuseForm(submission, tooManySentence(limit.retryAfter));
    return data({ step: 4, reply }, tooManyInit(limit.retryAfter));
  }
  const stored = await sendDraft(draft.id, now);
  return stored ? sayThanks(stored) : redirect(stepAddress(1, { again: "1" }), 303);
}

/** @param begun another request that was begun since, in another tab perhaps: it stays the visitor's */
async function sayThanks({ _id }: PartRequest, begun?: PartRequestDraft) {
  const toast = {
    title: PART_REQUEST_SENTENCES.sent,
    description: `Your reference is ${referenceFor("PR", _id)}.`,
  };
  return redirectWithToast(WIZARD_ADDRESS, toast, begun ? {} : await noDraftHeaders());
}
