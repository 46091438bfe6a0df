import { findStaffSession } from "~/accounts/api-tokens.server";
import { lookUpVin } from "~/vin/lookup.server";
import { vinDecodeSchema } from "~/vin/schema";
import { errorResponse, rateLimitResponse, readJson, resourceRoute } from "./json.server";

/**
 * `POST /api/vin/direct-decode`: `{vin}` → `{vehicleInfo, inInventory, inventoryType}`; 400 for a malformed VIN, 422 if year, make or model
 * is missing, 503 if no method is available. An incomplete result comes with the error, because it still fills part of a staff form. A
 * signed-in user is counted by account, so that visitors at the same IP address don't use up their limit.
 */
const handlers = resourceRoute({
  POST: async ({ request, context }) => {
    const body = await readJson(request, vinDecodeSchema);
    if (!body.ok) return body.response;
    const staff = await findStaffSession(request, new Date());
    const limited = await rateLimitResponse("vinDecode", staff ? { id: staff.user._id } : context.clientIp);
    if (limited) return limited;
    const { result, inventoryType } = await lookUpVin(body.value.vin, body.value);
    const inInventory = inventoryType !== null;
    if (result.outcome === "decoded") {
      return Response.json({ vehicleInfo: result.vehicleInfo, inInventory, inventoryType });
    }
    if (result.outcome === "incomplete") {
      const { message: error, vehicleInfo, possibleYears } = result;
      return Response.json(
        { error, vehicleInfo, possibleYears, inInventory, inventoryType },
        { status: 422 },
      );
    }
    return errorResponse(result.outcome === "unavailable" ? 503 : 422, result.message);
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
