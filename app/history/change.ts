import type { ChangeAction, ChangeSource, RecordKind } from "~/db/schema";
import { REQUEST_KINDS } from "~/requests/kinds";
import type { RequestCollection } from "~/requests/request";

export const HISTORY_PAGE = "/admin/history";
export const TRASH_PAGE = "/admin/trash";

/** How many years a change stays in the history. */
export const HISTORY_YEARS = 2;

/** How many days a deleted record stays in the trash. */
export const TRASH_DAYS = 30;

const REQUEST_KIND_LABELS = Object.fromEntries(
  REQUEST_KINDS.map(({ recordKind, nouns: [one] }) => [recordKind, one]),
) as Record<RequestCollection["recordKind"], string>;

/** The kinds of records that have a history, with what staff call one. */
export const RECORD_KIND_LABELS: Record<RecordKind, string> = {
  dismantledVehicle: "Dismantled vehicle",
  retailVehicle: "Retail vehicle",
  part: "Part",
  ...REQUEST_KIND_LABELS,
  account: "Account",
};

export const ACTION_LABELS: Record<ChangeAction, string> = {
  created: "Added",
  changed: "Changed",
  "password-changed": "Password changed",
  deleted: "Deleted",
  restored: "Restored",
  removed: "Removed for good",
};

export const SOURCE_LABELS: Record<ChangeSource, string> = {
  page: "A page",
  api: "The API",
  import: "An import",
  command: "The command line",
  job: "The site itself",
};
