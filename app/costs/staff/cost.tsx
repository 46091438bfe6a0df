import { data, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { mayOpen } from "~/accounts/roles";
import { business } from "~/business/business.server";
import { COST_FIELDS, type CostField, type CostReply, costsPath } from "~/costs/costs";
import { addCost, costSchema } from "~/costs/costs.server";
import { readForm } from "~/http/form.server";
import { storeOnce } from "~/http/idempotency.server";
import { redirectWithToast } from "~/http/toast.server";
import { useActionPath } from "~/staff/forms/action-path";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { CostForm } from "~/staff/records/cost-form";
import { BackTo } from "~/staff/records/head";
import { pageTitle } from "~/ui/layout/page-title";
import { dayInTimeZone } from "~/values/format";
import { newId } from "~/values/id.server";
import { requireCar } from "./load-car.server";

export const meta: MetaFunction = ({ matches }) => pageTitle("Cost or Income", matches, "For staff.");

/** Only the form, which a browser without script needs to correct it. A car's costs are on its own page. */
export const loader = staffLoader(async ({ params, session, now }) => {
  const { kind, id, name, page } = await requireCar(params);
  const path = costsPath(kind, id);
  if (!mayOpen(session.role, path, "POST")) throw redirect(page);
  return { name, page, path, start: { key: newId(now), today: dayInTimeZone(business.timeZone, now) } };
});

/** Records what a car cost or brought, once however often its form is sent. */
export const action = staffAction(
  async ({ request, params, now }) => {
    const car = await requireCar(params);
    const form = await readForm(request, ["key", ...COST_FIELDS]);
    const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    const cost = costSchema(dayInTimeZone(business.timeZone, now)).safeParse(typed);
    if (!cost.success) {
      const errors: CostReply["errors"] = {};
      for (const { path, message } of cost.error.issues) errors[path[0] as CostField] ??= [message];
      return data<CostReply>({ typed, errors }, 400);
    }
    await storeOnce(`cost ${car.id}`, typed, now, () => addCost(car, cost.data));
    return redirectWithToast(car.page, { title: "Saved", description: car.name });
  },
  { savesForm: "frame" },
);

export const clientAction = keepTyped;

/** One more amount of a car. */
export default function CostPage() {
  const { name, page, path, start } = useLoaderData<typeof loader>();
  const actionPath = useActionPath(path);
  const posted = useLastAnswer<CostReply>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={page} title={name} />
      <h1>Cost or Income</h1>
      <CostForm action={actionPath} start={start} posted={posted} />
    </main>
  );
}
