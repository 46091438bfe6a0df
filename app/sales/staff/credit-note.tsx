import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { listReplacements } from "~/sales/exchange.server";
import { findCopyNote, recordPrint } from "~/sales/print.server";
import { toCreditReceipt } from "~/sales/receipt.server";
import { findCreditNote } from "~/sales/returns.server";
import { SALES_PAGE } from "~/sales/sale";
import { keepTyped } from "~/staff/forms/keep-typed";
import { useMayOpen } from "~/staff/use-may-open";
import { pageTitle } from "~/ui/layout/page-title";
import { isValidId } from "~/values/id";
import { formatSaleNumber } from "~/values/sale-number";
import { PaperPage } from "./paper-page";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.receipt.title ?? "Credit note not found", matches, "For staff.");

export const loader = staffLoader(async ({ params: { id } }) => {
  const note = await requireNote(id);
  return {
    receipt: toCreditReceipt(note, await listReplacements(note.id)),
    copy: await findCopyNote({ kind: "credit-note", id: note.id }),
    page: `${SALES_PAGE}/${note.saleId}`,
    // A core is refunded, and not replaced.
    exchange: note.lines.some(({ reason }) => reason !== "core")
      ? `${SALES_PAGE}/new?${new URLSearchParams({ exchange: note.id, ...(note.customerId ? { customer: note.customerId } : {}) })}`
      : undefined,
    sale: formatSaleNumber({ id: note.saleId, number: note.saleNumber }),
  };
});

/** Records that it was printed. */
export const action = staffAction(async ({ params: { id } }) => {
  await recordPrint({ kind: "credit-note", id: (await requireNote(id)).id });
  return null;
});

export const clientAction = keepTyped;

/** @throws Response 404 */
async function requireNote(id: string | undefined) {
  const note = isValidId(id) ? await findCreditNote(id) : undefined;
  if (!note) throw new Response(null, { status: 404 });
  return note;
}

/** A credit note, as the customer gets it. */
export default function CreditNotePage() {
  const { receipt, copy, page, sale, exchange } = useLoaderData<typeof loader>();
  const mayOpen = useMayOpen();
  return (
    <PaperPage
      receipt={receipt}
      copy={copy}
      back={{ to: page, title: `Sale ${sale}` }}
      actions={
        exchange && mayOpen(`${SALES_PAGE}/new`) ? (
          <Link className="button button--secondary button--small" to={exchange}>
            Sell the Replacement
          </Link>
        ) : null
      }
    />
  );
}
