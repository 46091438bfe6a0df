import type { ChangeAction, ChangeSource } from "~/db/schema";

export const HISTORY_PAGE = "/admin/history";
export const TRASH_PAGE = "/admin/trash";

/** How many years a change stays in the history. */
export const HISTORY_YEARS = 2;

/** How many days a deleted record stays in the trash. */
export const TRASH_DAYS = 30;

export const ACTION_LABELS: Record<ChangeAction, string> = {
  created: "Added",
  changed: "Changed",
  seen: "Looked at",
  "password-changed": "Password changed",
  deleted: "Deleted",
  restored: "Restored",
  removed: "Permanently deleted",
};

export const SOURCE_LABELS: Record<ChangeSource, string> = {
  page: "A page",
  api: "The API",
  import: "An import",
  command: "The command line",
  job: "The site itself",
};
