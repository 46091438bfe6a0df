import { z } from "zod";
import { fieldSchemas } from "~/collections/schema";
import { editable } from "~/collections/shape";
import { API_DEFAULTS, CONTACT_METHODS, type ContactMethod, REPAIR_REQUEST_MESSAGES } from "./repair";
import { REPAIR_REQUESTS, repairCustomer } from "./repair-requests";

const { contactMethod, isSimplifiedRequest, ...others } = fieldSchemas(editable(REPAIR_REQUESTS.fields));

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

// Function declarations are hoisted, so the schemas above can call them.
function callbackBy<Method extends ContactMethod>(method: Method) {
  const { address, ...customer } = repairCustomer({ [method]: true }).fields;
  const { description } = REPAIR_REQUESTS.fields.serviceInfo.fields;
  return z.object({
    contactMethod: z.literal(method),
    ...fieldSchemas({ ...customer, description }),
  });
}

function repairRequestBy<Method extends ContactMethod>(method: Method) {
  const { customerInfo } = fieldSchemas({ customerInfo: repairCustomer({ [method]: true }) });
  return z.object({
    ...{ contactMethod: z.literal(method), isSimplifiedRequest },
    ...{ ...others, customerInfo },
  });
}

function repairRequestByAny() {
  return z.object({ contactMethod, isSimplifiedRequest, ...others });
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
