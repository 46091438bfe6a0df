import { isIdShaped } from "~/models/id";
import {
  INVALID_REQUEST_ID,
  INVALID_VEHICLE_ID,
  REQUEST_ID_REQUIRED,
  VEHICLE_ID_REQUIRED,
} from "./sentences";

/** A list's parameters; what is undefined is left out. */
export type Query = URLSearchParams | Record<string, string | number | undefined>;

/** `?make=Ford&limit=10`, or nothing. */
export function search(query: Query = {}): string {
  const given =
    query instanceof URLSearchParams
      ? [...query]
      : Object.entries(query).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        );
  const params = new URLSearchParams(given);
  return params.size > 0 ? `?${params}` : "";
}

/**
 * The path of one vehicle. What is no id would lead to another address.
 * @throws Error with `VEHICLE_ID_REQUIRED` or `INVALID_VEHICLE_ID` (specification, sections 5 and 8)
 */
export function vehiclePath(list: string, id: string | undefined): string {
  return pathAt(list, id, VEHICLE_ID_REQUIRED, INVALID_VEHICLE_ID);
}

/** The path of one request. Throws as `vehiclePath` does. */
export function requestPath(list: string, id: string | undefined): string {
  return pathAt(list, id, REQUEST_ID_REQUIRED, INVALID_REQUEST_ID);
}

function pathAt(list: string, id: string | undefined, missing: string, malformed: string): string {
  if (!id) throw new Error(missing);
  if (!isIdShaped(id)) throw new Error(malformed);
  return `${list}/${id}`;
}
