import { createRequest } from "./history.server";
import { queueRequestMail } from "./mail.server";
import { PART_REQUESTS, type PartRequest, type PartRequestFields } from "./part-requests";
import { numberNames } from "./record.server";

/** Stores a customer's request and the mail about it, and returns it in the API's shape. */
export async function receivePartRequest(fields: PartRequestFields): Promise<PartRequest> {
  const request = await createPartRequest(fields);
  await queueRequestMail(PART_REQUESTS, request);
  return request;
}

/** Stores a request and returns it in the API's shape. */
export async function createPartRequest(fields: PartRequestFields): Promise<PartRequest> {
  return createRequest(PART_REQUESTS, fields, { vehicleNumbers: numberNames(fields.vehicleInfo) });
}
