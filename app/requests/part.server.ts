import type { FoundPart } from "~/parts/finder";
import { findShelfPart } from "~/parts/finder.server";
import { findPartPage } from "~/parts/public-part.server";
import { createRequest } from "./history.server";
import { queueRequestMail } from "./mail.server";
import { PART_REQUESTS, type PartRequest, type PartRequestFields } from "./part-requests";
import { numberNames } from "./record.server";

/** A validated request; one for a part on the shelf has the part as it was offered. */
export type NewPartRequest = PartRequestFields & Pick<PartRequest, "askedPart">;

/** The part on the shelf that a request names, unless it is sold or gone by now. */
export async function findAskedPart(id: string, now: Date): Promise<FoundPart | "sold" | "unknown"> {
  const part = await findShelfPart(id);
  if (part) return part;
  const page = await findPartPage(id, now);
  return page === undefined || page === "gone" ? "unknown" : "sold";
}

/** Stores a customer's request and the mail about it, and returns it in the API's shape. */
export async function receivePartRequest(fields: NewPartRequest): Promise<PartRequest> {
  const request = await createPartRequest(fields);
  await queueRequestMail(PART_REQUESTS, request);
  return request;
}

/** Stores a request and returns it in the API's shape. */
export async function createPartRequest(fields: NewPartRequest): Promise<PartRequest> {
  return createRequest(PART_REQUESTS, fields, { vehicleNumbers: numberNames(fields.vehicleInfo) });
}
