import type { Business } from "~/business/links";

/** When a customer hears back: `within 24 business hours`. */
export function responsePromise({ answerHours }: Pick<Business, "answerHours">): string {
  return `within ${answerHours} business ${answerHours === 1 ? "hour" : "hours"}`;
}

/** In a URL, the key of the request that was just sent (customer-link.server.ts). */
export const SENT = "sent";

/** Messages of the wizard and of the form on a part's page. */
export const PART_REQUEST_MESSAGES = {
  sent: "Part request submitted successfully! Our team will contact you shortly.",
  failed: "Failed to submit request",
  tryAgain: "Please try again or contact support if the problem persists.",
  /** The part on the shelf that it asks for. */
  partUnknown: "We can't find that part. It may have been removed.",
  partSold: "This part is sold.",
  picked: "Part selected successfully",
  /** The response was not JSON, so it came from a proxy or a captive portal. */
  notJson: "Received non-JSON response from server.",
  /** An earlier step could not be saved. */
  notSent: "Your answers couldn't be sent",
} as const;

/** The wizard's steps in order, numbered from 1. */
export const WIZARD_STEPS = ["Vehicle Info", "Select Part", "Contact Info", "Review"] as const;
export type WizardStep = 1 | 2 | 3 | 4;
