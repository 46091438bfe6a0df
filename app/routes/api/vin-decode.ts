import { vinStepSchema } from "~/models/part-request-schema";
import { lookUpVin } from "~/models/vehicle-lookup.server";
import { answerError, readJson, refuseFlood, resource } from "./respond.server";

/**
 * `POST /api/vin/direct-decode`: `{vin}` → `{vehicleInfo, inInventory, inventoryType}`; 400 for a malformed VIN,
 * 422 where the essentials are missing, 503 where no method could be asked (decisions, section 6). What is known
 * without the essentials stands beside the error, for partial results still fill the staff's form.
 */
const handlers = resource({
  POST: async ({ request, context }) => {
    const body = await readJson(request, vinStepSchema);
    if (!body.ok) return body.answer;
    const refused = await refuseFlood("vinDecode", context.clientAddress);
    if (refused) return refused;
    const { result, inInventory, inventoryType } = await lookUpVin(body.value.vin);
    if (result.outcome === "decoded") {
      return Response.json({ vehicleInfo: result.vehicleInfo, inInventory, inventoryType });
    }
    if (result.outcome === "incomplete") {
      const { message: error, vehicleInfo } = result;
      return Response.json({ error, vehicleInfo, inInventory, inventoryType }, { status: 422 });
    }
    return answerError(result.outcome === "unavailable" ? 503 : 422, result.message);
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
