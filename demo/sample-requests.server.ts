import { bodySchema } from "~/collections/schema";
import { type Actor, actAs, CUSTOMER } from "~/context.server";
import { db } from "~/db/connection.server";
import { checkSelection, componentFor, systemFor } from "~/parts/catalog";
import { createVehicleInquiry } from "~/requests/inquiry.server";
import { vehicleInquirySchema } from "~/requests/inquiry-schema";
import { requestUpdateSchema } from "~/requests/note";
import { makeOffer } from "~/requests/offer.server";
import { createOfferedCar } from "~/requests/offered-car.server";
import { offeredCarSchema } from "~/requests/offered-car-schema";
import { createPartRequest } from "~/requests/part.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { partStepSchema } from "~/requests/part-schema";
import { createCallback, createRepairRequest } from "~/requests/repair.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { callbackSchema, repairRequestSchema } from "~/requests/repair-schema";
import { VEHICLE_INQUIRIES } from "~/requests/vehicle-inquiries";
import { updateRequest } from "~/requests/work.server";
import { findPublicRetailVehicle } from "~/vehicles/retail.server";
import offeredCars from "./offered-cars.json";
import partRequests from "./part-requests.json";
import repairRequests from "./repair-requests.json";
import vehicleInquiries from "./vehicle-inquiries.json";

const HOUR = 3_600_000;

/** What the JSON files share. Every person is invented, every number is a 555-01xx. */
interface SampleRequest {
  daysAgo: number;
  /** Time of day in UTC, such as "14:10". */
  time: string;
  /** The first status unless given. */
  status?: string;
  notes?: { author: string; hoursLater: number; content: string }[];
}

interface SamplePartRequest extends SampleRequest {
  vin: string;
  vehicle?: Record<string, string>;
  categoryId: string;
  subcategoryId: string;
  partId?: string;
  otherComponent?: string;
  additionalInfo?: string;
  customer: Record<string, string>;
}

/** A body of the page's callback form, or of the API. */
type SampleRepairRequest = SampleRequest & { callback?: unknown; full?: unknown };

interface SampleInquiry extends SampleRequest {
  stockNumber: string;
  about: string;
  customer: Record<string, string>;
  message?: string;
}

interface SampleOfferedCar extends SampleRequest {
  vin: string;
  vehicle: Record<string, string | undefined>;
  car: Record<string, string | undefined>;
  customer: Record<string, string | undefined>;
  offer?: { amount: number; goodForDays: number; hoursLater: number; by: string };
}

const API_CLIENT: Actor = { source: "api" };

/** Stores the sample requests, oldest first, so that ids sort by creation. */
export async function seedSampleRequests(now: Date): Promise<void> {
  for (const sample of partRequests as SamplePartRequest[]) {
    const sentAt = sentTime(sample, now);
    const { _id } = await actAs(API_CLIENT, sentAt, () =>
      createPartRequest(bodySchema(PART_REQUESTS).parse(toPartRequestBody(sample))),
    );
    for (const { actor, now, ...update } of staffUpdates(sample, sentAt)) {
      await actAs(actor, now, () =>
        updateRequest(PART_REQUESTS, _id, requestUpdateSchema(PART_REQUESTS).parse(update)),
      );
    }
  }
  for (const sample of repairRequests as SampleRepairRequest[]) {
    const sentAt = sentTime(sample, now);
    const { _id } = sample.callback
      ? await actAs(CUSTOMER, sentAt, () => createCallback(callbackSchema.parse(sample.callback)))
      : await actAs(API_CLIENT, sentAt, () => createRepairRequest(repairRequestSchema.parse(sample.full)));
    for (const { actor, now, ...update } of staffUpdates(sample, sentAt)) {
      await actAs(actor, now, () =>
        updateRequest(REPAIR_REQUESTS, _id, requestUpdateSchema(REPAIR_REQUESTS).parse(update)),
      );
    }
  }
}

/** Stores the sample inquiries about the sample vehicles, oldest first. */
export async function seedSampleInquiries(now: Date): Promise<void> {
  for (const sample of vehicleInquiries as SampleInquiry[]) {
    const { stockNumber, about, message, customer } = sample;
    const { id } = await db
      .selectFrom("retailVehicles")
      .select("id")
      .where("stockNumber", "=", stockNumber)
      .executeTakeFirstOrThrow();
    const vehicle = await findPublicRetailVehicle(id);
    if (!vehicle) throw new Error(`A sample inquiry is about ${stockNumber}, which is not shown.`);
    const fields = vehicleInquirySchema.parse({
      vehicleId: vehicle._id,
      customerInfo: customer,
      inquiry: { about, message },
    });
    const sentAt = sentTime(sample, now);
    const { _id } = await actAs(API_CLIENT, sentAt, () => createVehicleInquiry({ fields, vehicle }));
    for (const { actor, now, ...update } of staffUpdates(sample, sentAt)) {
      await actAs(actor, now, () =>
        updateRequest(VEHICLE_INQUIRIES, _id, requestUpdateSchema(VEHICLE_INQUIRIES).parse(update)),
      );
    }
  }
}

/** Stores the sample cars that people offer, oldest first, and what was offered for them. */
export async function seedSampleOfferedCars(now: Date): Promise<void> {
  for (const sample of offeredCars as SampleOfferedCar[]) {
    const { vin, vehicle: vehicleInfo, car: carInfo, customer: customerInfo, offer } = sample;
    const sentAt = sentTime(sample, now);
    const fields = offeredCarSchema.parse({ vin, vehicleInfo, carInfo, customerInfo });
    const { _id } = await actAs(API_CLIENT, sentAt, () => createOfferedCar(fields));
    if (!offer) continue;
    const madeAt = new Date(sentAt.getTime() + offer.hoursLater * HOUR);
    const goodUntil = new Date(madeAt.getTime() + offer.goodForDays * 24 * HOUR).toISOString().slice(0, 10);
    await actAs(staff(offer.by), madeAt, () =>
      makeOffer(_id, { amount: offer.amount, goodUntil }, { expectedVersion: 0 }),
    );
  }
}

/** When a sample request was sent: always before `now`, whatever the time of day. */
function sentTime({ daysAgo, time }: SampleRequest, now: Date): Date {
  const sent = new Date(now);
  sent.setUTCDate(sent.getUTCDate() - daysAgo);
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  sent.setUTCHours(hours, minutes, 0, 0);
  return sent < now ? sent : new Date(sent.getTime() - 24 * HOUR);
}

function toPartRequestBody(sample: SamplePartRequest) {
  const { categoryId, subcategoryId, partId } = sample;
  // A part that is not in the catalog stops the seed with the wizard's own message.
  const { subcategory, part } = partStepSchema(checkSelection).parse({ categoryId, subcategoryId, partId });
  return {
    vin: sample.vin,
    vehicleInfo: sample.vehicle,
    partDetails: {
      system: systemFor(categoryId),
      component: componentFor(subcategory, part),
      otherComponent: sample.otherComponent,
      additionalInfo: sample.additionalInfo,
    },
    customerInfo: sample.customer,
  };
}

function staff(username?: string): Actor {
  return { username, source: "page" };
}

/** What staff did with a request: one update per note, because the server signs a note with its sender and time. */
function staffUpdates({ status, notes = [] }: SampleRequest, sentAt: Date) {
  const stamped = notes.map(({ author, hoursLater, content }) => {
    const now = new Date(sentAt.getTime() + hoursLater * HOUR);
    return { actor: staff(author), now, note: { author, timestamp: now.toISOString(), content } };
  });
  if (stamped.length === 0) return [{ actor: staff(), now: sentAt, status }];
  return stamped.map(({ actor, now }, index) => ({
    actor,
    now,
    status,
    notes: stamped.slice(0, index + 1).map(({ note }) => note),
  }));
}
