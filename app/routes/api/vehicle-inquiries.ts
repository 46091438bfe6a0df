import { INQUIRY_MESSAGES } from "~/requests/inquiry";
import { receiveVehicleInquiry } from "~/requests/inquiry.server";
import { vehicleInquirySchema } from "~/requests/inquiry-schema";
import { findPublicRetailVehicle } from "~/vehicles/retail.server";
import { errorResponse, resourceRoute } from "./json.server";
import { submission } from "./submit.server";

/** `POST /api/vehicle-inquiries`: public; responds 201 with the stored inquiry. */
const handlers = resourceRoute({
  POST: submission({
    schema: vehicleInquirySchema,
    rateLimit: "vehicleInquiry",
    prefix: "VI",
    prepare: async (fields) => {
      const vehicle = await findPublicRetailVehicle(fields.vehicleId);
      const { vehicleUnknown, vehicleSold } = INQUIRY_MESSAGES;
      if (!vehicle) return errorResponse(400, vehicleUnknown, { fields: { vehicleId: [vehicleUnknown] } });
      return vehicle.status === "sold" ? errorResponse(409, vehicleSold) : { fields, vehicle };
    },
    create: receiveVehicleInquiry,
  }),
});

export const loader = handlers.loader;
export const action = handlers.action;
