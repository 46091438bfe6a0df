import { approvalFormSchema } from "~/requests/estimate-schema";
import { customerNoteSchema } from "~/requests/note";
import { offerAnswerSchema } from "~/requests/offer-schema";
import { checkForm } from "~/ui/forms/check-form";

/** Checks the message's form, in the browser and on the server. */
export function checkMessage(form: FormData) {
  return checkForm(form, customerNoteSchema);
}

/** Checks the form that approves an estimate. */
export function checkApproval(form: FormData) {
  return checkForm(form, approvalFormSchema);
}

/** Checks the form that accepts or declines an offer. */
export function checkOfferAnswer(form: FormData) {
  return checkForm(form, offerAnswerSchema);
}
