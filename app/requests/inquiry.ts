import { keysOf } from "~/values/query-params";

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
  sent: "We got your question",
} as const;
