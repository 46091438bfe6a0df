import { RECORD_KIND_LABELS } from "~/history/kinds";
import type { TrashEntry } from "~/history/trash";
import { isValidId } from "~/values/id";

/** The record that a form or a URL names; undefined for anything else. */
export function readTrashEntry(fields: FormData | URLSearchParams): TrashEntry | undefined {
  const [kind, id] = [fields.get("kind")?.toString() ?? "", fields.get("id")?.toString()];
  return Object.hasOwn(RECORD_KIND_LABELS, kind) && isValidId(id) ? { kind, id } : undefined;
}
