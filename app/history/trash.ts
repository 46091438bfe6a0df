import type { RecordKind } from "~/db/schema";
import type { ToastAction } from "~/http/toast";
import { TRASH_PAGE } from "./change";

/** A record in the trash, as forms name it. */
export interface TrashEntry {
  kind: RecordKind;
  id: string;
}

/** The fields of the forms that restore a record or remove it permanently. */
export const TRASH_FIELDS = ["kind", "id", "returnTo", "until"] as const;

/** The button of a toast that takes a delete back. @param returnTo the list that the record was deleted from */
export function undoDelete({ kind, id }: TrashEntry, returnTo: string): ToastAction {
  return { label: "Undo", to: TRASH_PAGE, fields: { kind, id, returnTo } };
}

/**
 * The URL of the page that asks before records are removed permanently.
 * @param selection one record, or all that were deleted until then
 */
export function removeUrl(selection: TrashEntry | { until: string }): string {
  return `${TRASH_PAGE}/remove?${new URLSearchParams({ ...selection })}`;
}
