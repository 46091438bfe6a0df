import { INVALID_VEHICLE_ID, VEHICLE_NOT_FOUND } from "~/api-client";
import { findPublicDismantledVehicle } from "~/models/dismantled-vehicle.server";
import { isIdShaped } from "~/models/id";
import { answerError, answerWithEtag, resource } from "./respond.server";

/** GET /api/dismantled-vehicles/{id}: a scrapped one is not found (specification, section 7; decisions, section 3). */
const handlers = resource({
  GET: async ({ request, params: { id } }) => {
    if (!isIdShaped(id)) return answerError(400, INVALID_VEHICLE_ID);
    const vehicle = await findPublicDismantledVehicle(id);
    return vehicle ? answerWithEtag(request, vehicle) : answerError(404, VEHICLE_NOT_FOUND);
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
