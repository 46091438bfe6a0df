import type { PublicDismantledVehicle } from "~/models/dismantled-vehicle";
import { isIdShaped } from "~/models/id";
import type { PublicRetailVehicle } from "~/models/retail-vehicle";
import type { VehiclePage } from "~/models/vehicle-search";
import { ApiError, type CallOptions, requestJson, sentenceIn } from "./request";
import { type RetryOptions, withRetry } from "./retry";
import {
  FETCH_VEHICLES_FAILED,
  INVALID_RESPONSE_FORMAT,
  INVALID_VEHICLE_ID,
  PARSE_FAILED,
  PROCESS_FAILED,
  VEHICLE_DETAILS_FAILED,
  VEHICLE_ID_REQUIRED,
  VEHICLE_NOT_FOUND,
} from "./sentences";

type FetchOptions = Pick<CallOptions, "fetch" | "signal">;

/** What `GET /api/vehicle-data/batched` answers; `page` where the query names a list. */
export interface VehicleData {
  retailVehicles: PublicRetailVehicle[];
  dismantledVehicles: PublicDismantledVehicle[];
  page?: Omit<VehiclePage<never>, "vehicles">;
}

/**
 * One page of the vehicles for sale, by the parameters of `/inventory`. Tries again where it fails
 * (specification, section 4).
 * @throws Error with `RETRIES_EXHAUSTED` after the last attempt
 */
export function fetchRetailPage(
  params: URLSearchParams,
  { fetch, ...options }: FetchOptions & RetryOptions = {},
): Promise<VehiclePage<PublicRetailVehicle>> {
  return withRetry(
    () => fetchPage<PublicRetailVehicle>("retail", params, { fetch, signal: options.signal }),
    options,
  );
}

/**
 * One page of the dismantled vehicles, by the parameters of `/parts`.
 * @throws Error with `FETCH_VEHICLES_FAILED`, or the sentence that says what is wrong with the answer
 */
export async function fetchDismantledPage(
  params: URLSearchParams,
  options: FetchOptions = {},
): Promise<VehiclePage<PublicDismantledVehicle>> {
  try {
    return await fetchPage<PublicDismantledVehicle>("dismantled", params, options);
  } catch (failure) {
    options.signal?.throwIfAborted();
    if (failure instanceof Error && ANSWER_PROBLEMS.has(failure.message)) throw failure;
    throw new Error(FETCH_VEHICLES_FAILED, { cause: failure });
  }
}

/**
 * One vehicle for sale. Section 8 of the specification has two sentences for a failed answer: the one with the
 * body is used where the body says something readable, the one with the status text where it does not.
 * @throws Error with the sentence to show
 */
export async function fetchRetailVehicle(
  id: string | undefined,
  options: FetchOptions = {},
): Promise<PublicRetailVehicle> {
  if (!id) throw new Error(VEHICLE_ID_REQUIRED);
  if (!isIdShaped(id)) throw new Error(INVALID_VEHICLE_ID);
  try {
    const vehicle = await requestJson(`/retail-vehicles/${id}`, options);
    if (!isRecord(vehicle) || typeof vehicle._id !== "string") throw new Error(VEHICLE_NOT_FOUND);
    return vehicle as unknown as PublicRetailVehicle;
  } catch (failure) {
    options.signal?.throwIfAborted();
    throw new Error(vehicleFailure(failure), { cause: failure });
  }
}

/** What is wrong with an answer that did come. */
const ANSWER_PROBLEMS = new Set([INVALID_RESPONSE_FORMAT, PARSE_FAILED, PROCESS_FAILED]);

/** Longest text of a failed answer that is shown, in characters. */
const LONGEST_BODY = 200;

async function fetchPage<Vehicle>(
  list: "retail" | "dismantled",
  params: URLSearchParams,
  options: FetchOptions,
): Promise<VehiclePage<Vehicle>> {
  const query = new URLSearchParams([["list", list], ...params]);
  const answer = await requestJson(`/vehicle-data/batched?${query}`, options);
  const vehicles = isRecord(answer) ? answer[`${list}Vehicles`] : undefined;
  if (!isRecord(answer) || !Array.isArray(vehicles) || !isRecord(answer.page)) {
    throw new Error(INVALID_RESPONSE_FORMAT);
  }
  return { ...(answer.page as unknown as Omit<VehiclePage<Vehicle>, "vehicles">), vehicles };
}

function vehicleFailure(failure: unknown): string {
  if (failure instanceof ApiError) {
    const { status, statusText, body } = failure;
    if (status === 404) return VEHICLE_NOT_FOUND;
    const said = sentenceIn(body);
    if (status === 400 && said === INVALID_VEHICLE_ID) return said;
    if (said !== "") return `API error: ${status} - ${said.slice(0, LONGEST_BODY)}`;
    return `Failed to fetch vehicle: ${status} ${statusText}`.trim();
  }
  const known = failure instanceof Error && [VEHICLE_NOT_FOUND, ...ANSWER_PROBLEMS].includes(failure.message);
  return known ? failure.message : VEHICLE_DETAILS_FAILED;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
