import type { InquiryAbout } from "~/requests/inquiry";

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
  own: OwnInquiry | undefined;
}

/** What only the browser that sent it first may know. */
interface OwnInquiry {
  reference: string;
  about: InquiryAbout;
  /** The customer's private page of it. */
  link: string;
}
