import type { SubmissionResult } from "@conform-to/react";

/** The hidden field that makes a form sent twice take effect once. */
export const IDEMPOTENCY_KEY = "idempotencyKey";

/** The result of a public form that did not take effect. */
export interface FormResult {
  /** The form as typed, with what is wrong. */
  reply: SubmissionResult<string[]>;
  /** The form was right, but could not be sent or stored; `status` if there was a response. */
  failure?: { status?: number | undefined };
}
