import { offeredCarSchema } from "~/requests/offered-car-schema";
import { checkForm } from "~/ui/forms/check-form";

/** Checks the form, in the browser (`<check-in-place>`) and on the server. */
export function check(form: FormData) {
  return checkForm(form, offeredCarSchema);
}
