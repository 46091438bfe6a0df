import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { listExchanges } from "~/sales/exchange.server";
import { toCreditReceipt } from "~/sales/receipt.server";
import { SALES_PAGE } from "~/sales/sale";
import { ReceiptSheet } from "~/sales/site/receipt-sheet";
import { findCreditNote } from "~/sales/take-back.server";
import { BackTo } from "~/staff/records/head";
import { useMayOpen } from "~/staff/use-may-open";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { isValidId } from "~/values/id";
import { formatSaleNumber } from "~/values/sale-number";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.receipt.title ?? "Credit note not found", matches, "For staff.");

export const loader = staffLoader(async ({ params: { id } }) => {
  const note = isValidId(id) ? await findCreditNote(id) : undefined;
  if (!note) throw new Response(null, { status: 404 });
  return {
    receipt: toCreditReceipt(note),
    page: `${SALES_PAGE}/${note.saleId}`,
    // A core is paid back, and replaced by nothing.
    exchange: note.lines.some(({ reason }) => reason !== "core")
      ? `${SALES_PAGE}/new?${new URLSearchParams({ exchange: note.id, ...(note.customerId ? { customer: note.customerId } : {}) })}`
      : undefined,
    replacements: await listExchanges(note.id),
    sale: formatSaleNumber({ id: note.saleId, number: note.saleNumber }),
  };
});

export const action = noStaffAction;

/** A credit note, as the customer gets it. */
export default function CreditNotePage() {
  const { receipt, page, sale, exchange, replacements } = useLoaderData<typeof loader>();
  const mayOpen = useMayOpen();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <div className="cluster between screen-only">
        <BackTo to={page} title={`Sale ${sale}`} />
        <div className="cluster gap-2">
          {exchange && mayOpen(`${SALES_PAGE}/new`) ? (
            <Link className="button button--secondary button--small" to={exchange}>
              Sell the Replacement
            </Link>
          ) : null}
          <PrintButton className="button button--small">Print</PrintButton>
        </div>
      </div>
      {replacements.map(({ to, number, what }) => (
        <p key={to} className="screen-only">
          Replaced on <Link to={to}>{number}</Link>
          {what ? `: ${what}` : ""}
        </p>
      ))}
      <ReceiptSheet receipt={receipt} heading="h1" />
    </main>
  );
}
