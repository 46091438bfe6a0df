import { redirect } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { addCost, costSchema } from "~/costs/costs.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { keepTyped } from "~/staff/forms/keep-typed";
import { dayInTimeZone } from "~/values/format";
import { requireCar } from "./load-car.server";

/** A car's costs are on its own page. */
export const loader = staffLoader(async ({ params }) => {
  throw redirect((await requireCar(params)).page);
});

/** Writes down what a car cost or brought. */
export const action = staffAction(async ({ request, params, now }) => {
  const car = await requireCar(params);
  const form = await readForm(request, ["kind", "on", "amount", "party", "paidBy", "note"]);
  const cost = costSchema(dayInTimeZone(business.timeZone, now)).safeParse(Object.fromEntries(form));
  if (!cost.success) {
    const message = cost.error.issues.map(({ message }) => message).join(". ");
    return redirectWithToast(car.page, {
      title: "Not saved",
      description: `${message}.`,
      variant: "destructive",
    });
  }
  await addCost(car, cost.data);
  return redirectWithToast(car.page, { title: "Saved", description: car.name });
});

export const clientAction = keepTyped;
