import { callbackSchema } from "~/requests/repair-schema";
import { checkForm } from "~/ui/forms/check-form";

/** Checks the form, in the browser and on the server. */
export function checkCallback(form: FormData) {
  return checkForm(form, callbackSchema);
}
