import { type Field, type FieldsOf, inColumn, type OptionalField } from "~/collections/field";
import { choice } from "~/collections/fields/choice";
import { group } from "~/collections/fields/group";
import { longText } from "~/collections/fields/long-text";
import { text } from "~/collections/fields/text";
import { MAX_VEHICLE_TEXT_LENGTH } from "~/vin/validate";
import { estimateRecords } from "./estimate";
import {
  APPOINTMENT,
  asWritten,
  contact,
  mileageAsWritten,
  type RequestStatus,
  received,
  sometimesAt,
  vehicleName,
  WORKED,
} from "./fields";
import { CONTACT_BY, REPAIR_REQUEST_MESSAGES, URGENCIES, type Urgency } from "./repair";
import { defineRequests, type RequestOf } from "./request";

const STATUSES = {
  pending: {
    label: "Pending",
    tone: "yellow",
    meaning: "We have your request and will get back to you.",
  },
  scheduled: {
    label: "Scheduled",
    tone: "blue",
    meaning: "Your visit is scheduled. Call us if you need to change it.",
  },
  in_progress: { label: "In Progress", tone: "violet", meaning: "We're working on it." },
  completed: {
    label: "Completed",
    tone: "green",
    meaning: "The work is done. Thanks for your business.",
    isFinished: true,
  },
  cancelled: {
    label: "Cancelled",
    tone: "red",
    meaning: "This request is cancelled. We're not working on it anymore.",
    isFinished: true,
  },
} as const satisfies Record<string, RequestStatus>;

/** The requests for repairs, from the API, and the callbacks, from the repair page and the API. */
export const REPAIR_REQUESTS = defineRequests({
  recordKind: "repairRequest",
  table: "repairRequests",
  prefix: "RR",
  path: "/admin/repair-requests",
  apiPath: "repair-requests",
  nouns: ["Repair request", "Repair requests"],
  shortName: "Repairs",
  nameOf: ({ isSimplifiedRequest }: { isSimplifiedRequest: boolean }) =>
    isSimplifiedRequest ? "callback request" : "repair request",
  fields: {
    ...received(STATUSES),
    customerInfo: repairCustomer({}),
    vehicleInfo: group(
      {
        // Often a guess, so it is stored as written.
        year: asWritten("Year", 40),
        make: text("Make"),
        model: text("Model"),
        trim: text("Trim", { max: MAX_VEHICLE_TEXT_LENGTH }),
        vin: inColumn("vin", vin()),
        mileage: mileageAsWritten(),
        engineSize: text("Engine size"),
      },
      { label: "Vehicle", format: vehicleName, prefix: "vehicle", mayBeLeftOut: true },
    ),
    serviceInfo: group(
      {
        serviceType: text("Service type", { publicLabel: "Service" }),
        otherServiceType: text("Other service type", { publicLabel: "Other service" }),
        message: longText("Message"),
        description: longText("Description"),
        urgency: choice(
          "Urgency",
          Object.fromEntries(URGENCIES.map((name) => [name, name])) as Record<Urgency, string>,
          { message: REPAIR_REQUEST_MESSAGES.urgencyUnknown },
        ),
      },
      { mayBeLeftOut: true },
    ),
    contactMethod: choice("Contact by", CONTACT_BY, {
      required: true,
      message: REPAIR_REQUEST_MESSAGES.methodMissing,
    }),
    isSimplifiedRequest: isSimplified(),
    ...WORKED,
    appointment: APPOINTMENT,
    keptUntil: sometimesAt("Kept until"),
  },
  statuses: STATUSES,
  won: "completed",
  withdrawn: "cancelled",
  list: {
    title: "Repair Requests",
    nouns: ["request", "requests"],
    searchLabel: "Search by name, phone, vehicle or service",
    emptyText: "No repair requests yet.",
    failed: "Failed to fetch repair requests",
  },
  searchColumns: ["serviceType", "otherServiceType", "addressCity"],
  sameIf: {
    subject: ["serviceType", "otherServiceType", "vin", "vehicleYear", "vehicleMake", "vehicleModel"],
    words: ["message", "description"],
  },
  sections: [
    { title: "Service", fields: ["serviceInfo", "isSimplifiedRequest"] },
    { title: "Customer", fields: ["customerInfo.name", "contactMethod", "customerInfo"] },
    { title: "Vehicle", fields: ["vehicleInfo.vin", "vehicleInfo"] },
  ],
  asksFor: ["serviceInfo.serviceType", "serviceInfo.otherServiceType"],
  subject: [
    "vehicleInfo",
    "vehicleInfo.vin",
    "vehicleInfo.mileage",
    "serviceInfo.serviceType",
    "serviceInfo.otherServiceType",
  ],
  sender: [
    "customerInfo.name",
    "contactMethod",
    "customerInfo.phone",
    "customerInfo.address",
    "serviceInfo.urgency",
    "serviceInfo.message",
    "serviceInfo.description",
  ],
  checklist: ["Customer called", "Appointment set", "Car dropped off", "Estimate given", "Approved", "Done"],
  isDeletedByApi: true,
  besides: (rules) => ({ estimates: estimateRecords(rules).optional() }),
});

/** A repair request. Fields that the customer left empty are undefined. */
export type RepairRequest = RequestOf<typeof REPAIR_REQUESTS>;
/** A new one, as the API takes it. */
export type RepairRequestFields = FieldsOf<(typeof REPAIR_REQUESTS)["fields"]>;

/** Who to answer. @param required which of phone and email the contact method needs */
export function repairCustomer(required: { phone?: boolean; email?: boolean }) {
  const { nameMissing, phoneMissing, phoneMalformed, emailMissing, emailMalformed } = REPAIR_REQUEST_MESSAGES;
  const messages = {
    name: nameMissing,
    phoneMissing,
    phone: phoneMalformed,
    emailMissing,
    email: emailMalformed,
  };
  return group(
    {
      ...contact(messages, required),
      address: group(
        {
          street: text("Street"),
          city: text("City"),
          state: text("State"),
          // As written: a request isn't turned away over it.
          zipCode: text("ZIP code", { max: 20 }),
        },
        {
          label: "Address",
          format: ({ street, city, state, zipCode }) =>
            [street, city, state, zipCode].filter(Boolean).join(", "),
          prefix: "address",
          mayBeLeftOut: true,
        },
      ),
    },
    { prefix: "customer" },
  );
}

function vin() {
  return {
    label: "VIN",
    input: "vin",
    rule: ({ orBlank, vinSchema }) => orBlank(vinSchema),
  } as const satisfies Field as OptionalField<string, undefined>;
}

/** True for a callback, for which nothing may be known but who to call. */
function isSimplified() {
  return {
    label: "Form",
    options: [
      { value: "true", label: "Callback (simplified)" },
      { value: "false", label: "Full service request" },
    ],
    rule: ({ z }) => z.boolean("Please send true or false").default(false),
    recordRule: ({ z }) => z.boolean(),
    column: { write: Number, read: (stored) => stored === 1 },
  } as const satisfies Field as Field<{
    value: boolean;
    presence: "always";
    visibility: undefined;
    suffix: "";
    stored: number;
  }>;
}
