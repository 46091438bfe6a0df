import { keysOf } from "~/values/query-params";

export const URGENCIES = ["Low", "Medium", "High", "Emergency"] as const;
export type Urgency = (typeof URGENCIES)[number];

export const CONTACT_METHOD_LABELS = { phone: "Call me", email: "Email me" } as const;
export const CONTACT_METHODS = keysOf(CONTACT_METHOD_LABELS);
export type ContactMethod = keyof typeof CONTACT_METHOD_LABELS;

/** The same in a list of facts. */
export const CONTACT_BY: Record<ContactMethod, string> = { phone: "Phone", email: "Email" };

/** How long `Request Submitted!` is displayed before the form returns, in milliseconds. */
export const SERVICE_SUCCESS_VIEW_MS = 5000;

/** Messages of the repair form. */
export const REPAIR_REQUEST_MESSAGES = {
  nameMissing: "Please enter your name",
  methodMissing: "Please choose how we should contact you",
  phoneMissing: "Please enter your phone number",
  phoneMalformed: "Please enter a valid phone number",
  emailMissing: "Please enter your email address",
  emailMalformed: "Please enter a valid email address",
  urgencyUnknown: `Please use one of ${URGENCIES.join(", ")}`,
  submitted: "Request Submitted!",
  failed: "Submission Failed",
} as const;

/** The message for a failed submission, with the HTTP status. */
export function submitFailedMessage(status: number): string {
  return `Failed to submit repair request: ${status}`;
}

/** The message above the form if the request could not be sent. */
export function callDirectlyMessage(phone: string): string {
  return `Failed to submit request. Please try calling us directly at ${phone}.`;
}

/**
 * What the API returns for the empty fields of a simplified request. Never stored.
 */
export const API_DEFAULTS = {
  email: "not-provided@example.com",
  vehicle: "TBD",
  message: "Customer will provide details during phone consultation",
  urgency: "Medium",
} as const;
