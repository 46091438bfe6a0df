import type { Field, FieldsOf, OptionalField } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { group } from "~/collections/fields/group";
import { longText } from "~/collections/fields/long-text";
import { formatPrice } from "~/values/format";
import { isValidId } from "~/values/id";
import { toCents } from "~/values/money";
import { isVisible } from "~/values/visible";
import { contact, kept, type RequestStatus, received, textIfAny, vehicleName, WORKED } from "./fields";
import { ABOUT_LABELS, INQUIRY_MESSAGES, type InquiryAbout } from "./inquiry";
import { defineRequests, type RequestOf } from "./request";

const STATUSES = {
  pending: {
    label: "Pending",
    tone: "yellow",
    meaning: "We have your message and will get back to you.",
  },
  contacted: { label: "Contacted", tone: "blue", meaning: "We've been in touch. Call us to go ahead." },
  scheduled: {
    label: "Test Drive Set",
    tone: "violet",
    meaning: "Your test drive is set. Call us if you need another time.",
  },
  sold: {
    label: "Sold",
    tone: "green",
    meaning: "This inquiry is done. Thanks for your business.",
    isFinished: true,
  },
  closed: { label: "Closed", tone: "gray", meaning: "This inquiry is closed.", isFinished: true },
} as const satisfies Record<string, RequestStatus>;

const { nameMissing, contactMissing, phoneMalformed, emailMalformed } = INQUIRY_MESSAGES;

/** What visitors ask about a vehicle for sale, on its page and by the API. */
export const VEHICLE_INQUIRIES = defineRequests({
  recordKind: "vehicleInquiry",
  table: "vehicleInquiries",
  prefix: "VI",
  path: "/admin/vehicle-inquiries",
  apiPath: "vehicle-inquiries",
  nouns: ["Vehicle inquiry", "Vehicle inquiries"],
  shortName: "Inquiries",
  fields: {
    ...received(STATUSES),
    customerInfo: group(
      contact({
        name: nameMissing,
        phoneMissing: contactMissing,
        phone: phoneMalformed,
        emailMissing: contactMissing,
        email: emailMalformed,
      }),
      {
        prefix: "customer",
        rules: [
          {
            at: "phone",
            with: ["phone", "email"],
            message: contactMissing,
            holds: ({ phone, email }: { phone?: string; email?: string }) => Boolean(phone || email),
          },
        ],
      },
    ),
    vehicleId: vehicleId(),
    vehicleInfo: {
      ...group(
        {
          stockNumber: kept<string, "always">("Stock #", ({ z }) => z.string(), { name: "stockNumber" }),
          year: kept<number>("Year", ({ z }) => z.number().optional(), { write: String, read: Number }),
          make: textIfAny("Make"),
          model: textIfAny("Model"),
          trim: textIfAny("Trim"),
          vin: {
            ...textIfAny("VIN"),
            input: "vin" as const,
            column: { name: "vin", read: (stored: unknown) => stored || undefined },
          },
          price: {
            ...kept<number>("Price then", ({ z }) => z.number().optional(), {
              name: "priceCents",
              write: (dollars) => toCents(dollars as number),
              read: (cents) => (cents as number) / 100,
            }),
            publicLabel: "Price",
            format: (price: number) => (price ? formatPrice(price) : ""),
          },
        },
        { label: "Vehicle", format: vehicleName, prefix: "vehicle" },
      ),
      readOnly: true as const,
    },
    inquiry: group(
      {
        about: choice("About", ABOUT_LABELS, { required: true, message: INQUIRY_MESSAGES.aboutMissing }),
        message: longText("Message"),
      },
      {
        rules: [
          {
            at: "message",
            with: ["about", "message"],
            message: INQUIRY_MESSAGES.messageMissing,
            holds: ({ about, message }: { about: InquiryAbout; message?: string }) =>
              about === "test-drive" || isVisible(message ?? ""),
          },
        ],
      },
    ),
    ...WORKED,
  },
  statuses: STATUSES,
  won: "sold",
  withdrawn: "closed",
  list: {
    title: "Vehicle Inquiries",
    nouns: ["inquiry", "inquiries"],
    searchLabel: "Search by name, phone, vehicle or stock #",
    emptyText: "No vehicle inquiries yet.",
    failed: "Failed to fetch vehicle inquiries",
  },
  searchColumns: ["stockNumber"],
  sameIf: { subject: ["about", "stockNumber"], words: ["message"] },
  sections: [
    { title: "Inquiry", fields: ["inquiry"] },
    { title: "Customer", fields: ["customerInfo"] },
    { title: "Vehicle", fields: ["vehicleInfo.stockNumber", "vehicleInfo.vin", "vehicleInfo"] },
  ],
  asksFor: ["inquiry.about"],
  subject: ["inquiry.about", "vehicleInfo", "vehicleInfo.stockNumber", "vehicleInfo.price"],
  sender: ["customerInfo.name", "customerInfo.phone", "inquiry.message"],
  checklist: [
    "Customer called",
    "Question answered",
    "Test drive set",
    "Test drive done",
    "Offer made",
    "Sold",
  ],
  isDeletedByApi: true,
});

/** A vehicle inquiry, with the vehicle as it was offered when it was sent. */
export type VehicleInquiry = RequestOf<typeof VEHICLE_INQUIRIES>;
/** A new one, as its form and the API take it. */
export type VehicleInquiryFields = FieldsOf<(typeof VEHICLE_INQUIRIES)["fields"]> & { vehicleId: string };

/** The id of the vehicle; a record has none once that is deleted. */
function vehicleId() {
  return {
    label: "Vehicle",
    rule: ({ z }) =>
      z.string(INQUIRY_MESSAGES.vehicleMissing).refine(isValidId, INQUIRY_MESSAGES.vehicleUnknown),
    recordRule: ({ z }) => z.string().optional(),
  } as const satisfies Field as OptionalField<string, undefined>;
}
