import { keysOf } from "~/values/query-params";
import { ANSWER_HOURS } from "./work";

/** Statuses with their labels; the first is the default. */
export const PART_REQUEST_STATUS_LABELS = {
  pending: "Pending",
  processing: "Processing",
  quoted: "Quoted",
  fulfilled: "Fulfilled",
  cancelled: "Cancelled",
} as const;
export const PART_REQUEST_STATUSES = keysOf(PART_REQUEST_STATUS_LABELS);
export type PartRequestStatus = keyof typeof PART_REQUEST_STATUS_LABELS;

/** What each status means to the customer. */
export const PART_REQUEST_STATUS_SENTENCES: Record<PartRequestStatus, string> = {
  pending: "We have your request and will get back to you.",
  processing: "We're looking for your part.",
  quoted: "We've quoted you a price. Call us to go ahead.",
  fulfilled: "This request is done. Thanks for your business.",
  cancelled: "This request is cancelled. We're not working on it any more.",
};

export const PART_REQUEST_STATUS_TONES: Record<
  PartRequestStatus,
  "yellow" | "blue" | "green" | "gray" | "red"
> = {
  pending: "yellow",
  processing: "blue",
  quoted: "green",
  fulfilled: "gray",
  cancelled: "red",
};

/** The promised response time. */
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
