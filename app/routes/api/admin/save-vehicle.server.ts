import { VEHICLE_NOT_FOUND } from "~/api-client";
import { isIdShaped } from "~/models/id";
import { IMAGE_GONE_SENTENCE } from "~/models/image-upload";
import { claimPicture } from "~/models/pictures.server";
import { STOCK_NUMBER_TAKEN } from "~/models/vehicle";
import { type Created, deleteVehicle, type Updated, type VehicleTable } from "~/models/vehicle.server";

import { answerError } from "../respond.server";

/** How the API answers what came of storing a vehicle: 201 or 200 with the record, 404, or 409 (decisions, section 8). */
export function answerSaved<Vehicle>(
  saved: Created<Vehicle> | Updated<Vehicle>,
  status: 200 | 201,
): Response {
  switch (saved.outcome) {
    case "saved":
      return Response.json(saved.vehicle, { status });
    case "stock-number-taken":
      return answerError(409, STOCK_NUMBER_TAKEN, { fields: { stockNumber: [STOCK_NUMBER_TAKEN] } });
    case "gone":
      return answerError(404, VEHICLE_NOT_FOUND);
    case "changed":
      // An update without a version replaces whatever stands there.
      throw new Error("An update without a version found one changed.");
  }
}

/** The 400 for a record that would name a picture which is not there; undefined where it is, or none is named. */
export async function refuseMissingPicture(imageUrl: string | undefined): Promise<Response | undefined> {
  if (imageUrl === undefined || (await claimPicture(imageUrl))) return undefined;
  return answerError(400, IMAGE_GONE_SENTENCE, { fields: { imageUrl: [IMAGE_GONE_SENTENCE] } });
}

/** `DELETE /api/admin/{kind}/{id}`: 204, or 404 where there is none. */
export async function answerDeleted(table: VehicleTable, id: string | undefined): Promise<Response> {
  const removed = isIdShaped(id) && (await deleteVehicle(table, id));
  return removed ? new Response(null, { status: 204 }) : answerError(404, VEHICLE_NOT_FOUND);
}
