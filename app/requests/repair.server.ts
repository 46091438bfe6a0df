import { business } from "~/business/business.server";
import { actAs, CUSTOMER, now } from "~/context.server";
import { storeOnce } from "~/http/idempotency.server";
import { DAY_MS } from "~/values/days";
import { dayInTimeZone } from "~/values/format";
import { queueServiceLead } from "./adf.server";
import { createRequest } from "./history.server";
import { queueRequestMail } from "./mail.server";
import { numberNames } from "./record.server";
import { API_DEFAULTS } from "./repair";
import { REPAIR_REQUESTS, type RepairRequest, type RepairRequestFields } from "./repair-requests";
import type { CallbackFields } from "./repair-schema";

/**
 * Stores a callback and the mail about it once, however often its form is sent.
 * @param options.key the form's idempotency key
 * @returns the request's id
 */
export async function submitCallback(
  fields: CallbackFields,
  { key, now }: { key: string; now: Date },
): Promise<string> {
  const { _id } = await actAs(CUSTOMER, now, () =>
    storeOnce("callback", [key, fields], now, async () => {
      const request = await createCallback(fields);
      await queueMail(request);
      return { _id: request._id };
    }),
  );
  return _id;
}

/** Stores a callback request with only what the visitor entered, without defaults. */
export async function createCallback({
  contactMethod,
  description,
  ...customer
}: CallbackFields): Promise<RepairRequest> {
  return createRequest(REPAIR_REQUESTS, {
    ...{ contactMethod, isSimplifiedRequest: true },
    customerInfo: { ...customer, address: {} },
    serviceInfo: { message: description },
  });
}

/** Stores a repair request from the API and the mail about it. */
export async function receiveRepairRequest(fields: RepairRequestFields): Promise<RepairRequest> {
  const request = await createRepairRequest(fields);
  await queueMail(request);
  return request;
}

async function queueMail(request: RepairRequest): Promise<void> {
  await queueRequestMail(REPAIR_REQUESTS, request);
  await queueServiceLead(request);
}

/** Stores a repair request. */
export async function createRepairRequest(fields: RepairRequestFields): Promise<RepairRequest> {
  const vehicleInfo = { ...fields.vehicleInfo, year: customerYear(fields, now()) };
  return createRequest(
    REPAIR_REQUESTS,
    { ...fields, vehicleInfo },
    { vehicleNumbers: numberNames(fields.vehicleInfo) },
  );
}

/**
 * Fills in the API's defaults for what the customer left empty in a simplified request. The default
 * year is the year it was sent, in the business's time zone.
 */
export function repairRequestForApi(request: RepairRequest): RepairRequest {
  if (!request.isSimplifiedRequest) return request;
  const { customerInfo, vehicleInfo, serviceInfo, createdAt } = request;
  const { email, vehicle, message, urgency } = API_DEFAULTS;
  const year = dayInTimeZone(business.timeZone, new Date(createdAt)).slice(0, 4);
  return {
    ...request,
    customerInfo: {
      ...customerInfo,
      phone: customerInfo.phone ?? "",
      email: customerInfo.email ?? email,
      address: { street: "", city: "", state: "", zipCode: "", ...withoutUndefined(customerInfo.address) },
    },
    vehicleInfo: { year, make: vehicle, model: vehicle, ...withoutUndefined(vehicleInfo) },
    serviceInfo: { message, urgency, ...withoutUndefined(serviceInfo) },
  };
}

function withoutUndefined<Part extends object>(part: Part): Partial<Part> {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Partial<Part>;
}

/**
 * The vehicle's year, or undefined if it is only the default of a simplified request: the current year without make or model.
 * Allows for a client whose clock or time zone is a day off.
 */
function customerYear(fields: RepairRequestFields, now: Date): string | number | undefined {
  const { year, make, model } = fields.vehicleInfo;
  if (!fields.isSimplifiedRequest || make || model) return year;
  const current = [-DAY_MS, 0, DAY_MS].map((offset) => new Date(now.getTime() + offset).getUTCFullYear());
  return current.includes(Number(year)) ? undefined : year;
}
