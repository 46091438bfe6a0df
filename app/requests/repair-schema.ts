import { z } from "zod";
import { emailSchema } from "~/values/email";
import { phoneSchema } from "~/values/phone-schema";
import { NOT_AN_OBJECT, optionalLine, optionalMessage, orBlank, requiredLine } from "~/values/text";
import { vinSchema } from "~/vin/schema";
import { MAX_VEHICLE_TEXT_LENGTH } from "~/vin/validate";
import { requestNoteSchema, requestUpdateSchema } from "./note";
import {
  API_DEFAULTS,
  CONTACT_METHODS,
  type ContactMethod,
  REPAIR_REQUEST_MESSAGES,
  REPAIR_REQUEST_STATUSES,
  URGENCIES,
} from "./repair";
import { lineOrNumber, lineOrNumberRecord } from "./vehicle-values";
import { workRecordFields } from "./work-schema";

/** The callback form on the repair page; the contact method decides whether phone or email is required. */
export const callbackSchema = z.discriminatedUnion(
  "contactMethod",
  [callbackBy("phone"), callbackBy("email")],
  REPAIR_REQUEST_MESSAGES.methodMissing,
);

export type CallbackFields = z.output<typeof callbackSchema>;

/** The body of `POST /api/repair-requests`. The API's defaults are removed from a simplified one. */
export const repairRequestSchema = z.preprocess(
  (body, context) => {
    const fields = withoutApiDefaults(body);
    // Without a contact method, the union below would report no other field.
    if (!hasContactMethod(fields)) {
      for (const { path, message } of repairRequestByAny().safeParse(fields).error?.issues ?? [])
        context.addIssue({ code: "custom", path, message });
    }
    return fields;
  },
  z.discriminatedUnion(
    "contactMethod",
    [repairRequestBy("phone"), repairRequestBy("email")],
    REPAIR_REQUEST_MESSAGES.methodMissing,
  ),
);

export type RepairRequestFields = z.output<typeof repairRequestSchema>;

/** What staff may change in it. */
export const repairRequestUpdateSchema = requestUpdateSchema(REPAIR_REQUEST_STATUSES);
export type RepairRequestUpdate = z.output<typeof repairRequestUpdateSchema>;

const textIfGiven = z.string().optional();

/** A repair request. Fields that the customer left empty are undefined. */
export const repairRequestRecordSchema = z.object({
  _id: z.string(),
  createdAt: z.iso.datetime(),
  status: z.enum(REPAIR_REQUEST_STATUSES),
  customerInfo: z.object({
    name: z.string(),
    phone: textIfGiven,
    email: textIfGiven,
    address: z.object({ street: textIfGiven, city: textIfGiven, state: textIfGiven, zipCode: textIfGiven }),
  }),
  vehicleInfo: z.object({
    year: lineOrNumberRecord,
    make: textIfGiven,
    model: textIfGiven,
    trim: textIfGiven,
    vin: textIfGiven,
    mileage: lineOrNumberRecord,
    engineSize: textIfGiven,
  }),
  serviceInfo: z.object({
    serviceType: textIfGiven,
    otherServiceType: textIfGiven,
    message: textIfGiven,
    description: textIfGiven,
    urgency: z.enum(URGENCIES).optional(),
  }),
  contactMethod: z.enum(CONTACT_METHODS),
  isSimplifiedRequest: z.boolean(),
  notes: z.array(requestNoteSchema),
  ...workRecordFields,
});

export type RepairRequest = z.output<typeof repairRequestRecordSchema>;

// Function declarations are hoisted, so the schemas above can call them.
function callbackBy<Method extends ContactMethod>(method: Method) {
  return z.object({
    contactMethod: z.literal(method),
    ...contactFields(method),
    description: optionalMessage(),
  });
}

function repairRequestBy<Method extends ContactMethod>(method: Method) {
  return z.object({ contactMethod: z.literal(method), ...repairRequestFields(method) });
}

function repairRequestByAny() {
  const contactMethod = z.enum(CONTACT_METHODS, REPAIR_REQUEST_MESSAGES.methodMissing);
  return z.object({ contactMethod, ...repairRequestFields() });
}

function repairRequestFields(method?: ContactMethod) {
  return {
    isSimplifiedRequest: z.boolean("Please send true or false").default(false),
    customerInfo: part({
      ...contactFields(method),
      address: optionalPart({
        street: optionalLine(),
        city: optionalLine(),
        state: optionalLine(),
        zipCode: optionalLine(20),
      }),
    }),
    vehicleInfo: optionalPart({
      // Often a guess, so it is stored as written.
      year: lineOrNumber(40),
      make: optionalLine(),
      model: optionalLine(),
      trim: optionalLine(MAX_VEHICLE_TEXT_LENGTH),
      vin: orBlank(vinSchema),
      mileage: lineOrNumber(40),
      engineSize: optionalLine(),
    }),
    serviceInfo: optionalPart({
      serviceType: optionalLine(),
      otherServiceType: optionalLine(),
      message: optionalMessage(),
      description: optionalMessage(),
      urgency: orBlank(z.enum(URGENCIES, REPAIR_REQUEST_MESSAGES.urgencyUnknown)),
    }),
  };
}

/** Name, phone and email. The contact method decides whether phone or email is required. */
function contactFields(method?: ContactMethod) {
  const messages = REPAIR_REQUEST_MESSAGES;
  const phone = phoneSchema({ missing: messages.phoneMissing, malformed: messages.phoneMalformed });
  const email = emailSchema({ missing: messages.emailMissing, malformed: messages.emailMalformed });
  return {
    name: requiredLine(messages.nameMissing),
    phone: method === "phone" ? phone : orBlank(phone),
    email: method === "email" ? email : orBlank(email),
  };
}

/** An object of the body. If it is missing, each required field gets its own error. */
function part<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((value) => value ?? {}, z.object(shape, NOT_AN_OBJECT));
}

/** An object that may be left out. */
function optionalPart<Shape extends z.ZodRawShape>(shape: Shape) {
  return part(shape).prefault({});
}

/** Removes the defaults that an API client fills in for the customer from a simplified body. */
function withoutApiDefaults(body: unknown): unknown {
  if (!isRecord(body) || body.isSimplifiedRequest !== true) return body;
  return {
    ...body,
    customerInfo: without(body.customerInfo, { email: API_DEFAULTS.email }),
    vehicleInfo: without(body.vehicleInfo, { make: API_DEFAULTS.vehicle, model: API_DEFAULTS.vehicle }),
    serviceInfo: without(body.serviceInfo, {
      message: API_DEFAULTS.message,
      description: API_DEFAULTS.message,
      urgency: API_DEFAULTS.urgency,
    }),
  };
}

function without(part: unknown, defaults: Record<string, string>): unknown {
  if (!isRecord(part)) return part;
  return Object.fromEntries(
    Object.entries(part).filter(
      ([name, value]) =>
        typeof value !== "string" ||
        !isSame(value, Object.hasOwn(defaults, name) ? defaults[name] : undefined),
    ),
  );
}

function hasContactMethod(body: unknown): boolean {
  return isRecord(body) && CONTACT_METHODS.some((method) => method === body.contactMethod);
}

function isSame(value: string, other: string | undefined): boolean {
  return other !== undefined && value.trim().toLowerCase() === other.toLowerCase();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
