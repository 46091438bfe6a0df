import type { StaffListDefinition } from "~/lists/staff";
import { CLOSED_AS, type LostReasons } from "./work";

const SORTS = { due: "Overdue first", newest: "Newest first", oldest: "Oldest first" } as const;
export type RequestSort = keyof typeof SORTS;

/** The staff list of one kind of request. */
export interface RequestListDefinition extends StaffListDefinition<string, RequestSort> {
  /** The message when it could not be loaded. */
  failed: string;
}

/** Filters that all the lists have. Spam and deleted requests show only on request. */
const FILTERS = {
  show: {
    label: "Show",
    any: "All requests",
    choices: {
      overdue: "Overdue",
      "due-soon": "Due soon",
      new: "New",
      message: "With a new message",
      "follow-up": "To follow up",
      duplicates: "Possible duplicates",
      spam: "Spam",
      deleted: "Deleted",
    },
  },
  assigned: { label: "Assigned to", any: "Anyone", choices: { me: "Me", nobody: "Unassigned" } },
} as const satisfies StaffListDefinition["filters"];

/** What every kind's list has. @param lostReasons why a request of the kind may be lost */
export function staffList(lostReasons: LostReasons) {
  const { show, assigned } = FILTERS;
  const closed = { label: "Closed", any: "Any", choices: { open: "Open", ...closedAs(lostReasons) } };
  return { sorts: SORTS, filters: { show, closed, assigned }, bulk: ["close", "assign", "spam"] } as const;
}

/** How a request that may be lost for these reasons is closed: the labels. */
function closedAs(lostReasons: LostReasons): Record<string, string> {
  return Object.fromEntries((["won", ...lostReasons] as const).map((as) => [as, CLOSED_AS[as]]));
}

/** A list as the API has it: newest first by default, without the filters of the pages. */
export function apiRequestList<Statuses extends Record<string, string>>({
  statuses,
}: {
  statuses: Statuses;
}) {
  const { due, ...sorts } = SORTS;
  return { statuses, sorts: { ...sorts, due } };
}
