import type { ReferencePrefix } from "~/values/id";
import { OFFERED_CARS } from "./offered-cars";
import { PART_REQUESTS } from "./part-requests";
import { REPAIR_REQUESTS } from "./repair-requests";
import type { RequestCollection } from "./request";
import { VEHICLE_INQUIRIES } from "./vehicle-inquiries";

/** Every kind of request. */
export const REQUEST_KINDS: readonly RequestCollection[] = [
  PART_REQUESTS,
  REPAIR_REQUESTS,
  VEHICLE_INQUIRIES,
  OFFERED_CARS,
];

/** The kind whose references begin with this. */
export function requestsOf(prefix: ReferencePrefix): RequestCollection {
  return find((kind) => kind.prefix === prefix);
}

/** The kind whose staff pages have this path: `/admin/parts-requests/01J…/answer`, as the router reads it. */
export function requestsAt(pathname: string): RequestCollection {
  const path = `${decodeURIComponent(pathname)
    .toLowerCase()
    .replace(/\.data$/, "")}/`;
  return find((kind) => path.startsWith(`${kind.path}/`));
}

function find(isMeant: (kind: RequestCollection) => boolean): RequestCollection {
  const kind = REQUEST_KINDS.find(isMeant);
  if (!kind) throw new Error("There is no such kind of request.");
  return kind;
}
