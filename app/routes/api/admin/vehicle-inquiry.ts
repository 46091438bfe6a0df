import { VEHICLE_INQUIRIES } from "~/requests/inquiry.server";
import { vehicleInquiryUpdateSchema } from "~/requests/inquiry-schema";
import { requestResource } from "../request-resources.server";

const handlers = requestResource({
  kind: VEHICLE_INQUIRIES,
  updateSchema: vehicleInquiryUpdateSchema,
  notFound: "Vehicle inquiry not found",
  canDelete: true,
});

export const loader = handlers.loader;
export const action = handlers.action;
