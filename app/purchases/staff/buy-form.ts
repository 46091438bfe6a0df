import { text } from "~/collections/fields/text";
import { formSchema } from "~/collections/schema";
import { PURCHASES } from "~/purchases/purchases";
import { checkForm } from "~/ui/forms/check-form";
import type { IsoDay } from "~/values/typed-date";

/** The number of the seller's ID, which no purchase has among its fields. */
export const ID_NUMBER = "idNumber";

/** What is added about the seller after the car was bought. */
const ADD_FORM = { fields: { [ID_NUMBER]: text("ID number", { max: 60 }) }, rules: [] };

/** Buy a Car: a purchase's fields, and the number of the seller's ID. */
const BUY_FORM = { fields: { ...PURCHASES.fields, ...ADD_FORM.fields }, rules: PURCHASES.rules };

/** The fields of the form. */
export const BUY_FIELDS = Object.entries(BUY_FORM.fields).flatMap(([name, field]) =>
  "input" in field && field.input && !("readOnly" in field) ? [name] : [],
);

/** Checks the form, in the browser and on the server. */
export function checkPurchase(form: FormData, today: IsoDay) {
  return checkForm(form, formSchema(BUY_FORM, today));
}

/** Checks the number that comes with photos after the car was bought, likewise. */
export function checkIdNumber(form: FormData, today: IsoDay) {
  return checkForm(form, formSchema(ADD_FORM, today));
}
