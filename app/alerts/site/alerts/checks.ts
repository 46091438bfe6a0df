import { alertSchema } from "~/alerts/alert-schema";
import { checkForm } from "~/ui/forms/check-form";

/** Checks the form, in the browser and on the server. */
export function checkAlert(form: FormData) {
  return checkForm(form, alertSchema);
}
