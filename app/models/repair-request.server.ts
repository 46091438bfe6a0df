import { createHash } from "node:crypto";
import { business } from "~/business.server";
import { type Db, db } from "~/db/connection.server";
import type { NewRow, Row } from "~/db/schema";
import { dayIn } from "./format";
import { newId } from "./id.server";
import {
  type ContactMethod,
  type RepairRequestStatus,
  type Urgency,
  withFillers,
  yearGiven,
} from "./repair-request";
import type {
  CallbackFields,
  RepairRequest,
  RepairRequestFields,
  RepairRequestUpdate,
} from "./repair-request-schema";
import type { RequestNote } from "./request-note";
import { updateRequest } from "./request-update.server";

/**
 * Stores a callback: what the visitor gave, and nothing in place of the rest (decisions, section 3). The same
 * words from the same form (`submissionId`) are one request, however often they are sent.
 */
export async function createCallback(
  fields: CallbackFields,
  { submissionId, now }: { submissionId?: string | undefined; now: Date },
): Promise<RepairRequest> {
  return store({
    ...newRequest(now),
    customerName: fields.name,
    customerPhone: fields.phone ?? null,
    customerEmail: fields.email ?? null,
    message: fields.description ?? null,
    contactMethod: fields.contactMethod,
    isSimplifiedRequest: 1,
    submissionId: submissionId ? submissionKey(submissionId, fields) : null,
  });
}

/**
 * Stores a repair request of the API.
 * @param options.within the transaction it belongs to
 */
export async function createRepairRequest(
  fields: RepairRequestFields,
  { now, within = db }: { now: Date; within?: Db },
): Promise<RepairRequest> {
  const { customerInfo, vehicleInfo, serviceInfo } = fields;
  const request: NewRow<"repairRequests"> = {
    ...newRequest(now),
    customerName: customerInfo.name,
    customerPhone: customerInfo.phone ?? null,
    customerEmail: customerInfo.email ?? null,
    addressStreet: customerInfo.address.street ?? null,
    addressCity: customerInfo.address.city ?? null,
    addressState: customerInfo.address.state ?? null,
    addressZipCode: customerInfo.address.zipCode ?? null,
    vin: vehicleInfo.vin ?? null,
    vehicleYear: yearGiven(fields, now) ?? null,
    vehicleMake: vehicleInfo.make ?? null,
    vehicleModel: vehicleInfo.model ?? null,
    vehicleTrim: vehicleInfo.trim ?? null,
    vehicleMileage: vehicleInfo.mileage ?? null,
    vehicleEngineSize: vehicleInfo.engineSize ?? null,
    serviceType: serviceInfo.serviceType ?? null,
    otherServiceType: serviceInfo.otherServiceType ?? null,
    message: serviceInfo.message ?? null,
    description: serviceInfo.description ?? null,
    urgency: serviceInfo.urgency ?? null,
    contactMethod: fields.contactMethod,
    isSimplifiedRequest: fields.isSimplifiedRequest ? 1 : 0,
    submissionId: null,
  };
  return store(request, within);
}

/** The request of this id, as the customer gave it. */
export async function findRepairRequest(id: string): Promise<RepairRequest | undefined> {
  const row = await db.selectFrom("repairRequests").selectAll().where("id", "=", id).executeTakeFirst();
  return row && repairRequestOf(row);
}

/** Changes a request's status and notes; what is left out stays. Undefined where there is none of this id. */
export async function updateRepairRequest(
  id: string,
  update: RepairRequestUpdate,
  by: { author: string; now: Date },
): Promise<RepairRequest | undefined> {
  return (await updateRequest("repairRequests", id, update, by)) ? findRepairRequest(id) : undefined;
}

/** Removes a request; false where there is none of this id. */
export async function deleteRepairRequest(id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("repairRequests").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A request in the API's documented shape (specification, section 7). */
export function repairRequestForApi(request: RepairRequest): RepairRequest {
  return withFillers(request, dayIn(business.timeZone, new Date(request.createdAt)).slice(0, 4));
}

/** A stored row as the record it stands for. */
export function repairRequestOf(row: Row<"repairRequests">): RepairRequest {
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
      year: row.vehicleYear ?? undefined,
      make: row.vehicleMake ?? undefined,
      model: row.vehicleModel ?? undefined,
      trim: row.vehicleTrim ?? undefined,
      vin: row.vin ?? undefined,
      mileage: row.vehicleMileage ?? undefined,
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
  };
}

async function store(request: NewRow<"repairRequests">, within: Db = db): Promise<RepairRequest> {
  const stored = await within
    .insertInto("repairRequests")
    .values(request)
    .onConflict((conflict) => conflict.column("submissionId").doNothing())
    .returningAll()
    .executeTakeFirst();
  return repairRequestOf(
    stored ??
      (await within
        .selectFrom("repairRequests")
        .selectAll()
        .where("submissionId", "=", request.submissionId ?? "")
        .executeTakeFirstOrThrow()),
  );
}

function newRequest(now: Date) {
  const createdAt = now.toISOString();
  return { id: newId(now), createdAt, updatedAt: createdAt, status: "pending", notes: "[]" };
}

// The words belong to it: who goes back, corrects the number and sends again has made another request.
function submissionKey(submissionId: string, fields: CallbackFields): string {
  const { name, phone, email, description, contactMethod } = fields;
  const words = JSON.stringify([submissionId, name, phone, email, description, contactMethod]);
  return createHash("sha256").update(words).digest("hex");
}
