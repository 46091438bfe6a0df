import type { z } from "zod";
import { bodySchema } from "~/collections/schema";
import { VEHICLE_INQUIRIES, type VehicleInquiryFields } from "./vehicle-inquiries";

const { vehicleId, ...others } = VEHICLE_INQUIRIES.fields;

/**
 * The body of `POST /api/vehicle-inquiries`, and the form on a vehicle's page, whose fields have the same names (`customerInfo.name`). That
 * there is a vehicle is checked first.
 */
export const vehicleInquirySchema = bodySchema({
  fields: { vehicleId, ...others },
  rules: [],
}) as z.ZodType<VehicleInquiryFields>;
