import { dataRequestSchema } from "~/requests/data-schema";
import { checkForm } from "~/ui/forms/check-form";

/** Checks the form, in the browser and on the server. */
export function checkDataRequest(form: FormData, marketplaceId: string | undefined) {
  return checkForm(form, dataRequestSchema(marketplaceId));
}
