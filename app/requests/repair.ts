import { keysOf } from "~/values/query-params";

/** Statuses with their labels; the first is the default. */
export const REPAIR_REQUEST_STATUS_LABELS = {
  pending: "Pending",
  scheduled: "Scheduled",
  in_progress: "In Progress",
  completed: "Completed",
  cancelled: "Cancelled",
} as const;
export const REPAIR_REQUEST_STATUSES = keysOf(REPAIR_REQUEST_STATUS_LABELS);
export type RepairRequestStatus = keyof typeof REPAIR_REQUEST_STATUS_LABELS;

/** What each status means to the customer. */
export const REPAIR_REQUEST_STATUS_SENTENCES: Record<RepairRequestStatus, string> = {
  pending: "We have your request and will get back to you.",
  scheduled: "Your visit is scheduled. Call us if you need to change it.",
  in_progress: "We're working on it.",
  completed: "The work is done. Thanks for your business.",
  cancelled: "This request is cancelled. We're not working on it any more.",
};

export const REPAIR_REQUEST_STATUS_TONES: Record<
  RepairRequestStatus,
  "yellow" | "blue" | "violet" | "green" | "red"
> = {
  pending: "yellow",
  scheduled: "blue",
  in_progress: "violet",
  completed: "green",
  cancelled: "red",
};

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
