import { z } from "zod";
import { emailSchema } from "~/values/email";
import { isValidId } from "~/values/id";
import { phoneSchema } from "~/values/phone-schema";
import { isVisible, NOT_AN_OBJECT, optionalMessage, orBlank, requiredLine } from "~/values/text";
import { INQUIRY_ABOUTS, INQUIRY_MESSAGES, INQUIRY_STATUSES } from "./inquiry";
import { requestNoteSchema, requestUpdateSchema } from "./note";
import { workRecordFields } from "./work-schema";

const phone = phoneSchema({
  missing: INQUIRY_MESSAGES.contactMissing,
  malformed: INQUIRY_MESSAGES.phoneMalformed,
});
const email = emailSchema({
  missing: INQUIRY_MESSAGES.contactMissing,
  malformed: INQUIRY_MESSAGES.emailMalformed,
});

const customerInfo = z
  .object(
    { name: requiredLine(INQUIRY_MESSAGES.nameMissing), phone: orBlank(phone), email: orBlank(email) },
    NOT_AN_OBJECT,
  )
  .refine((customer) => customer.phone || customer.email, {
    path: ["phone"],
    error: INQUIRY_MESSAGES.contactMissing,
    // Said together with a missing name, but not of a phone number or an email address that is wrong.
    when: ({ value, issues }) =>
      isRecord(value) && issues.every(({ path }) => path?.[0] !== "phone" && path?.[0] !== "email"),
  });

const inquiry = z
  .object(
    { about: z.enum(INQUIRY_ABOUTS, INQUIRY_MESSAGES.aboutMissing), message: optionalMessage() },
    NOT_AN_OBJECT,
  )
  .refine(({ about, message }) => about === "test-drive" || isVisible(message ?? ""), {
    path: ["message"],
    error: INQUIRY_MESSAGES.messageMissing,
  });

/**
 * The body of `POST /api/vehicle-inquiries`, and the form on a vehicle's page, whose fields have the same names
 * (`customerInfo.name`). A test drive needs no message.
 */
export const vehicleInquirySchema = z.object(
  {
    vehicleId: z
      .string(INQUIRY_MESSAGES.vehicleMissing)
      .refine((id) => isValidId(id), INQUIRY_MESSAGES.vehicleUnknown),
    customerInfo: z.preprocess((value) => value ?? {}, customerInfo),
    inquiry: z.preprocess((value) => value ?? {}, inquiry),
  },
  NOT_AN_OBJECT,
);

export type VehicleInquiryFields = z.output<typeof vehicleInquirySchema>;

/** What staff may change in it by the API. */
export const vehicleInquiryUpdateSchema = requestUpdateSchema(INQUIRY_STATUSES);

const textIfGiven = z.string().optional();

/** A vehicle inquiry as the API returns it to staff. */
export const vehicleInquiryRecordSchema = z.object({
  _id: z.string(),
  createdAt: z.iso.datetime(),
  status: z.enum(INQUIRY_STATUSES),
  customerInfo: z.object({ name: z.string(), phone: textIfGiven, email: textIfGiven }),
  /** Absent once the vehicle is deleted. */
  vehicleId: textIfGiven,
  /** The vehicle as it was offered when the inquiry was sent; the price in dollars. */
  vehicleInfo: z.object({
    stockNumber: z.string(),
    year: z.number().optional(),
    make: textIfGiven,
    model: textIfGiven,
    trim: textIfGiven,
    vin: textIfGiven,
    price: z.number().optional(),
  }),
  inquiry: z.object({ about: z.enum(INQUIRY_ABOUTS), message: textIfGiven }),
  notes: z.array(requestNoteSchema),
  ...workRecordFields,
});
export type VehicleInquiry = z.output<typeof vehicleInquiryRecordSchema>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
