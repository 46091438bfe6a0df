import { listPublicDismantledVehicles } from "~/models/dismantled-vehicle.server";
import { answerWithEtag, resource } from "./respond.server";

/** GET /api/dismantled-vehicles: those not scrapped, newest first (specification, section 7). */
const handlers = resource({
  GET: async ({ request }) => answerWithEtag(request, await listPublicDismantledVehicles()),
});

export const loader = handlers.loader;
export const action = handlers.action;
