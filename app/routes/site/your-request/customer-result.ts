import type { SubmissionResult } from "@conform-to/react";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { CUSTOMER_MESSAGES } from "~/requests/customer";

/** The hidden field that makes a message that is sent twice one message. */
export const IDEMPOTENCY_KEY = "idempotencyKey";

/** Every field that a form on the page posts. */
export const CUSTOMER_FIELDS = ["intent", "content", IDEMPOTENCY_KEY, HONEYPOT_NAME] as const;

/** What was not done. */
export interface CustomerResult {
  /** The message's form, with everything that was typed. */
  reply?: SubmissionResult<string[]>;
  /** Why the request was not withdrawn. */
  notWithdrawn?: string;
}

/** The result of a form that could not be sent or stored. */
export function failedResult(form: FormData): CustomerResult {
  if (form.get("intent") === "withdraw") return { notWithdrawn: CUSTOMER_MESSAGES.notWithdrawn };
  const initialValue = Object.fromEntries(form) as Record<string, string>;
  return { reply: { status: "error", initialValue, error: { "": [CUSTOMER_MESSAGES.notSent] } } };
}
