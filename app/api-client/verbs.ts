import { inWords, listFailure, vehicleFailure } from "./failures";
import { isRecord, UnreadableError } from "./lenient";
import { type Call, type CallOptions, requestJson, requestList, requestRecord } from "./request";
import { VEHICLE_NOT_FOUND } from "./sentences";

/** A list; `sentence` where it fails. */
export function readList<Answer>(
  path: string,
  sentence: string,
  options: CallOptions = {},
): Promise<Answer[]> {
  return inWords(requestList<Answer>(path, options), listFailure(sentence), options.signal);
}

/** One of the public's vehicles; an empty answer counts as none (specification, section 8). */
export function readVehicle<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const vehicle = requestJson(path, options).then((answer) => {
    if (isRecord(answer) && typeof answer._id === "string") return answer as Answer;
    throw new UnreadableError(VEHICLE_NOT_FOUND, "");
  });
  return inWords(vehicle, vehicleFailure, options.signal);
}

/** Sends a body, a form as a form, and reads the record that is answered. Throws as `requestRecord` does. */
export function post<Answer extends object>(path: string, body: unknown, options?: Call): Promise<Answer> {
  return requestRecord(path, { ...options, method: "POST", body });
}

/** Replaces, and reads the record that is answered. Throws as `requestRecord` does. */
export function put<Answer extends object>(path: string, body: unknown, options?: Call): Promise<Answer> {
  return requestRecord(path, { ...options, method: "PUT", body });
}

/** Removes; nothing is answered. Throws as `requestJson` does. */
export async function remove(path: string, options?: Call): Promise<void> {
  await requestJson(path, { ...options, method: "DELETE" });
}
