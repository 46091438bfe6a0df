import { callbackSchema } from "~/models/repair-request-schema";
import { checkForm } from "~/ui/check-form";

/** The form checked, in the browser and on the server alike. */
export function checkCallback(form: FormData) {
  return checkForm(form, callbackSchema);
}
