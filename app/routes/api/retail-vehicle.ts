import { INVALID_VEHICLE_ID, VEHICLE_NOT_FOUND } from "~/api-client";
import { isIdShaped } from "~/models/id";
import { findPublicRetailVehicle } from "~/models/retail-vehicle.server";
import { answerError, answerWithEtag, resource } from "./respond.server";

/** GET /api/retail-vehicles/{id}: a sold one keeps its page (specification, section 7; decisions, section 3). */
const handlers = resource({
  GET: async ({ request, params: { id } }) => {
    if (!isIdShaped(id)) return answerError(400, INVALID_VEHICLE_ID);
    const vehicle = await findPublicRetailVehicle(id);
    return vehicle ? answerWithEtag(request, vehicle) : answerError(404, VEHICLE_NOT_FOUND);
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
