import { z } from "zod";
import { emailSchema } from "./email";
import { phoneSchema } from "./phone-schema";
import {
  CONTACT_METHODS,
  type ContactMethod,
  FILLERS,
  REPAIR_REQUEST_SENTENCES,
  REPAIR_REQUEST_STATUSES,
  URGENCIES,
} from "./repair-request";
import { requestNoteSchema, requestUpdateSchema } from "./request-note";
import { NOT_AN_OBJECT, optionalLine, optionalMessage, requiredLine } from "./text";
import { MAX_VEHICLE_WORDS_LENGTH } from "./vin";
import { vinSchema } from "./vin-schema";

/** The simplified form of the page: what it needs besides the name follows the contact method. */
export const callbackSchema = z.discriminatedUnion(
  "contactMethod",
  [callbackBy("phone"), callbackBy("email")],
  REPAIR_REQUEST_SENTENCES.methodMissing,
);

export type CallbackFields = z.output<typeof callbackSchema>;

/** The body of `POST /api/repair-requests` (specification, section 7), the fillers of a simplified one taken out. */
export const repairRequestSchema = z.preprocess(
  withoutFillers,
  z.discriminatedUnion(
    "contactMethod",
    [repairRequestBy("phone"), repairRequestBy("email")],
    REPAIR_REQUEST_SENTENCES.methodMissing,
  ),
);

export type RepairRequestFields = z.output<typeof repairRequestSchema>;

/** What staff may change of it (decisions, section 8). */
export const repairRequestUpdateSchema = requestUpdateSchema(REPAIR_REQUEST_STATUSES);
export type RepairRequestUpdate = z.output<typeof repairRequestUpdateSchema>;

const textIfGiven = z.string().optional();

/** A repair request as the specification's section 3 has it; what the customer did not give is left out. */
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
    year: textIfGiven,
    make: textIfGiven,
    model: textIfGiven,
    trim: textIfGiven,
    vin: textIfGiven,
    mileage: textIfGiven,
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
});

export type RepairRequest = z.output<typeof repairRequestRecordSchema>;

// Function declarations, since the schemas above are made of them.
function callbackBy<Method extends ContactMethod>(method: Method) {
  return z.object({
    contactMethod: z.literal(method),
    ...contactFields(method),
    description: optionalMessage(),
  });
}

function repairRequestBy<Method extends ContactMethod>(method: Method) {
  return z.object({
    contactMethod: z.literal(method),
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
      // Often no more than a guess: kept as the customer put it.
      year: optionalNumberOrLine(),
      make: optionalLine(),
      model: optionalLine(),
      trim: optionalLine(MAX_VEHICLE_WORDS_LENGTH),
      vin: orBlank(vinSchema),
      mileage: optionalNumberOrLine(),
      engineSize: optionalLine(),
    }),
    serviceInfo: optionalPart({
      serviceType: optionalLine(),
      otherServiceType: optionalLine(),
      message: optionalMessage(),
      description: optionalMessage(),
      urgency: orBlank(z.enum(URGENCIES, REPAIR_REQUEST_SENTENCES.urgencyUnknown)),
    }),
  });
}

/** Name, phone and e-mail. The one we are to use must be there; the other is kept where it is given. */
function contactFields(method: ContactMethod) {
  const sentences = REPAIR_REQUEST_SENTENCES;
  const phone = phoneSchema({ missing: sentences.phoneMissing, malformed: sentences.phoneMalformed });
  const email = emailSchema({ missing: sentences.emailMissing, malformed: sentences.emailMalformed });
  return {
    name: requiredLine(sentences.nameMissing),
    phone: method === "phone" ? phone : orBlank(phone),
    email: method === "email" ? email : orBlank(email),
  };
}

/** An object of the body; where it is missing, what it lacks is said field by field. */
function part<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((value) => value ?? {}, z.object(shape, NOT_AN_OBJECT));
}

/** One that may be left out. */
function optionalPart<Shape extends z.ZodRawShape>(shape: Shape) {
  return part(shape).prefault({});
}

/** Blank text counts as left out. */
function orBlank<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (value === null || (typeof value === "string" && value.trim() === "") ? undefined : value),
    schema.optional(),
  );
}

function optionalNumberOrLine() {
  return z.preprocess((value) => (typeof value === "number" ? String(value) : value), optionalLine(40));
}

/** A simplified body without what the specification's form fills in for the customer. */
function withoutFillers(body: unknown): unknown {
  if (!isRecord(body) || body.isSimplifiedRequest !== true) return body;
  return {
    ...body,
    customerInfo: without(body.customerInfo, { email: FILLERS.email }),
    vehicleInfo: without(body.vehicleInfo, { make: FILLERS.vehicle, model: FILLERS.vehicle }),
    serviceInfo: without(body.serviceInfo, {
      message: FILLERS.message,
      description: FILLERS.message,
      urgency: FILLERS.urgency,
    }),
  };
}

function without(part: unknown, fillers: Record<string, string>): unknown {
  if (!isRecord(part)) return part;
  return Object.fromEntries(
    Object.entries(part).filter(
      ([name, value]) =>
        typeof value !== "string" || !isSame(value, Object.hasOwn(fillers, name) ? fillers[name] : undefined),
    ),
  );
}

function isSame(value: string, filler: string | undefined): boolean {
  return filler !== undefined && value.trim().toLowerCase() === filler.toLowerCase();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
