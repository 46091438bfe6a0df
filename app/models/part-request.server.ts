import { z } from "zod";
import { type Db, db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { newId } from "./id.server";
import { PART_REQUEST_STATUSES } from "./part-request";
import type { PartRequest, PartRequestFields, PartRequestUpdate } from "./part-request-schema";
import { PART_SYSTEMS } from "./part-system";
import type { RequestNote } from "./request-note";
import { updateRequest } from "./request-update.server";

/**
 * Stores a request and answers it as the API gives it.
 * @param options.draftId the draft it is sent from; a draft has one request, so storing a second one throws
 * @param options.within the transaction it belongs to
 */
export async function createPartRequest(
  fields: PartRequestFields,
  { draftId, now, within = db }: { draftId?: string; now: Date; within?: Db },
): Promise<PartRequest> {
  const { vin, vehicleInfo, partDetails, customerInfo } = fields;
  const moment = now.toISOString();
  const row = await within
    .insertInto("partRequests")
    .values({
      id: newId(now),
      createdAt: moment,
      updatedAt: moment,
      status: PART_REQUEST_STATUSES[0],
      notes: "[]",
      customerName: customerInfo.name,
      customerPhone: customerInfo.phone,
      customerEmail: customerInfo.email,
      vin,
      vehicleYear: vehicleInfo.year ?? null,
      vehicleMake: vehicleInfo.make ?? null,
      vehicleModel: vehicleInfo.model ?? null,
      vehicleTrim: vehicleInfo.trim ?? null,
      vehicleEngineSize: vehicleInfo.engineSize ?? null,
      partSystem: partDetails.system,
      partComponent: partDetails.component,
      partOtherComponent: partDetails.otherComponent ?? null,
      partAdditionalInfo: partDetails.additionalInfo ?? null,
      draftId: draftId ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return partRequestOf(row);
}

/** The request of this id. */
export async function findPartRequest(id: string): Promise<PartRequest | undefined> {
  const row = await db.selectFrom("partRequests").selectAll().where("id", "=", id).executeTakeFirst();
  return row && partRequestOf(row);
}

/** Changes a request's status and notes; what is left out stays. Undefined where there is none of this id. */
export async function updatePartRequest(
  id: string,
  update: PartRequestUpdate,
  by: { author: string; now: Date },
): Promise<PartRequest | undefined> {
  return (await updateRequest("partRequests", id, update, by)) ? findPartRequest(id) : undefined;
}

/** A stored request in the shape of the specification's section 3. What was never given is left out. */
export function partRequestOf(row: Row<"partRequests">): PartRequest {
  return {
    _id: row.id,
    createdAt: row.createdAt,
    status: z.enum(PART_REQUEST_STATUSES).parse(row.status),
    vin: row.vin ?? "",
    vehicleInfo: {
      year: row.vehicleYear ?? undefined,
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
  };
}
