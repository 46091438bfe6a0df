/** The page where a customer follows their request. The key is in its query, which is never logged. */
const CUSTOMER_PAGE = "/your-request";

/** The address of that page for a link's key. */
export function customerPageUrl(key: string, query: Record<string, string> = {}): string {
  return `${CUSTOMER_PAGE}?${new URLSearchParams({ key, ...query })}`;
}

/** The address of something below that page: `appointment.ics`. */
export function customerFileUrl(key: string, name: string, query: Record<string, string> = {}): string {
  return `${CUSTOMER_PAGE}/${name}?${new URLSearchParams({ key, ...query })}`;
}

/** The last part of the address of a customer's estimate. */
export const ESTIMATE_PAGE = "estimate";
/** The same of what we offer for their car. */
export const OFFER_PAGE = "offer";

/** The id of the heading of a request's confirmation, which takes the focus. */
export const SENT_HEADING = "sent-request";

/** How many days a link works after it was given out. */
export const CUSTOMER_LINK_DAYS = 30;

/** Next to a link to that page. */
export const PRIVATE_LINK = `The link is yours alone and works for ${CUSTOMER_LINK_DAYS} days.`;

/** The most messages that a customer can add to one request, and the most characters in each. */
export const MAX_CUSTOMER_NOTES = 20;
export const MAX_CUSTOMER_NOTE_LENGTH = 2000;

/** The author of what a customer writes on their page, and of the change when they withdraw a request. */
export const CUSTOMER_AUTHOR = "Customer";

/** The note that a withdrawal leaves. */
export const WITHDRAWN_NOTE = "Withdrawn by the customer";

/** What a form on the customer's page does: the value of its `intent` field. */
export const CUSTOMER_INTENTS = ["message", "withdraw"] as const;

/** Messages of the customer's page. */
export const CUSTOMER_MESSAGES = {
  added: "We got your message",
  withdrawn: "Your request is withdrawn",
  cancelled: "This request is closed, so your message wasn't sent. Please call us.",
  full: "Your message wasn't sent: this page can't take any more. Please call us.",
  notSent: "Your message couldn't be sent. Please try again, or call us.",
  notWithdrawn: "Your request couldn't be withdrawn. Please try again, or call us.",
  approved: "You approved the estimate",
  replaced: "There's a newer estimate, so this one can't be approved. Please read the newer one.",
  acceptedOffer: "You accepted our offer",
  declinedOffer: "You declined our offer",
  offerReplaced: "There's a newer offer, so this one can't be answered. Please look at the newer one.",
  offerEnded: "This offer has ended. Please call us: we may make you a new one.",
  offerAnswered: "You've already answered this offer. Please call us if you change your mind.",
  noOffer: "This offer can't be answered anymore. Please call us.",
  noEstimate: "This estimate can't be approved anymore. Please call us.",
  /** Someone finished it while the question was open. */
  finished: "This request can't be withdrawn anymore. Please call us.",
} as const;
