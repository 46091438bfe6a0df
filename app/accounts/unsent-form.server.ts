import type { LoaderFunctionArgs } from "@remix-run/node";
import { isValidId } from "~/values/id";
import { type StaffRequestArgs, UNSENT_PARAM } from "./require-staff.server";
import { findSavedSubmission } from "./saved-submission.server";

/** The form that was posted to this page after its session had ended, which the frame shows and sends again. */
export async function readUnsentForm({ request, session, now }: StaffRequestArgs<LoaderFunctionArgs>) {
  const { pathname, searchParams } = new URL(request.url);
  const id = searchParams.get(UNSENT_PARAM) ?? undefined;
  const saved = isValidId(id) ? await findSavedSubmission(id, session.user._id, now) : undefined;
  if (!saved || saved.path !== pathname.replace(/\.data$/, "")) return undefined;
  const { path, fields } = saved;
  return { id: saved.id, path, fields, typed: fields.filter(isTyped).map(labeled) };
}

/** The fields that a page fills in for itself, and what it puts there: the ids of records. */
const OWN_FIELDS = /^(key|idempotencyKey|intent|shown|loaded|.*version)$/i;
const OWN_VALUES = /^[0-9A-HJKMNP-TV-Z]{26}$/i;

function isTyped([name, value]: [string, string]): boolean {
  return value.trim() !== "" && !OWN_FIELDS.test(name) && !OWN_VALUES.test(value);
}

/** `payments.0.amount` is Payments 1 amount, and `customerName` is Customer name. */
function labeled([name, value]: [string, string]): [label: string, value: string] {
  const words = name
    .replace(/\d+/g, (index) => String(Number(index) + 1))
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[.[\]_-]+/g, " ")
    .trim()
    .toLowerCase();
  return [words.charAt(0).toUpperCase() + words.slice(1), value];
}
