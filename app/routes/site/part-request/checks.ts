import { z } from "zod";
import type { checkSelection } from "~/models/part-catalogue";
import {
  contactStepSchema,
  partStepSchema,
  typedVehicleSchema,
  vinStepSchema,
} from "~/models/part-request-schema";
import { checkForm } from "~/ui/check-form";

/** A step's form as it is sent: by which button, where by any. */
interface Sent {
  formData: FormData;
  submitter: HTMLElement | null;
}

/** Step 1; `typed` where the vehicle's own words are asked for, since no method could decode the VIN. */
export function checkVehicleStep({ formData, submitter }: Sent, { typed }: { typed: boolean }) {
  const schema = typed ? typedVehicleSchema : vinStepSchema;
  return checkForm(formData, asksToGoOn(submitter) ? schema : z.object({}));
}

/** Step 2, against the catalogue that has come. */
export function checkPartStep({ formData, submitter }: Sent, check: typeof checkSelection) {
  return checkForm(formData, asksToGoOn(submitter) ? partStepSchema(check) : z.object({}));
}

/** Step 3. */
export function checkContactStep({ formData, submitter }: Sent) {
  return checkForm(formData, asksToGoOn(submitter) ? contactStepSchema : z.object({}));
}

// Any other button keeps what was typed, right or wrong.
function asksToGoOn(submitter: HTMLElement | null): boolean {
  return (
    !(submitter instanceof HTMLButtonElement) ||
    (submitter.name === "intent" && submitter.value === "continue")
  );
}
