import type { StaffListDefinition } from "~/lists/staff";
import { PART_REQUEST_STATUS_LABELS } from "./part";
import { REPAIR_REQUEST_STATUS_LABELS } from "./repair";

const SORTS = { newest: "Newest first", oldest: "Oldest first" } as const;
export type RequestSort = keyof typeof SORTS;

/** The Parts Requests tab (specification, section 2). */
export const PART_REQUEST_LIST = {
  path: "/admin/parts-requests",
  title: "Parts Requests",
  nouns: ["request", "requests"],
  searchLabel: "Search by name, phone, VIN or part",
  emptyText: "No part requests yet.",
  statuses: PART_REQUEST_STATUS_LABELS,
  sorts: SORTS,
} as const satisfies StaffListDefinition;

/** The Repair Requests tab (specification, section 2). */
export const REPAIR_REQUEST_LIST = {
  path: "/admin/repair-requests",
  title: "Repair Requests",
  nouns: ["request", "requests"],
  searchLabel: "Search by name, phone, vehicle or service",
  emptyText: "No repair requests yet.",
  statuses: REPAIR_REQUEST_STATUS_LABELS,
  sorts: SORTS,
} as const satisfies StaffListDefinition;

/** The messages when a list could not be loaded (specification, section 8). */
export const FETCH_PART_REQUESTS_FAILED = "Failed to fetch part requests";
export const FETCH_REPAIR_REQUESTS_FAILED = "Failed to fetch repair requests";
