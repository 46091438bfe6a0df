import type { InquiryAbout } from "~/requests/inquiry";
import type { SentRequest } from "~/requests/sent.server";

/** Every field that the inquiry form posts: the names are the API's. */
export const INQUIRY_FIELDS = [
  "inquiry.about",
  "customerInfo.name",
  "customerInfo.phone",
  "customerInfo.email",
  "inquiry.message",
] as const;

/** A stored inquiry, for its confirmation. */
export interface SentInquiry {
  /** Undefined for a browser that sent what another one had sent before. */
  own: (SentRequest & { about: InquiryAbout }) | undefined;
}
