import { bodySchema } from "~/collections/schema";
import { foundPartLine } from "~/parts/finder";
import { INQUIRY_MESSAGES } from "~/requests/inquiry";
import { receiveVehicleInquiry } from "~/requests/inquiry.server";
import { vehicleInquirySchema } from "~/requests/inquiry-schema";
import { receiveOfferedCar } from "~/requests/offered-car.server";
import { offeredCarSchema } from "~/requests/offered-car-schema";
import { OFFERED_CARS } from "~/requests/offered-cars";
import { PART_REQUEST_MESSAGES } from "~/requests/part";
import { findAskedPart, receivePartRequest } from "~/requests/part.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { receiveRepairRequest, repairRequestForApi } from "~/requests/repair.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { repairRequestSchema } from "~/requests/repair-schema";
import { VEHICLE_INQUIRIES } from "~/requests/vehicle-inquiries";
import { findPublicRetailVehicle } from "~/vehicles/retail.server";
import { errorResponse, resourceRoute } from "./json.server";
import { ofRequests } from "./request-resources.server";
import { submission } from "./submit.server";

const SUBMISSIONS = {
  partRequest: submission(PART_REQUESTS, {
    schema: bodySchema(PART_REQUESTS),
    prepare: async (fields) => {
      if (!fields.partId) return fields;
      const part = await findAskedPart(fields.partId, new Date());
      const { partUnknown, partSold } = PART_REQUEST_MESSAGES;
      if (part === "unknown") return errorResponse(400, partUnknown, { fields: { partId: [partUnknown] } });
      return part === "sold" ? errorResponse(409, partSold) : { ...fields, askedPart: foundPartLine(part) };
    },
    create: receivePartRequest,
  }),
  repairRequest: submission(REPAIR_REQUESTS, {
    schema: repairRequestSchema,
    prepare: (fields) => fields,
    create: async (fields) => repairRequestForApi(await receiveRepairRequest(fields)),
  }),
  vehicleInquiry: submission(VEHICLE_INQUIRIES, {
    schema: vehicleInquirySchema,
    prepare: async (fields) => {
      const vehicle = await findPublicRetailVehicle(fields.vehicleId);
      const { vehicleUnknown, vehicleSold } = INQUIRY_MESSAGES;
      if (!vehicle) return errorResponse(400, vehicleUnknown, { fields: { vehicleId: [vehicleUnknown] } });
      return vehicle.status === "sold" ? errorResponse(409, vehicleSold) : { fields, vehicle };
    },
    create: receiveVehicleInquiry,
  }),
  offeredCar: submission(OFFERED_CARS, {
    schema: offeredCarSchema,
    prepare: (fields) => fields,
    create: (fields) => receiveOfferedCar(fields),
  }),
};

/** `POST /api/{kind}s`: public; responds 201 with the stored request. */
const handle = ofRequests(({ recordKind }) => resourceRoute({ POST: SUBMISSIONS[recordKind] }));

export const loader = handle;
export const action = handle;
