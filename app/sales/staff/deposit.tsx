import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { dealPage } from "~/sales/deal";
import { findDeal } from "~/sales/deal-row.server";
import { toDepositReceipt } from "~/sales/receipt.server";
import { findSale } from "~/sales/sale.server";
import { ReceiptSheet } from "~/sales/site/receipt-sheet";
import { BackTo } from "~/staff/records/head";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { isValidId } from "~/values/id";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.receipt.title ?? "Deposit not found", matches, "For staff.");

export const loader = staffLoader(async ({ params: { id } }) => {
  const found = isValidId(id) && (await findDeal(id)) ? await findSale(id) : undefined;
  const receipt = found && toDepositReceipt(found.item);
  if (!receipt) throw new Response(null, { status: 404 });
  return { receipt, deal: dealPage(receipt.id) };
});

export const action = noStaffAction;

/** What the buyer of a car gets for a deposit. */
export default function DepositPage() {
  const { receipt, deal } = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <div className="cluster between screen-only">
        <BackTo to={deal} title="the deal" />
        <PrintButton className="button button--small">Print</PrintButton>
      </div>
      <ReceiptSheet receipt={receipt} heading="h1" />
    </main>
  );
}
