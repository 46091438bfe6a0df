import { bodySchema } from "~/collections/schema";
import { db } from "~/db/connection.server";
import type { EstimateFields } from "~/requests/estimate-schema";
import { createVehicleInquiry } from "~/requests/inquiry.server";
import { vehicleInquirySchema } from "~/requests/inquiry-schema";
import { makeOffer } from "~/requests/offer.server";
import { createOfferedCar } from "~/requests/offered-car.server";
import { offeredCarSchema } from "~/requests/offered-car-schema";
import { createPartRequest } from "~/requests/part.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { createCallback, createRepairRequest } from "~/requests/repair.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { callbackSchema, repairRequestSchema } from "~/requests/repair-schema";
import { VEHICLE_INQUIRIES } from "~/requests/vehicle-inquiries";
import { updateRequest } from "~/requests/work.server";
import type { RetailVehicle } from "~/vehicles/retail-vehicles";
import { as } from "./act";
import { retailVehicle } from "./builders";

const SENT = new Date("2026-03-02T15:04:00Z");
const NOTE = { author: "Marta", timestamp: "2026-03-03T16:00:00.000Z", content: "Called,\nno answer." };

/** After the moment at which these requests are sent unless said. */
export function minutesLater(minutes: number): Date {
  return new Date(SENT.getTime() + minutes * 60_000);
}

/** A stored part request with every field there is, just as it came in, or was taken down by somebody of the staff; its id. */
export async function newPartRequest(
  details: Record<string, unknown> = {},
  customer: Record<string, unknown> = {},
  now = SENT,
  by: { accountId?: string } = {},
) {
  const fields = bodySchema(PART_REQUESTS).parse({
    vin: "1HGCM82633A004352",
    vehicleInfo: { year: "2003", make: "Honda", model: "Accord", trim: "EX", engineSize: "2.4L I4" },
    partDetails: {
      system: "Engine/Accessories",
      component: "Radiators & Coolers - Radiator",
      otherComponent: "With both hoses",
      additionalInfo: "Needed by Friday.\nAny brand.",
      ...details,
    },
    customerInfo: { name: "Ann Lee", phone: "5555550101", email: "ann?lee@example.com", ...customer },
  });
  return (await as({ source: "api", now, ...by }, () => createPartRequest(fields)))._id;
}

/** The same with a note and a status of its own. */
export async function partRequest(...given: Parameters<typeof newPartRequest>) {
  const id = await newPartRequest(...given);
  await as({ username: NOTE.author, now: new Date(NOTE.timestamp) }, () =>
    updateRequest(PART_REQUESTS, id, { status: "quoted", notes: [NOTE] }),
  );
  return id;
}

/** A stored repair request of the full form, with every field there is; its id. */
export async function repairRequest(service: Record<string, unknown> = {}) {
  const fields = repairRequestSchema.parse({
    customerInfo: {
      name: "Stan Wu",
      phone: "5555550102",
      email: "stan@example.com",
      address: { street: "27 Orchard Lane", city: "Millbrook", state: "NY", zipCode: "12545" },
    },
    vehicleInfo: {
      year: 2016,
      make: "Honda",
      model: "CR-V",
      trim: "EX-L",
      vin: "5J6RM4H7XGL047215",
      mileage: 91240,
      engineSize: "2.4L I4",
    },
    serviceInfo: {
      serviceType: "Other",
      otherServiceType: "Exhaust",
      message: "It rattles.",
      description: "Since May.",
      urgency: "High",
      ...service,
    },
    contactMethod: "email",
    isSimplifiedRequest: false,
  });
  const { _id } = await as({ source: "api", now: SENT }, () => createRepairRequest(fields));
  await as({ username: NOTE.author, now: new Date(NOTE.timestamp) }, () =>
    updateRequest(REPAIR_REQUESTS, _id, { status: "in_progress", notes: [NOTE] }),
  );
  return _id;
}

/** On a Saturday, when the shop is closed: 2 pm, for an hour and a half. */
export const APPOINTMENT = { day: "2031-12-20", time: 14 * 60, minutes: 90 };

/** An estimate of $278.39, $7.39 of it tax. */
export const ESTIMATE: EstimateFields = {
  lines: [
    { kind: "labor", description: "Front brakes", quantity: 150, priceCents: 12_000, isTaxed: false },
    { kind: "used-part", description: "Caliper", quantity: 200, priceCents: 4_550, isTaxed: true },
  ],
  taxRate: 8125,
  complaint: "It squeals.",
  plate: "ABC 1234",
  odometer: "91,240",
};

/** A stored callback by phone, of which nothing is known but name and number; its id. */
export async function callback() {
  const fields = callbackSchema.parse({ contactMethod: "phone", name: "Cal Back", phone: "5555550103" });
  return (await as({ now: SENT }, () => createCallback(fields)))._id;
}

/** A stored inquiry about a vehicle, just as it came in, with every field there is. */
export async function newVehicleInquiry(
  vehicle: RetailVehicle,
  { customer = {}, now = SENT }: { customer?: Record<string, unknown>; now?: Date } = {},
) {
  const fields = vehicleInquirySchema.parse({
    vehicleId: vehicle._id,
    customerInfo: { name: "Ivy Quist", phone: "5555550104", email: "ivy@example.com", ...customer },
    inquiry: { about: "test-drive", message: "On Friday.\nAfter five." },
  });
  return as({ source: "api", now }, () => createVehicleInquiry({ fields, vehicle }));
}

/** The same with a note and a status, about a vehicle of its own unless given; its id. */
export async function vehicleInquiry(vehicle?: RetailVehicle) {
  const asked = vehicle ?? (await retailVehicle({ stockNumber: "VI-4711", trim: "Premium" }));
  const { _id } = await newVehicleInquiry(asked);
  await as({ username: NOTE.author, now: new Date(NOTE.timestamp) }, () =>
    updateRequest(VEHICLE_INQUIRIES, _id, { status: "scheduled", notes: [NOTE] }),
  );
  return _id;
}

/** What the form of an offered car sends, by the API's names. */
export const OFFERED_CAR = {
  vin: "1HGCP2F31CA000001",
  vehicleInfo: { year: "2012", make: "Honda", model: "Accord", mileage: "142,000" },
  carInfo: { location: "Millbrook 12545", runs: "starts", title: "yes", message: "Hit at the left front." },
  customerInfo: { name: "Olive Reyes", phone: "5555550105", email: "olive@example.com" },
};

/** A stored offered car, just as it came in; its id. */
export async function offeredCar(overrides: Record<string, unknown> = {}, now = SENT) {
  const fields = offeredCarSchema.parse({ ...OFFERED_CAR, ...overrides });
  return (await as({ source: "api", now }, () => createOfferedCar(fields)))._id;
}

/** The same with an offer of $450 that is good for a long time. */
export async function carWithOffer() {
  const id = await offeredCar();
  await as({ username: NOTE.author, now: new Date(NOTE.timestamp) }, () =>
    makeOffer(id, { amount: 450, goodUntil: "2099-12-31" }, { expectedVersion: 0 }),
  );
  return id;
}

/** A message in the outbox that a mail server has turned away for good. */
export async function failedMail(): Promise<void> {
  const sentAt = SENT.toISOString();
  const message = {
    messageId: "<1@yard.example>",
    createdAt: sentAt,
    to: "ann@example.com",
    subject: "We received your part request PR-7K3Q9D",
    text: "Thank you.",
    html: "<p>Thank you.</p>",
    causeKind: "partRequest",
    causeId: "01JABCDEFGHJKMNPQRSTVWXYZ0",
    nextAttemptAt: sentAt,
    status: "failed",
    attempts: 1,
    lastError: "Message failed: 550 5.1.1 Unknown user",
  } as const;
  await db.insertInto("outbox").values(message).execute();
}

/** What staff read of `partRequest()`, in words. */
export const PART_FIELDS = [
  "Ann Lee",
  "(555) 555-0101",
  "ann?lee@example.com",
  "1HGCM82633A004352",
  "Year 2003 Make Honda Model Accord Trim EX Engine size 2.4L I4",
  "System Engine/Accessories",
  "Component Radiators & Coolers - Radiator",
  "Other component With both hoses",
  "Additional info Needed by Friday. Any brand.",
  "Quoted",
  "Mar 2, 2026, 10:04 AM",
  "Marta Mar 3, 2026, 11:00 AM Called, no answer.",
];

/** What staff read of `repairRequest()`, in words. */
export const REPAIR_FIELDS = [
  "Stan Wu",
  "Contact by Email",
  "(555) 555-0102",
  "stan@example.com",
  "Street 27 Orchard Lane City Millbrook State NY ZIP code 12545",
  "VIN 5J6RM4H7XGL047215",
  "Year 2016 Make Honda Model CR-V Trim EX-L Mileage 91,240 miles Engine size 2.4L I4",
  "Service type Other",
  "Other service type Exhaust",
  "Urgency High",
  "Form Full service request",
  "Message It rattles.",
  "Description Since May.",
  "In Progress",
  "Mar 2, 2026, 10:04 AM",
  "Marta Mar 3, 2026, 11:00 AM Called, no answer.",
];

/** What staff read of `vehicleInquiry()`, in words. */
export const INQUIRY_FIELDS = [
  "About Test drive",
  "Message On Friday. After five.",
  "Ivy Quist",
  "(555) 555-0104",
  "ivy@example.com",
  "Stock # VI-4711 Public page of VI-4711",
  "Year 2016 Make Subaru Model Outback Trim Premium Price then $12,995",
  "Test Drive Set",
  "Mar 2, 2026, 10:04 AM",
  "Marta Mar 3, 2026, 11:00 AM Called, no answer.",
];
