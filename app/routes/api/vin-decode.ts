import { tooManySentence } from "~/doors/form.server";
import { countRequest } from "~/doors/limits.server";
import { vinStepSchema } from "~/models/part-request";
import { lookUpVin } from "~/models/vehicle-lookup.server";
import { answerError, readJson, resource } from "./respond.server";

/**
 * `POST /api/vin/direct-decode`: `{vin}` → `{vehicleInfo, inInventory, inventoryType}`; 400 for a malformed VIN,
 * 422 where the essentials are missing, 503 where no method could be asked (decisions, section 6).
 */
const handlers = resource({
  POST: async ({ request, context }) => {
    const body = await readJson(request, vinStepSchema);
    if (!body.ok) return body.answer;
    const limit = await countRequest("vinDecode", context.clientAddress);
    if (!limit.ok) {
      return answerError(429, tooManySentence(limit.retryAfter), { retryAfter: limit.retryAfter });
    }
    const { result, inInventory, inventoryType } = await lookUpVin(body.value.vin);
    if (result.outcome === "decoded") {
      return Response.json({ vehicleInfo: result.vehicleInfo, inInventory, inventoryType });
    }
    return answerError(result.outcome === "unavailable" ? 503 : 422, result.message);
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
