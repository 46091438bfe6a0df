import type { RecordOf } from "~/api-contract/types";
import type { VehiclePage } from "~/models/vehicle-search";
import { getVehicleData } from "./client";
import { UnreadableError } from "./lenient";
import type { CallOptions } from "./request";
import { type RetryOptions, withRetry } from "./retry";
import { INVALID_RESPONSE_FORMAT } from "./sentences";

/**
 * One page of the vehicles for sale, by the parameters of `/inventory`. Tries again where it fails
 * (specification, section 4).
 * @throws Error with `RETRIES_EXHAUSTED` after the last attempt
 */
export function fetchRetailPage(
  params: URLSearchParams,
  options: CallOptions & RetryOptions = {},
): Promise<VehiclePage<RecordOf<"RetailVehicle">>> {
  return withRetry(async () => {
    const { retailVehicles, page } = await fetchPage("retail", params, options);
    return { ...page, vehicles: retailVehicles };
  }, options);
}

/**
 * One page of the dismantled vehicles, by the parameters of `/parts`.
 * @throws Error with `FETCH_VEHICLES_FAILED`, or the sentence that says what is wrong with the answer
 */
export async function fetchDismantledPage(
  params: URLSearchParams,
  options: CallOptions = {},
): Promise<VehiclePage<RecordOf<"DismantledVehicle">>> {
  const { dismantledVehicles, page } = await fetchPage("dismantled", params, options);
  return { ...page, vehicles: dismantledVehicles };
}

async function fetchPage(list: "retail" | "dismantled", params: URLSearchParams, options: CallOptions) {
  const data = await getVehicleData(new URLSearchParams([["list", list], ...params]), options);
  const { page } = data;
  if (!page) throw new UnreadableError(INVALID_RESPONSE_FORMAT, JSON.stringify(data));
  return { ...data, page };
}
