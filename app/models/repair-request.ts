import type { RepairRequest, RepairRequestFields } from "./repair-request-schema";

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

function given<Part extends object>(part: Part): Partial<Part> {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Partial<Part>;
}
