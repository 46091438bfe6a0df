import { VEHICLE_NOT_FOUND } from "~/api-client";
import { isIdShaped } from "~/models/id";
import { updateRetailVehicle } from "~/models/retail-vehicle.server";
import { retailVehicleSchema } from "~/models/retail-vehicle-schema";
import { answerError, readJson } from "../respond.server";
import { staffResource } from "../staff-resource.server";
import { answerDeleted, answerSaved, refuseMissingPicture } from "./save-vehicle.server";

/** `PUT, DELETE /api/admin/retail-vehicles/{id}` (specification, section 7). */
const handlers = staffResource({
  PUT: async ({ request, params: { id }, now }) => {
    const body = await readJson(request, retailVehicleSchema);
    if (!body.ok) return body.answer;
    if (!isIdShaped(id)) return answerError(404, VEHICLE_NOT_FOUND);
    const refused = await refuseMissingPicture(body.value.imageUrl);
    return refused ?? answerSaved(await updateRetailVehicle(id, body.value, { now }), 200);
  },
  DELETE: ({ params: { id } }) => answerDeleted("retailVehicles", id),
});

export const loader = handlers.loader;
export const action = handlers.action;
