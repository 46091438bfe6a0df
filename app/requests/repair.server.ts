import { business } from "~/business/business.server";
import { actAs, CUSTOMER, now } from "~/context.server";
import type { NewRow, Row } from "~/db/schema";
import { storeOnce } from "~/http/idempotency.server";
import { dayInTimeZone } from "~/values/format";
import { insertRequest } from "./history.server";
import { queueRepairRequestMail } from "./mail.server";
import type { RequestNote } from "./note";
import { newRequestColumns, type RequestKind, workFields } from "./record.server";
import { API_DEFAULTS, type ContactMethod, type RepairRequestStatus, type Urgency } from "./repair";
import type { CallbackFields, RepairRequest, RepairRequestFields } from "./repair-schema";
import { asSent, listAsked, numberNames, toColumn } from "./vehicle-values";

const DAY_MS = 86_400_000;

/** Describes repair requests to the functions that all kinds share. */
export const REPAIR_REQUESTS: RequestKind<RepairRequest> = {
  table: "repairRequests",
  recordKind: "repairRequest",
  prefix: "RR",
  mailCause: "repairRequest",
  finished: ["completed", "cancelled"],
  searchColumns: ["serviceType", "otherServiceType", "addressCity"],
  toRecord: toRepairRequest,
  describe: ({ isSimplifiedRequest, serviceInfo, vehicleInfo }) => ({
    noun: isSimplifiedRequest ? "callback request" : "repair request",
    asked: listAsked(serviceInfo.serviceType, serviceInfo.otherServiceType, vehicleInfo),
  }),
};

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
      await queueRepairRequestMail(request);
      return { _id: request._id };
    }),
  );
  return _id;
}

/**
 * Stores a callback request with only what the visitor entered, without defaults (decisions, section 3).
 */
export async function createCallback(fields: CallbackFields): Promise<RepairRequest> {
  const request = {
    ...newRequestColumns(now()),
    customerName: fields.name,
    customerPhone: fields.phone ?? null,
    customerEmail: fields.email ?? null,
    message: fields.description ?? null,
    contactMethod: fields.contactMethod,
    isSimplifiedRequest: 1,
  };
  return insert(request);
}

/** Stores a repair request from the API and the mail about it. */
export async function receiveRepairRequest(fields: RepairRequestFields): Promise<RepairRequest> {
  const request = await createRepairRequest(fields);
  await queueRepairRequestMail(request);
  return request;
}

/** Stores a repair request. */
export async function createRepairRequest(fields: RepairRequestFields): Promise<RepairRequest> {
  const { customerInfo, vehicleInfo, serviceInfo } = fields;
  const request = {
    ...newRequestColumns(now()),
    customerName: customerInfo.name,
    customerPhone: customerInfo.phone ?? null,
    customerEmail: customerInfo.email ?? null,
    addressStreet: customerInfo.address.street ?? null,
    addressCity: customerInfo.address.city ?? null,
    addressState: customerInfo.address.state ?? null,
    addressZipCode: customerInfo.address.zipCode ?? null,
    vin: vehicleInfo.vin ?? null,
    vehicleYear: toColumn(customerYear(fields, now())),
    vehicleMake: vehicleInfo.make ?? null,
    vehicleModel: vehicleInfo.model ?? null,
    vehicleTrim: vehicleInfo.trim ?? null,
    vehicleMileage: toColumn(vehicleInfo.mileage),
    vehicleEngineSize: vehicleInfo.engineSize ?? null,
    vehicleNumbers: numberNames(vehicleInfo),
    serviceType: serviceInfo.serviceType ?? null,
    otherServiceType: serviceInfo.otherServiceType ?? null,
    message: serviceInfo.message ?? null,
    description: serviceInfo.description ?? null,
    urgency: serviceInfo.urgency ?? null,
    contactMethod: fields.contactMethod,
    isSimplifiedRequest: fields.isSimplifiedRequest ? 1 : 0,
  };
  return insert(request);
}

/**
 * Fills in the API's defaults for what the customer left empty in a simplified request (specification, section 7). The default
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

/** Converts a row to a record; empty columns become undefined. */
function toRepairRequest(row: Row<"repairRequests">): RepairRequest {
  return {
    _id: row.id,
    createdAt: row.createdAt,
    status: row.status as RepairRequestStatus,
    customerInfo: {
      name: row.customerName,
      phone: row.customerPhone ?? undefined,
      email: row.customerEmail ?? undefined,
      address: {
        street: row.addressStreet ?? undefined,
        city: row.addressCity ?? undefined,
        state: row.addressState ?? undefined,
        zipCode: row.addressZipCode ?? undefined,
      },
    },
    vehicleInfo: {
      ...asSent({ year: row.vehicleYear, mileage: row.vehicleMileage }, row.vehicleNumbers),
      make: row.vehicleMake ?? undefined,
      model: row.vehicleModel ?? undefined,
      trim: row.vehicleTrim ?? undefined,
      vin: row.vin ?? undefined,
      engineSize: row.vehicleEngineSize ?? undefined,
    },
    serviceInfo: {
      serviceType: row.serviceType ?? undefined,
      otherServiceType: row.otherServiceType ?? undefined,
      message: row.message ?? undefined,
      description: row.description ?? undefined,
      urgency: (row.urgency as Urgency | null) ?? undefined,
    },
    contactMethod: row.contactMethod as ContactMethod,
    isSimplifiedRequest: row.isSimplifiedRequest === 1,
    notes: JSON.parse(row.notes) as RequestNote[],
    ...workFields(row),
  };
}

async function insert(request: Omit<NewRow<"repairRequests">, "searchText">): Promise<RepairRequest> {
  return toRepairRequest(await insertRequest(REPAIR_REQUESTS, request));
}
