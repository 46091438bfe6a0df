import type { SubmissionResult } from "@conform-to/react";
import { callbackSchema, callDirectlySentence } from "~/models/repair-request";
import { checkForm } from "~/ui/check-form";

/** What the page gets back when a callback was not stored; every word that was typed is in `result`. */
export interface CallbackAnswer {
  result: SubmissionResult<string[]>;
  /** Nothing was wrong with the form: it could not be sent or stored. The status where one is known. */
  failure?: { status?: number | undefined };
}

/** The form checked, in the browser and on the server alike. */
export function checkCallback(form: FormData) {
  return checkForm(form, callbackSchema);
}

/** The answer where the form could not be sent or stored. */
export function failedAnswer(form: FormData, status?: number): CallbackAnswer {
  return { result: checkCallback(form).reply(), failure: { status } };
}

/** The result to show: a failure says to call us, since no field of the form is wrong. */
export function shownResult(
  answer: CallbackAnswer | undefined,
  phone: string,
): SubmissionResult<string[]> | undefined {
  if (!answer?.failure) return answer?.result;
  return { ...answer.result, status: "error", error: { "": [callDirectlySentence(phone)] } };
}
