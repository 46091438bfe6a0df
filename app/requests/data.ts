import { keysOf } from "~/values/query-params";

/** Request types with their labels; the first is the default. */
export const DATA_REQUEST_TYPE_LABELS = {
  deletion: "Delete My Data",
  access: "Access My Data",
  correction: "Correct My Data",
  portability: "Export My Data",
} as const;
export const DATA_REQUEST_TYPES = keysOf(DATA_REQUEST_TYPE_LABELS);

export type DataRequestType = keyof typeof DATA_REQUEST_TYPE_LABELS;

/** The promised number of days to process a request. */
export const DATA_REQUEST_DAYS = 30;

/** How long the form shows its submitting state, in milliseconds. */
export const DATA_REQUEST_DELAY_MS = 2000;

/** Messages of the portal's form. */
export const DATA_REQUEST_MESSAGES = {
  emailMissing: "Please enter your email address",
  emailMalformed: "Please enter a valid email address",
  nameMissing: "Please enter your name",
  typeMissing: "Please choose a request type",
  submit: "Submit Request",
  submitting: "Submitting Request...",
  submitted: "Request Submitted Successfully",
  again: "Submit Another Request",
  failed: "Your request wasn't sent. Please try again, or email",
} as const;

/** The message for a request that was not sent; the privacy address is another way. */
export function dataRequestFailed(privacyEmail: string): string {
  return `${DATA_REQUEST_MESSAGES.failed} ${privacyEmail}.`;
}

/** Text below the portal's form. */
export const PRIVACY_NOTICE = [
  `Deletion requests are processed within ${DATA_REQUEST_DAYS} days.`,
  "We may need to verify your identity first.",
  "Some data may be retained as required by law.",
  "You'll get a confirmation by email.",
] as const;

/** The field name for the customer's marketplace user ID: `ebay` → `ebayUserId`. */
export function marketplaceField(marketplaceId: string): `${string}UserId` {
  return `${marketplaceId}UserId`;
}
