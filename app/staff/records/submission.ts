import type { SubmissionResult } from "@conform-to/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { isLostConnection } from "~/api/client/timeout";
import { collectionAt } from "~/collections";
import type { Collection, NamedRecord } from "~/collections/collection";
import type { FieldOption, Fields } from "~/collections/field";
import { type Difference, type FormValues, SAVE_FAILURES } from "~/collections/form";
import { formSchema } from "~/collections/schema";
import type { RecordHistoryView } from "~/history/view.server";
import type { Toast } from "~/http/toast";
import { contradictsWords } from "~/parts/damage";
import { PART_MESSAGES, type PartFields } from "~/parts/parts";
import { clearOnceSaved } from "~/staff/unsaved-changes";
import { checkForm, checkNothing } from "~/ui/forms/check-form";
import { answerOr } from "~/ui/forms/no-answer";
import type { IsoDay } from "~/values/typed-date";

/** Names of the form's own fields, besides the item's. */
export const VERSION = "version";
export const LOADED = "loaded";
export const ADD_AS_NEW = "addAsNew";
export const IDEMPOTENCY_KEY = "idempotencyKey";
export const INTENT = "intent";
export const FUTURE_DATE_CONFIRMED = "futureDateConfirmed";
export const DAMAGE_CONFIRMED = "damageConfirmed";
export const STATUS_CONFIRMED = "statusConfirmed";
/** The page of the other record that the form was sent again in spite of. */
export const TWIN_CONFIRMED = "twinConfirmed";

/** The question about a date acquired in the future, asked once. */
export const FUTURE_DATE_QUESTION = "This date is in the future. Is this right?";

/** The question about a part whose code says no damage although words describe some, asked once. */
export const DAMAGE_QUESTION = PART_MESSAGES.damageQuestion;

/** The loader's data. */
export interface EditorPage {
  values: FormValues;
  /** The version of the stored item that the form was opened with. */
  version?: string | undefined;
  /** The hashes of the values that the form was opened with (rebase.server.ts). */
  loaded?: string | undefined;
  /** The name of the stored item; none for a new one. */
  name?: string | undefined;
  /** The options of the fields whose options are not known before: the warranties of `business.json`. */
  choices?: Record<string, readonly FieldOption[]> | undefined;
  /** Notes below fields, by field name: the grade by the rule. */
  notes?: Record<string, string> | undefined;
  /** What a change means for other records. */
  editNote?: string | undefined;
  /** Makes a form that is posted twice add one item. */
  idempotencyKey: string;
  today: IsoDay;
  /** The list to go back to. */
  listUrl: string;
  /** The required fields that the stored item lacks, and may still lack. */
  lacks: readonly string[];
  /** The id of the signed-in user. */
  owner: string;
  /** Whether the saved submission that the URL names was found; undefined if it names none. */
  savedSubmission?: "found" | "lost" | undefined;
  /** Why that submission's pictures were not saved, a line for each. */
  pictureProblem?: string | undefined;
  /** What has changed in the stored item. */
  history?: RecordHistoryView | undefined;
  /** True if the item has been deleted, so that the form can only add a new one. */
  deleted?: boolean;
}

/** The response to a form that was not saved; `result` holds every value that was typed. */
export interface EditorResult {
  result: SubmissionResult<string[]>;
  /** What someone else has saved since, and this form would change to something else. */
  conflicts?: Difference[];
  /** What someone else has saved since in untouched fields; the form has it now. */
  kept?: Difference[];
  deleted?: boolean;
  /** What else the new status changes; saving again confirms it. */
  statusQuestion?: { title: string; note: string };
  /** Another record that may be the same thing; saving again confirms it. */
  twin?: NamedRecord;
  /** The record that has what no two may have the same of, and where else to go about it. */
  holders?: readonly NamedRecord[];
  /** The outcome of decoding the VIN without script. */
  decode?: {
    inStock?: string | undefined;
    problem?: { message: string; canRetry: boolean } | undefined;
    toast?: Omit<Toast, "id"> | undefined;
  };
}

/** Checks the form, in the browser and on the server. */
export function checkItem<All extends Fields>(
  form: FormData,
  collection: Collection<All>,
  { today, lacks }: Pick<EditorPage, "today" | "lacks">,
) {
  const isConfirmed = form.has(FUTURE_DATE_CONFIRMED);
  const isDamageConfirmed = form.has(DAMAGE_CONFIRMED);
  const schema = formSchema(collection, today, lacks)
    .refine((fields) => isConfirmed || !isInFuture(fields, today), {
      path: ["dateAcquired"],
      error: FUTURE_DATE_QUESTION,
    })
    .refine((fields) => isDamageConfirmed || !hasDoubtfulDamage(fields), {
      path: ["damageNotes"],
      error: DAMAGE_QUESTION,
    });
  return checkForm(form, schema);
}

function hasDoubtfulDamage(fields: Partial<Pick<PartFields, "damage" | "damageNotes">>): boolean {
  return contradictsWords(fields.damage, fields.damageNotes);
}

function isInFuture(fields: object, today: IsoDay): boolean {
  return (
    "dateAcquired" in fields &&
    typeof fields.dateAcquired === "string" &&
    fields.dateAcquired.slice(0, 10) > today
  );
}

/** The form as typed, without a check. */
export function unchecked(form: FormData): SubmissionResult<string[]> {
  return checkNothing(form).reply();
}

/** The result of a valid form that could not be sent or stored. */
export function failedResult(
  form: FormData,
  { failed }: Pick<Collection, "failed">,
  reason: keyof typeof SAVE_FAILURES,
): EditorResult {
  return { result: checkNothing(form).reply({ formErrors: failed(SAVE_FAILURES[reason]) }) };
}

/** A hidden field's value in the form that was posted. */
export function postedValue(posted: EditorResult | undefined, name: string): string | undefined {
  const value = posted?.result.initialValue?.[name];
  return typeof value === "string" ? value : undefined;
}

/** The `clientAction` of both editors: if the network fails, the form stays as typed. */
export async function submitInBrowser(args: ClientActionFunctionArgs) {
  const typed = await args.request.clone().formData();
  const { failed = (message: string) => [message] } = collectionAt(new URL(args.request.url).pathname) ?? {};
  const answer = answerOr<EditorResult>(args, (problem) =>
    failedResult(typed, { failed }, isLostConnection(problem) ? "network" : "site"),
  );
  return clearOnceSaved(args, answer);
}
