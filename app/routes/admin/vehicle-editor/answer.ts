import type { SubmissionResult } from "@conform-to/react";
import { z } from "zod";
import type { Toast } from "~/models/toast";
import type { IsoDay } from "~/models/typed-date";
import { type Difference, SAVE_FAILURES, type VehicleForm, type Words } from "~/models/vehicle-form";
import { checkForm } from "~/ui/check-form";

/** Names of the hidden fields, beside the vehicle's own. */
export const VERSION = "version";
export const ADD_AS_NEW = "addAsNew";
export const INTENT = "intent";

/** What the editor's page starts with. */
export interface EditorPage {
  words: Words;
  /** Of the stored vehicle that the form was opened on. */
  version?: string | undefined;
  /** What the stored vehicle is called; none for a new one. */
  name?: string | undefined;
  today: IsoDay;
  /** The list that one came from. */
  back: string;
  /** Whose words they are. */
  owner: string;
  /** What became of the form that was held while one signed in, where the address names one. */
  held?: "back" | "lost" | undefined;
  /** Why the picture of that form is not there. */
  pictureProblem?: string | undefined;
  /** True where the vehicle has been deleted, and the words can only become a new one. */
  gone?: boolean;
}

/** What the page gets back when nothing was saved; every word that was typed is in `result`. */
export interface EditorAnswer {
  result: SubmissionResult<string[]>;
  /** Somebody else has saved since: what stands there now where it differs, and its version. */
  conflict?: { version: string; differences: Difference[] };
  gone?: boolean;
  /** What came of a decode without script. */
  decode?: {
    problem?: { sentence: string; retry: boolean } | undefined;
    toast?: Omit<Toast, "id"> | undefined;
  };
}

/** The form checked, in the browser and on the server alike. */
export function checkVehicle<Fields extends object>(
  form: FormData,
  vehicleForm: Pick<VehicleForm<Fields>, "schema">,
  today: IsoDay,
) {
  return checkForm(form, vehicleForm.schema(today));
}

/** The form as it was typed, unjudged. */
export function asTyped(form: FormData): SubmissionResult<string[]> {
  return checkForm(form, z.object({})).reply();
}

/** The answer where the form could not be sent or stored. */
export function failedAnswer(
  form: FormData,
  { failed }: Pick<VehicleForm, "failed">,
  why: keyof typeof SAVE_FAILURES,
): EditorAnswer {
  return { result: checkForm(form, z.object({})).reply({ formErrors: failed(SAVE_FAILURES[why]) }) };
}

/** A hidden field as it was posted with the form that is shown again. */
export function echoed(answer: EditorAnswer | undefined, name: string): string | undefined {
  const word = answer?.result.initialValue?.[name];
  return typeof word === "string" ? word : undefined;
}
