import type { RecordKind } from "~/db/schema";
import type { ToastAction } from "~/http/toast";
import { BIN_PAGE } from "./change";

/** A record in the bin, as forms name it. */
export interface BinEntry {
  kind: RecordKind;
  id: string;
}

/** The fields of the forms that restore a record or remove it for good. */
export const BIN_FIELDS = ["kind", "id", "returnTo", "until"] as const;

/** The button of a toast that takes a delete back. @param returnTo the list that the record was deleted from */
export function undoDelete({ kind, id }: BinEntry, returnTo: string): ToastAction {
  return { label: "Undo", to: BIN_PAGE, fields: { kind, id, returnTo } };
}

/**
 * The URL of the page that asks before records are removed for good.
 * @param selection one record, or all that were deleted until then
 */
export function removeUrl(selection: BinEntry | { until: string }): string {
  return `${BIN_PAGE}/remove?${new URLSearchParams({ ...selection })}`;
}
