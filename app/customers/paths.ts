import type { ReferencePrefix } from "~/values/id";
import { CUSTOMERS } from "./customers";

/** How far the requests from before there were customers have been matched. */
export const MATCHING_PAGE = `${CUSTOMERS.path}/matching`;

/** A page of a customer's own: `merge`, `data`. */
export function customerPage(id: string, page?: "merge" | "data"): string {
  return [CUSTOMERS.path, id, page].filter(Boolean).join("/");
}

/** The page that asks before a request is split off. */
export function splitUrl(
  customerId: string,
  { prefix, _id }: { prefix: ReferencePrefix; _id: string },
): string {
  return `${CUSTOMERS.path}/${customerId}/split?${new URLSearchParams({ kind: prefix, request: _id })}`;
}

/** The page that previews a merge. */
export function mergeUrl(customerId: string, otherId: string): string {
  return `${customerPage(customerId, "merge")}?${new URLSearchParams({ with: otherId })}`;
}
