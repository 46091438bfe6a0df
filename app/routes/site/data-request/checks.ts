import { dataRequestSchema } from "~/models/data-request-schema";
import { checkForm } from "~/ui/check-form";

/** The form checked, in the browser and on the server alike. */
export function checkDataRequest(form: FormData, marketplaceId: string) {
  return checkForm(form, dataRequestSchema(marketplaceId));
}
