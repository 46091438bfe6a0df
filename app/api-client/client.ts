/*
 * Every call of the contract (app/api-contract/operations.ts), a function each under the operation's own name, so that a
 * page loads the calls it makes and no more. A failure that the specification's section 8 has words for is an Error with
 * those words and what was thrown as its cause; any other is what request.ts throws. An aborted call throws its signal's
 * reason.
 */
import type { BodyOf, RecordOf } from "~/api-contract/types";
import {
  inWords,
  listFailure,
  partRequestFailure,
  repairRequestFailure,
  signInFailure,
  uploadFailure,
} from "./failures";
import { UnreadableError } from "./lenient";
import { type Query, requestPath, search, vehiclePath } from "./path";
import { type FreshToken, freshTokenIn, refreshFailure } from "./refresh";
import { type CallOptions, requestRecord } from "./request";
import { type RetryOptions, withRetry } from "./retry";
import {
  FETCH_PART_REQUESTS_FAILED,
  FETCH_REPAIR_REQUESTS_FAILED,
  FETCH_VEHICLES_FAILED,
  INVALID_RESPONSE_FORMAT,
  NO_URL,
} from "./sentences";
import { post, put, readList, readVehicle, remove } from "./verbs";

type Options = CallOptions;
type Dismantled = RecordOf<"DismantledVehicle">;
type Retail = RecordOf<"RetailVehicle">;
type StaffDismantled = RecordOf<"StaffDismantledVehicle">;
type StaffRetail = RecordOf<"StaffRetailVehicle">;
type PartRequest = RecordOf<"PartRequest">;
type RepairRequest = RecordOf<"RepairRequest">;

/** The public's vehicles for parts. */
export function listDismantledVehicles(query?: Query, options?: Options): Promise<Dismantled[]> {
  return readList(`/dismantled-vehicles${search(query)}`, FETCH_VEHICLES_FAILED, options);
}

/** One of the public's vehicles for parts. */
export async function getDismantledVehicle(id: string | undefined, options?: Options): Promise<Dismantled> {
  return readVehicle(vehiclePath("/dismantled-vehicles", id), options);
}

/** The public's vehicles for sale. Tries again where it fails (specification, section 4). */
export function listRetailVehicles(query?: Query, options: Options & RetryOptions = {}): Promise<Retail[]> {
  const path = `/retail-vehicles${search(query)}`;
  return withRetry(() => readList(path, FETCH_VEHICLES_FAILED, options), options);
}

/** One vehicle for sale; a sold one is still there. */
export async function getRetailVehicle(id: string | undefined, options?: Options): Promise<Retail> {
  return readVehicle(vehiclePath("/retail-vehicles", id), options);
}

/** Both inventories, or with `list` one page of one; what was asked for half a minute ago may be answered again. */
export function getVehicleData(query?: Query, options: Options = {}): Promise<RecordOf<"VehicleData">> {
  const headers = { "Cache-Control": "max-age=30", ...options.headers };
  const answer = requestRecord<RecordOf<"VehicleData">>(`/vehicle-data/batched${search(query)}`, {
    ...options,
    headers,
  }).then((data) => {
    if (Array.isArray(data.retailVehicles) && Array.isArray(data.dismantledVehicles)) return data;
    throw new UnreadableError(INVALID_RESPONSE_FORMAT, JSON.stringify(data));
  });
  return inWords(answer, listFailure(FETCH_VEHICLES_FAILED), options.signal);
}

/** Asks for a part. With an `Idempotency-Key` among its headers a retry stores nothing twice. */
export function createPartRequest(
  body: BodyOf<"PartRequestBody">,
  options: Options = {},
): Promise<PartRequest> {
  return inWords(post("/part-requests", body, options), partRequestFailure, options.signal);
}

/** Asks for a repair or a callback. With an `Idempotency-Key` among its headers a retry stores nothing twice. */
export function createRepairRequest(
  body: BodyOf<"RepairRequestBody">,
  options: Options = {},
): Promise<RepairRequest> {
  const answer = post<RepairRequest>("/repair-requests", body, {
    ...options,
    withoutToken: true,
  });
  return inWords(answer, repairRequestFailure, options.signal);
}

/** The bare call; vin.ts keeps what it heard, and has the words for what it did not. */
export function decodeVin(body: BodyOf<"VinBody">, options?: Options): Promise<RecordOf<"VinDecode">> {
  return post("/vin/direct-decode", body, { ...options, withoutToken: true });
}

/** Opens a session; the caller keeps the token (token.ts), the browser the cookie. */
export function signIn(body: BodyOf<"SignInBody">, options: Options = {}): Promise<RecordOf<"Session">> {
  const answer = post<Partial<RecordOf<"Session">> & { token?: string }>("/auth/login", body, options);
  const session = answer.then(({ token, accessToken = token, user }) => {
    if (accessToken && user) return { accessToken, user };
    throw new UnreadableError(INVALID_RESPONSE_FORMAT, "");
  });
  return inWords(session, signInFailure, options.signal);
}

/** Ends the session, and arrives although the page may be gone before the answer comes. */
export function signOut(options?: Options): Promise<RecordOf<"LoggedOut">> {
  return post("/auth/logout", {}, { ...options, keepalive: true });
}

/** Whether the access token is still good; where it is not, ApiError with 401. */
export function verifySession(options?: Options): Promise<RecordOf<"Verified">> {
  return requestRecord("/auth/verify", options);
}

/**
 * Asks for a new access token; the session's cookie says for whom.
 * @throws RefreshError, also where the signal was aborted
 */
export async function refreshSession(options?: Options): Promise<FreshToken> {
  try {
    return freshTokenIn(await post("/auth/refresh", {}, { ...options }));
  } catch (cause) {
    throw refreshFailure(cause);
  }
}

/** Every dismantled vehicle, with staff's notes. */
export function listStaffDismantledVehicles(query?: Query, options?: Options): Promise<StaffDismantled[]> {
  return readList(`/admin/dismantled-vehicles${search(query)}`, FETCH_VEHICLES_FAILED, options);
}

/** Adds a dismantled vehicle; ApiError with 409 where another has its stock number. */
export function createDismantledVehicle(
  body: BodyOf<"DismantledVehicleBody">,
  options?: Options,
): Promise<StaffDismantled> {
  return post("/admin/dismantled-vehicles", body, options);
}

/** Replaces a dismantled vehicle's fields; an optional one that is left out is cleared. */
export async function updateDismantledVehicle(
  id: string,
  body: BodyOf<"DismantledVehicleBody">,
  options?: Options,
): Promise<StaffDismantled> {
  return put(vehiclePath("/admin/dismantled-vehicles", id), body, options);
}

/** Removes a dismantled vehicle. */
export async function deleteDismantledVehicle(id: string, options?: Options): Promise<void> {
  return remove(vehiclePath("/admin/dismantled-vehicles", id), options);
}

/** Every retail vehicle, with staff's notes. */
export function listStaffRetailVehicles(query?: Query, options?: Options): Promise<StaffRetail[]> {
  return readList(`/admin/retail-vehicles${search(query)}`, FETCH_VEHICLES_FAILED, options);
}

/** Adds a retail vehicle; ApiError with 409 where another has its stock number. */
export function createRetailVehicle(
  body: BodyOf<"RetailVehicleBody">,
  options?: Options,
): Promise<StaffRetail> {
  return post("/admin/retail-vehicles", body, options);
}

/** Replaces a retail vehicle's fields; an optional one that is left out is cleared. */
export async function updateRetailVehicle(
  id: string,
  body: BodyOf<"RetailVehicleBody">,
  options?: Options,
): Promise<StaffRetail> {
  return put(vehiclePath("/admin/retail-vehicles", id), body, options);
}

/** Removes a retail vehicle. */
export async function deleteRetailVehicle(id: string, options?: Options): Promise<void> {
  return remove(vehiclePath("/admin/retail-vehicles", id), options);
}

/** The part requests, newest first. */
export function listPartRequests(query?: Query, options?: Options): Promise<PartRequest[]> {
  return readList(`/admin/part-requests${search(query)}`, FETCH_PART_REQUESTS_FAILED, options);
}

/** One part request. */
export async function getPartRequest(id: string, options?: Options): Promise<PartRequest> {
  return requestRecord(requestPath("/admin/part-requests", id), options);
}

/** Changes a part request's status and notes; what is left out stays. */
export async function updatePartRequest(
  id: string,
  body: BodyOf<"PartRequestUpdate">,
  options?: Options,
): Promise<PartRequest> {
  return put(requestPath("/admin/part-requests", id), body, options);
}

/** The repair requests, newest first. */
export function listRepairRequests(query?: Query, options?: Options): Promise<RepairRequest[]> {
  return readList(`/admin/repair-requests${search(query)}`, FETCH_REPAIR_REQUESTS_FAILED, options);
}

/** One repair request. */
export async function getRepairRequest(id: string, options?: Options): Promise<RepairRequest> {
  return requestRecord(requestPath("/admin/repair-requests", id), options);
}

/** Changes a repair request's status and notes; what is left out stays. */
export async function updateRepairRequest(
  id: string,
  body: BodyOf<"RepairRequestUpdate">,
  options?: Options,
): Promise<RepairRequest> {
  return put(requestPath("/admin/repair-requests", id), body, options);
}

/** Removes a repair request. */
export async function deleteRepairRequest(id: string, options?: Options): Promise<void> {
  return remove(requestPath("/admin/repair-requests", id), options);
}

/** Sends a picture; its `url` is what a vehicle's `imageUrl` takes. */
export function uploadPicture(image: Blob, options: Options = {}): Promise<RecordOf<"Picture">> {
  const form = new FormData();
  form.set("image", image);
  const kept = post<RecordOf<"Picture">>("/admin/upload", form, options).then((picture) => {
    if (typeof picture.url === "string" && picture.url) return picture;
    throw new UnreadableError(NO_URL, "");
  });
  return inWords(kept, uploadFailure, options.signal);
}

/** The contract as OpenAPI 3.1. */
export function describeApi(options?: Options): Promise<Record<string, unknown>> {
  return requestRecord("/openapi.json", options);
}
