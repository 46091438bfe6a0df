import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { FormValues } from "~/collections/form";
import type { AnyRequest } from "~/requests/request";
import { WORK_INTENTS, type WorkIntent } from "~/requests/work";
import { answerOr } from "~/ui/forms/no-answer";

/** The response to a form that was not applied, with every value that was typed. */
export interface WorkResult {
  /** The request's id. */
  id: string;
  intent: WorkIntent;
  values: Record<string, string>;
  errors: Record<string, string[]>;
  /** Why the whole form was not applied. */
  problem?: { title: string; message: string } | undefined;
  /** Someone else has changed it: the version that the form expects once it is shown again. */
  expectedVersion?: string | undefined;
}

/** The field with the request's id, where a list has several. */
export const ID_FIELD = "id";
/** The field with what was stored, or had happened, when the form was opened. */
export const EXPECTED_VERSION_FIELD = "expectedVersion";

/** The field with what a form of several fields was opened with, as JSON. */
export const LOADED_FIELD = "loaded";

/** A quote as its form has it. */
export function quoteTexts(quote: AnyRequest["quote"]): FormValues {
  const { price, warranty = "", validUntil = "" } = quote ?? {};
  return { price: price?.toFixed(2) ?? "", warranty, validUntil };
}

/** The intent of a form; undefined for any other text. */
export function readIntent(form: FormData): WorkIntent | undefined {
  return WORK_INTENTS.find((intent) => intent === form.get("intent"));
}

/** A form's result before its outcome: what was typed. */
export function typedResult(form: FormData, id: string, intent: WorkIntent): WorkResult {
  const values = [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return { id, intent, values: Object.fromEntries(values), errors: {} };
}

/** The `clientAction` of both pages: if the network fails, the form stays as typed. */
export async function workInBrowser(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData();
  const id = args.params.id ?? String(form.get(ID_FIELD));
  return answerOr<WorkResult>(args, (error) => {
    const intent = readIntent(form);
    if (!intent) throw error;
    const problem = { title: "Not saved", message: "You may have lost your connection. Please try again." };
    return { ...typedResult(form, id, intent), problem } satisfies WorkResult;
  });
}
