import { z } from "zod";
import { now } from "~/context.server";
import type { Row } from "~/db/schema";
import { PART_SYSTEMS } from "~/parts/system";
import { insertRequest } from "./history.server";
import { queuePartRequestMail } from "./mail.server";
import type { RequestNote } from "./note";
import { PART_REQUEST_STATUSES } from "./part";
import type { PartRequest, PartRequestFields } from "./part-schema";
import { newRequestColumns, type RequestKind, workFields } from "./record.server";
import { asSent, describeSubject, numberNames, toColumn } from "./vehicle-values";

/** Describes part requests to the functions that all kinds share. */
export const PART_REQUESTS: RequestKind<PartRequest> = {
  table: "partRequests",
  recordKind: "partRequest",
  prefix: "PR",
  mailCause: "partRequest",
  finished: ["fulfilled", "cancelled"],
  searchColumns: ["partComponent", "partOtherComponent", "partSystem"],
  toRecord: toPartRequest,
  describe: ({ partDetails, vehicleInfo }) => ({
    noun: "part request",
    subject: describeSubject(partDetails.component, partDetails.otherComponent, vehicleInfo),
  }),
};

/** Stores a customer's request and the mail about it, and returns it in the API's shape. */
export async function receivePartRequest(fields: PartRequestFields): Promise<PartRequest> {
  const request = await createPartRequest(fields);
  await queuePartRequestMail(request);
  return request;
}

/** Stores a request and returns it in the API's shape. */
export async function createPartRequest(fields: PartRequestFields): Promise<PartRequest> {
  const { vin, vehicleInfo, partDetails, customerInfo } = fields;
  const row = await insertRequest(PART_REQUESTS, {
    ...newRequestColumns(now()),
    customerName: customerInfo.name,
    customerPhone: customerInfo.phone,
    customerEmail: customerInfo.email,
    vin: vin || null,
    vehicleYear: toColumn(vehicleInfo.year),
    vehicleMake: vehicleInfo.make ?? null,
    vehicleModel: vehicleInfo.model ?? null,
    vehicleTrim: vehicleInfo.trim ?? null,
    vehicleEngineSize: vehicleInfo.engineSize ?? null,
    vehicleNumbers: numberNames(vehicleInfo),
    partSystem: partDetails.system,
    partComponent: partDetails.component,
    partOtherComponent: partDetails.otherComponent ?? null,
    partAdditionalInfo: partDetails.additionalInfo ?? null,
  });
  return toPartRequest(row);
}

/** Converts a row to the API's record; empty columns become undefined. */
function toPartRequest(row: Row<"partRequests">): PartRequest {
  return {
    _id: row.id,
    createdAt: row.createdAt,
    status: z.enum(PART_REQUEST_STATUSES).parse(row.status),
    vin: row.vin ?? "",
    vehicleInfo: {
      ...asSent({ year: row.vehicleYear }, row.vehicleNumbers),
      make: row.vehicleMake ?? undefined,
      model: row.vehicleModel ?? undefined,
      trim: row.vehicleTrim ?? undefined,
      engineSize: row.vehicleEngineSize ?? undefined,
    },
    partDetails: {
      system: z.enum(PART_SYSTEMS).parse(row.partSystem),
      component: row.partComponent,
      otherComponent: row.partOtherComponent ?? undefined,
      additionalInfo: row.partAdditionalInfo ?? undefined,
    },
    customerInfo: {
      name: row.customerName,
      phone: row.customerPhone ?? "",
      email: row.customerEmail ?? "",
    },
    notes: JSON.parse(row.notes) as RequestNote[],
    ...workFields(row),
    quote: toQuote(row),
  };
}

function toQuote(row: Row<"partRequests">): PartRequest["quote"] {
  if (row.quoteCents === null || row.quotedAt === null) return undefined;
  return {
    price: row.quoteCents / 100,
    warranty: row.quoteWarranty ?? undefined,
    validUntil: row.quoteValidUntil ?? undefined,
    quotedAt: row.quotedAt,
  };
}
