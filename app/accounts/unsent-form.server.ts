import type { LoaderFunctionArgs } from "@remix-run/node";
import { collectionAt } from "~/collections";
import type { StaffRequestArgs } from "./require-staff.server";
import { UNSENT_PARAM } from "./saved-form";
import { findSavedForm } from "./saved-form.server";

/** The form that was posted to this page after its session had ended, which the frame shows and sends again. */
export async function readUnsentForm(args: StaffRequestArgs<LoaderFunctionArgs>) {
  const saved = await findSavedForm(args, UNSENT_PARAM);
  if (!saved) return undefined;
  const { id, path, fields } = saved;
  return {
    id,
    path,
    fields,
    typed: fields.filter(isTyped).map(([name, value]) => [labelOf(name, path), value] as const),
  };
}

/** The fields that a page fills in for itself, and what it puts there: the ids of records. */
const OWN_FIELDS = /^(key|idempotencyKey|intent|shown|loaded|.*version)$/i;
const OWN_VALUES = /^[0-9A-HJKMNP-TV-Z]{26}$/i;

function isTyped([name, value]: [string, string]): boolean {
  return value.trim() !== "" && !OWN_FIELDS.test(name) && !OWN_VALUES.test(value);
}

/**
 * A field's label in the records of the page's address. Elsewhere `payments.0.amount` is Payments 1 amount, and `oldParts` is Old parts.
 */
function labelOf(name: string, path: string): string {
  const label = collectionAt(path)?.fields[name]?.label;
  if (label !== undefined) return label;
  const words = name
    .replace(/\d+/g, (index) => String(Number(index) + 1))
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[.[\]_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
