import { actAs, CUSTOMER, now } from "~/context.server";
import type { Row } from "~/db/schema";
import { storeOnce } from "~/http/idempotency.server";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import { insertRequest } from "./history.server";
import { ABOUT_LABELS, type InquiryAbout, type InquiryStatus } from "./inquiry";
import type { VehicleInquiry, VehicleInquiryFields } from "./inquiry-schema";
import { queueVehicleInquiryMail } from "./mail.server";
import type { RequestNote } from "./note";
import { newRequestColumns, type RequestKind, workFields } from "./record.server";
import { listAsked, toColumn } from "./vehicle-values";

/** Describes vehicle inquiries to the functions that all kinds share. */
export const VEHICLE_INQUIRIES: RequestKind<VehicleInquiry> = {
  table: "vehicleInquiries",
  prefix: "VI",
  recordKind: "vehicleInquiry",
  mailCause: "vehicleInquiry",
  finished: ["sold", "closed"],
  searchColumns: ["stockNumber"],
  toRecord: toVehicleInquiry,
  describe: ({ inquiry, vehicleInfo }) => ({
    noun: "vehicle inquiry",
    asked: listAsked(ABOUT_LABELS[inquiry.about], undefined, vehicleInfo),
  }),
};

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
  await queueVehicleInquiryMail(stored);
  return stored;
}

/** Stores an inquiry with the vehicle as it is offered now, and returns it in the API's shape. */
export async function createVehicleInquiry({ fields, vehicle }: NewInquiry): Promise<VehicleInquiry> {
  const { customerInfo, inquiry } = fields;
  const row = await insertRequest(VEHICLE_INQUIRIES, {
    ...newRequestColumns(now()),
    customerName: customerInfo.name,
    customerPhone: customerInfo.phone ?? null,
    customerEmail: customerInfo.email ?? null,
    about: inquiry.about,
    message: inquiry.message ?? null,
    vehicleId: vehicle._id,
    stockNumber: vehicle.stockNumber,
    vin: vehicle.vin,
    vehicleYear: toColumn(vehicle.year),
    vehicleMake: vehicle.make ?? null,
    vehicleModel: vehicle.model ?? null,
    vehicleTrim: vehicle.trim ?? null,
    priceCents: vehicle.price === undefined ? null : Math.round(vehicle.price * 100),
  });
  return toVehicleInquiry(row);
}

/** Converts a row to a record; empty columns become undefined. */
function toVehicleInquiry(row: Row<"vehicleInquiries">): VehicleInquiry {
  return {
    _id: row.id,
    createdAt: row.createdAt,
    status: row.status as InquiryStatus,
    customerInfo: {
      name: row.customerName,
      phone: row.customerPhone ?? undefined,
      email: row.customerEmail ?? undefined,
    },
    vehicleId: row.vehicleId ?? undefined,
    vehicleInfo: {
      stockNumber: row.stockNumber,
      year: row.vehicleYear === null ? undefined : Number(row.vehicleYear),
      make: row.vehicleMake ?? undefined,
      model: row.vehicleModel ?? undefined,
      trim: row.vehicleTrim ?? undefined,
      vin: row.vin || undefined,
      price: row.priceCents === null ? undefined : row.priceCents / 100,
    },
    inquiry: { about: row.about as InquiryAbout, message: row.message ?? undefined },
    notes: JSON.parse(row.notes) as RequestNote[],
    ...workFields(row),
  };
}
