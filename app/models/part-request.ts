/** Enumeration of the specification's section 3; the first is the default. */
export const PART_REQUEST_STATUSES = ["pending", "processing", "quoted", "fulfilled", "cancelled"] as const;
export type PartRequestStatus = (typeof PART_REQUEST_STATUSES)[number];

export const PART_REQUEST_STATUS_LABELS: Record<PartRequestStatus, string> = {
  pending: "Pending",
  processing: "Processing",
  quoted: "Quoted",
  fulfilled: "Fulfilled",
  cancelled: "Cancelled",
};

/** Badge colours of each status (specification, section 4). */
export const PART_REQUEST_STATUS_TONES: Record<PartRequestStatus, "green" | "yellow" | "red" | "grey"> = {
  pending: "yellow",
  processing: "yellow",
  quoted: "green",
  fulfilled: "grey",
  cancelled: "red",
};

/** The business promises an answer within this time (specification, section 9). */
export const RESPONSE_PROMISE = "within 24 business hours";

/** What the visitor hears of a request that was sent, or was not (specification, section 8). */
export const PART_REQUEST_SENTENCES = {
  sent: "Part request submitted successfully! Our team will contact you shortly.",
  failed: "Failed to submit request",
  tryAgain: "Please try again or contact support if the problem persists.",
  picked: "Part selected successfully",
  /** A step on the way there that could not be kept. */
  notSent: "Your answers could not be sent",
} as const;

/** The wizard's steps in their order (specification, section 2); a step's number is its place, from 1. */
export const WIZARD_STEPS = ["Vehicle Info", "Select Part", "Contact Info", "Review"] as const;
export type WizardStep = 1 | 2 | 3 | 4;
