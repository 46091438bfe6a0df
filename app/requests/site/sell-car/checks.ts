import { offeredCarSchema } from "~/requests/offered-car-schema";
import { checkForm } from "~/ui/forms/check-form";

/** Checks the form, in the browser and on the server. */
export function checkOfferedCar(form: FormData) {
  return checkForm(form, offeredCarSchema);
}
