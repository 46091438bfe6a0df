import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import { queueInquiryLead } from "./adf.server";
import { createRequest } from "./history.server";
import { queueRequestMail } from "./mail.server";
import { VEHICLE_INQUIRIES, type VehicleInquiry, type VehicleInquiryFields } from "./vehicle-inquiries";

/** A validated inquiry with the vehicle that it names. */
interface NewInquiry {
  fields: VehicleInquiryFields;
  vehicle: PublicRetailVehicle;
}

/** Stores an inquiry and the mail about it, and returns it in the API's shape. */
export async function receiveVehicleInquiry(inquiry: NewInquiry): Promise<VehicleInquiry> {
  const stored = await createVehicleInquiry(inquiry);
  await queueRequestMail(VEHICLE_INQUIRIES, stored);
  await queueInquiryLead(stored);
  return stored;
}

/** Stores an inquiry with the vehicle as it is offered now, and returns it in the API's shape. */
export async function createVehicleInquiry({ fields, vehicle }: NewInquiry): Promise<VehicleInquiry> {
  return createRequest(VEHICLE_INQUIRIES, { ...fields, vehicleInfo: vehicle });
}
