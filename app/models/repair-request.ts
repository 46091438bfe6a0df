import { z } from "zod";
import { emailSchema } from "./email";
import { phoneSchema } from "./phone";
import { requestNoteSchema, requestUpdateSchema } from "./request-note";
import { NOT_AN_OBJECT, optionalLine, optionalMessage, requiredLine } from "./text";
import { MAX_VEHICLE_WORDS_LENGTH, vinSchema } from "./vin";

/** Enumerations of the specification's section 3; the first status is the default. */
export const REPAIR_REQUEST_STATUSES = [
  "pending",
  "scheduled",
  "in_progress",
  "completed",
  "cancelled",
] as const;
export type RepairRequestStatus = (typeof REPAIR_REQUEST_STATUSES)[number];
export const REPAIR_REQUEST_STATUS_LABELS: Record<RepairRequestStatus, string> = {
  pending: "Pending",
  scheduled: "Scheduled",
  in_progress: "In Progress",
  completed: "Completed",
  cancelled: "Cancelled",
};
export const REPAIR_REQUEST_STATUS_TONES: Record<RepairRequestStatus, "green" | "yellow" | "red"> = {
  pending: "yellow",
  scheduled: "yellow",
  in_progress: "yellow",
  completed: "green",
  cancelled: "red",
};

export const URGENCIES = ["Low", "Medium", "High", "Emergency"] as const;
export type Urgency = (typeof URGENCIES)[number];

export const CONTACT_METHODS = ["phone", "email"] as const;
export type ContactMethod = (typeof CONTACT_METHODS)[number];
export const CONTACT_METHOD_LABELS: Record<ContactMethod, string> = {
  phone: "Call me",
  email: "Email me",
};

/** How long `Request Submitted!` stands before the form comes back, in milliseconds (specification, section 9). */
export const SERVICE_SUCCESS_VIEW_MS = 5000;

/** Every sentence of the service form, once (specification, sections 5 and 8). */
export const REPAIR_REQUEST_SENTENCES = {
  nameMissing: "Please enter your name",
  methodMissing: "Please choose how we should contact you",
  phoneMissing: "Please enter your phone number",
  phoneMalformed: "Please enter a valid phone number",
  emailMissing: "Please enter your email address",
  emailMalformed: "Please enter a valid email address",
  urgencyUnknown: `Please use one of ${URGENCIES.join(", ")}`,
  submitted: "Request Submitted!",
  failed: "Submission Failed",
} as const;

/** What stands over the form where a request could not be sent. */
export function callDirectlySentence(phone: string): string {
  return `Failed to submit request. Please try calling us directly at ${phone}.`;
}

/**
 * What stands in the API's shape of a simplified request where the customer gave nothing (specification,
 * section 7). Never stored as if the customer had said it (decisions, section 3).
 */
export const FILLERS = {
  email: "not-provided@example.com",
  vehicle: "TBD",
  message: "Customer will provide details during phone consultation",
  urgency: "Medium",
} as const;

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

/**
 * A request in the API's documented shape: a simplified one with the specification's fillers where the customer
 * gave nothing (section 7). `year` is the year it was sent in, in the business's time zone.
 */
export function withFillers(request: RepairRequest, year: string): RepairRequest {
  if (!request.isSimplifiedRequest) return request;
  const { customerInfo, vehicleInfo, serviceInfo } = request;
  return {
    ...request,
    customerInfo: {
      ...customerInfo,
      phone: customerInfo.phone ?? "",
      email: customerInfo.email ?? FILLERS.email,
      address: { street: "", city: "", state: "", zipCode: "", ...given(customerInfo.address) },
    },
    vehicleInfo: { year, make: FILLERS.vehicle, model: FILLERS.vehicle, ...given(vehicleInfo) },
    serviceInfo: { message: FILLERS.message, urgency: FILLERS.urgency, ...given(serviceInfo) },
  };
}

/**
 * The vehicle's year, unless it is the filler of a simplified request: the current year beside neither make
 * nor model. The sender's clock may be a day off ours, or in another time zone.
 */
export function yearGiven(fields: RepairRequestFields, now: Date): string | undefined {
  const { year, make, model } = fields.vehicleInfo;
  if (!fields.isSimplifiedRequest || make || model) return year;
  const current = [-DAY_MS, 0, DAY_MS].map((ahead) => new Date(now.getTime() + ahead).getUTCFullYear());
  return current.includes(Number(year)) ? undefined : year;
}

const DAY_MS = 86_400_000;

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

function given<Part extends object>(part: Part): Partial<Part> {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Partial<Part>;
}
