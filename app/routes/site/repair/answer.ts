import type { SubmissionResult } from "@conform-to/react";
import { callDirectlySentence } from "~/models/repair-request";

/** What the page gets back when a callback was not stored; every word that was typed is in `result`. */
export interface CallbackAnswer {
  result: SubmissionResult<string[]>;
  /** Nothing was wrong with the form: it could not be sent or stored. The status where one is known. */
  failure?: { status?: number | undefined };
}

/** The answer where the form could not be sent or stored. */
export function failedAnswer(form: FormData, status?: number): CallbackAnswer {
  return {
    result: { initialValue: Object.fromEntries(form) as Record<string, string> },
    failure: { status },
  };
}

/** The result to show: a failure says to call us, since no field of the form is wrong. */
export function shownResult(
  answer: CallbackAnswer | undefined,
  phone: string,
): SubmissionResult<string[]> | undefined {
  if (!answer?.failure) return answer?.result;
  return { ...answer.result, status: "error", error: { "": [callDirectlySentence(phone)] } };
}
