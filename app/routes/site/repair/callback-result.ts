import type { SubmissionResult } from "@conform-to/react";
import { callDirectlyMessage } from "~/requests/repair";

/** The result of a callback that was not stored; `reply` has everything that was typed. */
export interface CallbackResult {
  reply: SubmissionResult<string[]>;
  /** The form was right, but could not be sent or stored; `status` if there was a response. */
  failure?: { status?: number | undefined };
}

/** The result of a form that could not be sent or stored. */
export function failedResult(form: FormData, status?: number): CallbackResult {
  return {
    reply: { initialValue: Object.fromEntries(form) as Record<string, string> },
    failure: { status },
  };
}

/** What the form shows: after a failure, the message to call, since no field is wrong. */
export function replyWithFailure(
  result: CallbackResult | undefined,
  phone: string,
): SubmissionResult<string[]> | undefined {
  if (!result?.failure) return result?.reply;
  return { ...result.reply, status: "error", error: { "": [callDirectlyMessage(phone)] } };
}
