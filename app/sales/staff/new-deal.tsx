import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackTo } from "~/staff/records/head";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { type DealReply, loadNewDeal, writeDeal } from "./deal.server";
import { DealForm } from "./deal-form";

export { ErrorBoundary } from "~/staff/not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Sell ${data.name}` : "Vehicle not found", matches, "For staff.");

export const loader = staffLoader(loadNewDeal);

export const action = staffAction(writeDeal, { savesForm: "frame" });

export const clientAction = keepTyped;

/** A new deal for a car: its first save holds the car for the buyer. */
export default function NewDealPage() {
  const { name, vehiclePage, refused, ...page } = useLoaderData<typeof loader>();
  const reply = useLastAnswer<DealReply>();
  return (
    <main id="main" className="page staff-page stack gap-5 sale-editor" tabIndex={-1}>
      <BackTo to={vehiclePage ?? "/admin/retail-vehicles"} title={name} />
      <h1>Sell {name}</h1>
      {refused ? (
        <Notice tone="error" title="This car can't be sold">
          <p>{refused}</p>
        </Notice>
      ) : (
        <DealForm key={page.values.vehicle} {...page} reply={reply} />
      )}
    </main>
  );
}
