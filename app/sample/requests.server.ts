import { checkSelection, componentFor, systemFor } from "~/models/part-catalogue";
import { createPartRequest, updatePartRequest } from "~/models/part-request.server";
import { partRequestSchema, partRequestUpdateSchema, partStepSchema } from "~/models/part-request-schema";
import { createCallback, createRepairRequest, updateRepairRequest } from "~/models/repair-request.server";
import {
  callbackSchema,
  repairRequestSchema,
  repairRequestUpdateSchema,
} from "~/models/repair-request-schema";
import { SAMPLE_PART_REQUESTS, type SamplePartRequest } from "./part-requests";
import { SAMPLE_REPAIR_REQUESTS } from "./repair-requests";
import { sentAt, updatesOf } from "./requests";

/** Stores the sample's requests, the oldest first, so that ids sort by creation. */
export async function seedSampleRequests(now: Date): Promise<void> {
  for (const sample of SAMPLE_PART_REQUESTS) {
    const sent = sentAt(sample.sent, now);
    const { _id } = await createPartRequest(partRequestSchema.parse(bodyOf(sample)), { now: sent });
    for (const { by, ...update } of updatesOf(sample, sent)) {
      await updatePartRequest(_id, partRequestUpdateSchema.parse(update), by);
    }
  }
  for (const sample of SAMPLE_REPAIR_REQUESTS) {
    const sent = sentAt(sample.sent, now);
    const { _id } =
      "callback" in sample
        ? await createCallback(callbackSchema.parse(sample.callback), { now: sent })
        : await createRepairRequest(repairRequestSchema.parse(sample.full), { now: sent });
    for (const { by, ...update } of updatesOf(sample, sent)) {
      await updateRepairRequest(_id, repairRequestUpdateSchema.parse(update), by);
    }
  }
}

function bodyOf({ vin, vehicle, part, otherComponent, additionalInfo, customer }: SamplePartRequest) {
  const [categoryId, subcategoryId, partId] = part;
  // Where one of them is not in the catalogue, the seed stops here with the step's own sentence.
  const { subcategory, part: specific } = partStepSchema(checkSelection).parse({
    categoryId,
    subcategoryId,
    partId,
  });
  return {
    vin,
    vehicleInfo: vehicle,
    partDetails: {
      system: systemFor(categoryId),
      component: componentFor(subcategory, specific),
      otherComponent,
      additionalInfo,
    },
    customerInfo: customer,
  };
}
