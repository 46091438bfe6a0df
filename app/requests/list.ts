import type { StaffListDefinition } from "~/lists/staff";
import { INQUIRY_STATUS_LABELS } from "./inquiry";
import { PART_REQUEST_STATUS_LABELS } from "./part";
import { REPAIR_REQUEST_STATUS_LABELS } from "./repair";

const SORTS = { due: "Overdue first", newest: "Newest first", oldest: "Oldest first" } as const;
export type RequestSort = keyof typeof SORTS;

/** The staff list of one kind of request. */
export interface RequestListDefinition extends StaffListDefinition<string, RequestSort> {
  /** The message when it could not be loaded. */
  failed: string;
}

/** Filters that all the lists have. Spam and deleted requests are shown only where they are asked for. */
const FILTERS = {
  show: {
    label: "Show",
    any: "All requests",
    choices: {
      overdue: "Overdue",
      "due-soon": "Due soon",
      new: "New",
      spam: "Spam",
      deleted: "Deleted",
    },
  },
  assigned: { label: "Assigned to", any: "Anyone", choices: { me: "Me", nobody: "Nobody" } },
} as const satisfies StaffListDefinition["filters"];

export const PART_REQUEST_LIST = {
  path: "/admin/parts-requests",
  title: "Parts Requests",
  nouns: ["request", "requests"],
  searchLabel: "Search by name, phone, VIN or part",
  emptyText: "No part requests yet.",
  failed: "Failed to fetch part requests",
  statuses: PART_REQUEST_STATUS_LABELS,
  sorts: SORTS,
  filters: FILTERS,
} as const satisfies RequestListDefinition;

export const REPAIR_REQUEST_LIST = {
  path: "/admin/repair-requests",
  title: "Repair Requests",
  nouns: ["request", "requests"],
  searchLabel: "Search by name, phone, vehicle or service",
  emptyText: "No repair requests yet.",
  failed: "Failed to fetch repair requests",
  statuses: REPAIR_REQUEST_STATUS_LABELS,
  sorts: SORTS,
  filters: FILTERS,
} as const satisfies RequestListDefinition;

export const VEHICLE_INQUIRY_LIST = {
  path: "/admin/vehicle-inquiries",
  title: "Vehicle Inquiries",
  nouns: ["inquiry", "inquiries"],
  searchLabel: "Search by name, phone, vehicle or stock #",
  emptyText: "No vehicle inquiries yet.",
  failed: "Failed to fetch vehicle inquiries",
  statuses: INQUIRY_STATUS_LABELS,
  sorts: SORTS,
  filters: FILTERS,
} as const satisfies RequestListDefinition;

/** A list as the API has it: newest first by default, without the filters of the pages. */
export function apiRequestList<Statuses extends Record<string, string>>({
  statuses,
}: {
  statuses: Statuses;
}) {
  const { due, ...sorts } = SORTS;
  return { statuses, sorts: { ...sorts, due } };
}
