/** The promised response time in business hours. */
export const ANSWER_HOURS = 24;
export const RESPONSE_PROMISE = `within ${ANSWER_HOURS} business hours`;

/** Messages of the wizard. */
export const PART_REQUEST_MESSAGES = {
  sent: "Part request submitted successfully! Our team will contact you shortly.",
  failed: "Failed to submit request",
  tryAgain: "Please try again or contact support if the problem persists.",
  picked: "Part selected successfully",
  /** The response was not JSON, so it came from a proxy or a captive portal. */
  notJson: "Received non-JSON response from server.",
  /** An earlier step could not be saved. */
  notSent: "Your answers couldn't be sent",
} as const;

/** The wizard's steps in order, numbered from 1. */
export const WIZARD_STEPS = ["Vehicle Info", "Select Part", "Contact Info", "Review"] as const;
export type WizardStep = 1 | 2 | 3 | 4;
