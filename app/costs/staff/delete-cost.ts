import { redirect } from "@remix-run/node";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { deleteCost } from "~/costs/costs.server";
import { redirectWithToast } from "~/http/toast.server";
import { keepTyped } from "~/staff/forms/keep-typed";
import { requireCar } from "./load-car.server";

/** A car's costs are on its own page. */
export const loader = staffLoader(async ({ params }) => {
  throw redirect((await requireCar(params)).page);
});

/** Takes an amount away again. */
export const action = staffAction(async ({ params }) => {
  const car = await requireCar(params);
  await deleteCost(car, params.cost ?? "");
  return redirectWithToast(car.page, { title: "Removed", description: car.name });
});

export const clientAction = keepTyped;
