import { VEHICLE_NOT_FOUND } from "~/api-client";
import { updateDismantledVehicle } from "~/models/dismantled-vehicle.server";
import { dismantledVehicleSchema } from "~/models/dismantled-vehicle-schema";
import { isIdShaped } from "~/models/id";
import { answerError, readJson } from "../respond.server";
import { staffResource } from "../staff-resource.server";
import { answerDeleted, answerSaved, refuseMissingPicture } from "./save-vehicle.server";

/** `PUT, DELETE /api/admin/dismantled-vehicles/{id}` (specification, section 7). */
const handlers = staffResource({
  PUT: async ({ request, params: { id }, now }) => {
    const body = await readJson(request, dismantledVehicleSchema);
    if (!body.ok) return body.answer;
    if (!isIdShaped(id)) return answerError(404, VEHICLE_NOT_FOUND);
    const refused = await refuseMissingPicture(body.value.imageUrl);
    return refused ?? answerSaved(await updateDismantledVehicle(id, body.value, { now }), 200);
  },
  DELETE: ({ params: { id } }) => answerDeleted("dismantledVehicles", id),
});

export const loader = handlers.loader;
export const action = handlers.action;
