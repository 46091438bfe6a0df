import type { Submission } from "@conform-to/react";
import { type EstimateFields, estimateFormSchema } from "~/requests/estimate-schema";
import { checkForm } from "~/ui/forms/check-form";
import type { EstimateFormValues } from "./estimate-form";

/** Checks an estimate's form in the browser, as the button that was pressed asks. */
export function checkEstimate(form: FormData): Submission<EstimateFormValues, string[], EstimateFields> {
  const schema = estimateFormSchema({ isSending: form.get("intent") === "send" });
  return checkForm(form, schema) as Submission<EstimateFormValues, string[], EstimateFields>;
}
