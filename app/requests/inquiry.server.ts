import { actAs, CUSTOMER } from "~/context.server";
import { storeOnce } from "~/http/idempotency.server";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import { queueInquiryLead } from "./adf.server";
import { createRequest } from "./history.server";
import { queueRequestMail } from "./mail.server";
import { VEHICLE_INQUIRIES, type VehicleInquiry, type VehicleInquiryFields } from "./vehicle-inquiries";

/** A validated inquiry with the vehicle that it names. */
export interface NewInquiry {
  fields: VehicleInquiryFields;
  vehicle: PublicRetailVehicle;
}

/** A stored inquiry, and whether the browser that sends its form now is the one that sent it first. */
export interface SubmittedInquiry {
  id: string;
  isFromSender: boolean;
}

/**
 * Stores a vehicle page's inquiry and the mail about it once, however often its form is sent within a day.
 * @param options.browser tells browsers apart: the inquiry's private link is for the one that sent it first, since anybody can
 * type what somebody else has sent
 */
export async function submitVehicleInquiry(
  inquiry: NewInquiry,
  { browser, now }: { browser: string; now: Date },
): Promise<SubmittedInquiry> {
  // The page is cached for everyone, so its form cannot carry a key of its own: what it says is the key.
  const stored = await actAs(CUSTOMER, now, () =>
    storeOnce("vehicle inquiry form", inquiry.fields, now, async () => {
      const { _id } = await receiveVehicleInquiry(inquiry);
      return { _id, browser };
    }),
  );
  return { id: stored._id, isFromSender: stored.browser === browser };
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
