/** What one may ask of the data we hold, the first by default (specification, section 3). */
export const DATA_REQUEST_TYPES = ["deletion", "access", "correction", "portability"] as const;
export type DataRequestType = (typeof DATA_REQUEST_TYPES)[number];
export const DATA_REQUEST_TYPE_LABELS: Record<DataRequestType, string> = {
  deletion: "Delete My Data",
  access: "Access My Data",
  correction: "Correct My Data",
  portability: "Export My Data",
};

/** Within how many days a request is promised to be processed (specification, section 9). */
export const DATA_REQUEST_DAYS = 30;

/** How long the form shows that it is submitting, in milliseconds (specification, section 9). */
export const DATA_REQUEST_DELAY_MS = 2000;

/** Every sentence of the portal's form, once. */
export const DATA_REQUEST_SENTENCES = {
  emailMissing: "Please enter your email address",
  emailMalformed: "Please enter a valid email address",
  nameMissing: "Please enter your name",
  typeMissing: "Please choose what you ask for",
  submit: "Submit Request",
  submitting: "Submitting Request...",
  submitted: "Request Submitted Successfully",
  again: "Submit Another Request",
} as const;

/** What the portal says below its form (specification, section 2). */
export const PRIVACY_NOTICE = [
  `Deletion requests are processed within ${DATA_REQUEST_DAYS} days.`,
  "We may need to verify who you are before we act.",
  "Some data may be kept where the law requires it.",
  "You will get a confirmation by email.",
] as const;

/** The field for the customer's name on the marketplace: `ebay` → `ebayUserId` (decisions, section 2). */
export function marketplaceField(marketplaceId: string): `${string}UserId` {
  return `${marketplaceId}UserId`;
}
