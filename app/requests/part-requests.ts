import type { Field, FieldsOf, OptionalField } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { group } from "~/collections/fields/group";
import { longText } from "~/collections/fields/long-text";
import { text } from "~/collections/fields/text";
import { PART_SYSTEMS, type PartSystem } from "~/parts/system";
import { isValidId } from "~/values/id";
import { MAX_VEHICLE_TEXT_LENGTH, VIN_MESSAGES } from "~/vin/validate";
import {
  asWritten,
  contact,
  QUOTE,
  type RequestStatus,
  received,
  requestVin,
  textIfAny,
  vehicleName,
  WORKED,
} from "./fields";
import { INQUIRY_MESSAGES } from "./inquiry";
import { PART_REQUEST_MESSAGES } from "./part";
import { defineRequests, type RequestOf } from "./request";

const STATUSES = {
  pending: {
    label: "Pending",
    tone: "yellow",
    meaning: "We have your request and will get back to you.",
  },
  processing: { label: "Processing", tone: "blue", meaning: "We're looking for your part." },
  quoted: { label: "Quoted", tone: "green", meaning: "We've quoted you a price. Call us to go ahead." },
  fulfilled: {
    label: "Fulfilled",
    tone: "gray",
    meaning: "This request is done. Thanks for your business.",
    isFinished: true,
  },
  cancelled: {
    label: "Cancelled",
    tone: "red",
    meaning: "This request is cancelled. We're not working on it anymore.",
    isFinished: true,
  },
} as const satisfies Record<string, RequestStatus>;

const CONTACT_MESSAGES = {
  name: "Name is required",
  phoneMissing: "Phone number is required",
  phone: "Please enter a valid 10-digit phone number",
  emailMissing: "Email address is required",
  email: "Please enter a valid email address",
};

/** The contact that the wizard asks for. */
export const WIZARD_CONTACT = contact(CONTACT_MESSAGES, { phone: true, email: true });

/** What describes a vehicle without its VIN. */
const INSTEAD_OF_VIN = ["year", "make", "model"] as const;

/** What the rules check. Wrong fields may be missing or of any type. */
interface Given {
  partId?: unknown;
  vin?: unknown;
  vehicleInfo?: Record<string, unknown>;
  customerInfo?: Record<string, unknown>;
}

/** The requests for parts: from the wizard, from a part's page, and from the API. */
export const PART_REQUESTS = defineRequests({
  recordKind: "partRequest",
  table: "partRequests",
  prefix: "PR",
  path: "/admin/parts-requests",
  apiPath: "part-requests",
  nouns: ["Part request", "Part requests"],
  shortName: "Parts",
  fields: {
    partId: partId(),
    askedPart: { ...textIfAny("From the shelf"), readOnly: true as const },
    vin: requestVin(),
    vehicleInfo: group(
      {
        year: asWritten("Year", MAX_VEHICLE_TEXT_LENGTH),
        make: wordOrNumber("Make"),
        model: wordOrNumber("Model"),
        trim: wordOrNumber("Trim"),
        engineSize: wordOrNumber("Engine size"),
      },
      {
        label: "Vehicle",
        format: vehicleName,
        prefix: "vehicle",
        mayBeLeftOut: true,
        message: "Please provide the vehicle",
      },
    ),
    partDetails: group(
      {
        system: choice(
          "System",
          Object.fromEntries(PART_SYSTEMS.map((name) => [name, name])) as Record<PartSystem, string>,
          { required: true, message: "Please select a category", publicLabel: "Category" },
        ),
        component: text("Component", { required: "Please select a subcategory", publicLabel: "Part" }),
        otherComponent: text("Other component", { publicLabel: "Other part" }),
        additionalInfo: longText("Additional info", { publicLabel: "Message" }),
      },
      { prefix: "part", message: "Please complete your part selection" },
    ),
    customerInfo: group(contact(CONTACT_MESSAGES), {
      prefix: "customer",
      message: "Please provide your contact details",
    }),
    ...received(STATUSES),
    ...WORKED,
    quote: QUOTE,
  },
  rules: [
    {
      at: "vin",
      with: ["vin", "partId"],
      message: VIN_MESSAGES.required,
      holds: (given: Given) => Boolean(given.partId || given.vin || isDescribed(given)),
    },
    neededInstead("year", "Year is required"),
    neededInstead("make", "Make is required"),
    neededInstead("model", "Model is required"),
    needed("phone", CONTACT_MESSAGES.phoneMissing),
    needed("email", CONTACT_MESSAGES.emailMissing),
    {
      at: "customerInfo.phone",
      with: ["partId"],
      message: INQUIRY_MESSAGES.contactMissing,
      holds: ({ partId, customerInfo }: Given) =>
        Boolean(!partId || !customerInfo || customerInfo.phone || customerInfo.email),
    },
  ],
  statuses: STATUSES,
  won: "fulfilled",
  withdrawn: "cancelled",
  list: {
    title: "Parts Requests",
    nouns: ["request", "requests"],
    searchLabel: "Search by name, phone, VIN or part",
    emptyText: "No part requests yet.",
    failed: "Failed to fetch part requests",
  },
  searchColumns: ["partComponent", "partOtherComponent", "partSystem"],
  sameIf: {
    subject: [
      "partId",
      "partComponent",
      "partOtherComponent",
      "vin",
      "vehicleYear",
      "vehicleMake",
      "vehicleModel",
    ],
    words: ["partAdditionalInfo"],
  },
  sections: [
    { title: "Part", fields: ["askedPart", "partDetails"] },
    { title: "Customer", fields: ["customerInfo"] },
    { title: "Vehicle", fields: ["vin", "vehicleInfo"] },
  ],
  asksFor: ["partDetails.component", "partDetails.otherComponent"],
  subject: [
    "askedPart",
    "vehicleInfo",
    "vin",
    "partDetails.system",
    "partDetails.component",
    "partDetails.otherComponent",
  ],
  sender: ["customerInfo.name", "customerInfo.phone", "partDetails.additionalInfo"],
  checklist: ["In stock", "Pulled", "Tested", "Customer called", "Price agreed", "Picked up"],
  isDeletedByApi: false,
});

/** A part request as the API returns it to staff. */
export type PartRequest = RequestOf<typeof PART_REQUESTS>;
/** A new one, as the API takes it. */
export type PartRequestFields = FieldsOf<(typeof PART_REQUESTS)["fields"]>;

/** For a part on the shelf, phone or email is enough; any other request needs both. */
function needed(name: "phone" | "email", message: string) {
  return {
    at: `customerInfo.${name}`,
    with: ["partId"],
    message,
    holds: ({ partId, customerInfo }: Given) => Boolean(partId || !customerInfo || customerInfo[name]),
  };
}

/** Without a VIN a vehicle that is described at all needs its year, make and model. */
function neededInstead(name: (typeof INSTEAD_OF_VIN)[number], message: string) {
  return {
    at: `vehicleInfo.${name}`,
    with: ["vin", "partId"],
    message,
    holds: (given: Given) =>
      Boolean(given.partId || given.vin || !isDescribed(given) || given.vehicleInfo?.[name]),
  };
}

function isDescribed({ vehicleInfo }: Given): boolean {
  return INSTEAD_OF_VIN.some((name) => vehicleInfo?.[name]);
}

function partId() {
  return {
    label: "Part ID",
    rule: ({ z, orBlank }) => orBlank(z.string().refine(isValidId, PART_REQUEST_MESSAGES.partUnknown)),
  } as const satisfies Field as OptionalField<string, undefined>;
}

/** A line of text; clients send a model such as `911` as a number. */
function wordOrNumber(label: string) {
  return {
    ...text(label),
    rule: ({ z, optionalLine }) =>
      z.preprocess(
        (value) => (typeof value === "number" && Number.isFinite(value) ? String(value) : value),
        optionalLine(MAX_VEHICLE_TEXT_LENGTH),
      ),
  } as const satisfies Field as OptionalField<string, undefined>;
}
