import type { Submission } from "@conform-to/react";
import { z } from "zod";
import type { checkSelection } from "~/parts/catalog";
import type { StepValues } from "~/requests/part-answers";
import { contactStepSchema, partStepSchema, vehicleStepSchema } from "~/requests/part-schema";
import { checkForm } from "~/ui/forms/check-form";
import { isLiveCheck } from "~/ui/forms/checked-form";

/** A step's form and the button that submitted it. */
interface SubmittedForm {
  formData: FormData;
  submitter: HTMLElement | null;
}

/** Each step's fields are some of the wizard's. */
type Checked = Submission<StepValues, string[], unknown>;

/** Step 1. @param options see `vehicleStepSchema` */
export function checkVehicleStep(
  { formData, submitter }: SubmittedForm,
  options: Parameters<typeof vehicleStepSchema>[1],
): Checked {
  return checkForm(formData, isCheck(submitter) ? vehicleStepSchema(formData, options) : z.object({}));
}

/** Step 2. */
export function checkPartStep({ formData, submitter }: SubmittedForm, check: typeof checkSelection): Checked {
  return checkForm(formData, isCheck(submitter) ? partStepSchema(check) : z.object({}));
}

/** Step 3. */
export function checkContactStep({ formData, submitter }: SubmittedForm): Checked {
  return checkForm(formData, isCheck(submitter) ? contactStepSchema : z.object({}));
}

// Every other button saves what was typed, valid or not.
function isCheck(submitter: HTMLElement | null): boolean {
  return (
    !(submitter instanceof HTMLButtonElement) ||
    isLiveCheck(submitter) ||
    (submitter.name === "intent" && submitter.value === "continue")
  );
}
