import { listPublicRetailVehicles } from "~/models/retail-vehicle.server";
import { answerWithEtag, resource } from "./respond.server";

/** GET /api/retail-vehicles: those not sold, newest first (specification, section 7). */
const handlers = resource({
  GET: async ({ request }) => answerWithEtag(request, await listPublicRetailVehicles()),
});

export const loader = handlers.loader;
export const action = handlers.action;
