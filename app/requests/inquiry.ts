import { keysOf } from "~/values/query-params";

/** Statuses with their labels; the first is the default. */
export const INQUIRY_STATUS_LABELS = {
  pending: "Pending",
  contacted: "Contacted",
  scheduled: "Test Drive Set",
  sold: "Sold",
  closed: "Closed",
} as const;
export const INQUIRY_STATUSES = keysOf(INQUIRY_STATUS_LABELS);
export type InquiryStatus = keyof typeof INQUIRY_STATUS_LABELS;

/** What each status means to the customer. */
export const INQUIRY_STATUS_SENTENCES: Record<InquiryStatus, string> = {
  pending: "We have your message and will get back to you.",
  contacted: "We've been in touch. Call us to go ahead.",
  scheduled: "Your test drive is set. Call us if you need another time.",
  sold: "This inquiry is done. Thanks for your business.",
  closed: "This inquiry is closed.",
};
export const INQUIRY_STATUS_TONES: Record<InquiryStatus, "yellow" | "blue" | "violet" | "green" | "gray"> = {
  pending: "yellow",
  contacted: "blue",
  scheduled: "violet",
  sold: "green",
  closed: "gray",
};

/** What an inquiry is about, as staff and the customer read it; the keys are those of `/contact?about=` and of ADF. */
export const ABOUT_LABELS = { question: "Question", "test-drive": "Test drive" } as const;
export const INQUIRY_ABOUTS = keysOf(ABOUT_LABELS);
export type InquiryAbout = keyof typeof ABOUT_LABELS;

/** Messages of the inquiry form and of the API. */
export const INQUIRY_MESSAGES = {
  aboutMissing: "Please choose a question or a test drive",
  nameMissing: "Please enter your name",
  contactMissing: "Please enter a phone number or an email address",
  phoneMalformed: "Please enter a valid phone number",
  emailMalformed: "Please enter a valid email address",
  messageMissing: "Please write your question",
  vehicleMissing: "Please name the vehicle by its id",
  vehicleUnknown: "We can't find that vehicle. It may have been removed.",
  vehicleSold: "This vehicle is sold.",
  sent: "Inquiry sent!",
} as const;
