import type { MetaFunction } from "@remix-run/node";
import { Form, Link, useFetcher, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { isMailOn } from "~/mail/settings.server";
import { toReceipt } from "~/sales/receipt.server";
import { mailReceipt } from "~/sales/receipt-mail.server";
import { findCopyNote, recordPrint } from "~/sales/receipt-print.server";
import { SALES_PAGE } from "~/sales/sale";
import { findSale } from "~/sales/sale.server";
import { ReceiptSheet } from "~/sales/site/receipt-sheet";
import { BackTo } from "~/staff/records/head";
import { useMayOpen } from "~/staff/use-may-open";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { isValidId } from "~/values/id";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.receipt.title ?? "Sale not found", matches, "For staff.");

export const loader = staffLoader(async ({ request, params: { id } }) => {
  const sale = await requireCompleted(id);
  return {
    receipt: toReceipt(sale),
    copy: await findCopyNote(sale._id),
    page: `${SALES_PAGE}/${sale._id}`,
    number: sale.number,
    isRoll: new URL(request.url).searchParams.get("paper") === "roll",
    mailTo: isMailOn() ? sale.customerEmail : undefined,
  };
});

/** Mails the receipt to its customer, or writes down that it was printed. */
export const action = staffAction(async ({ request, params: { id } }) => {
  const sale = await requireCompleted(id);
  const form = await readForm(request, ["printed"]);
  if (form.get("printed") === "yes") {
    await recordPrint(sale._id);
    return null;
  }
  const isQueued = await mailReceipt(sale);
  return redirectWithToast(`${SALES_PAGE}/${sale._id}/receipt`, {
    title: isQueued ? `Receipt emailed to ${sale.customerEmail}` : "There is no email address to send it to",
  });
});

/** @throws Response 404 for a sale that is not completed */
async function requireCompleted(id: string | undefined) {
  const found = isValidId(id) ? await findSale(id) : undefined;
  if (!found || found.item.status === "draft") throw new Response(null, { status: 404 });
  return found.item;
}

/** The receipt of a sale: to print on letter paper or on a roll, or to email. */
export default function ReceiptPage() {
  const { receipt, copy, page, number, isRoll, mailTo } = useLoaderData<typeof loader>();
  const mayOpen = useMayOpen();
  const address = `${page}/receipt`;
  const { submit } = useFetcher();
  const mayRecord = mayOpen(address, "POST");
  useEffect(() => {
    if (!mayRecord) return;
    // Also where somebody cancels: a browser doesn't tell.
    const record = () => submit({ printed: "yes" }, { method: "post", action: address });
    addEventListener("afterprint", record);
    return () => removeEventListener("afterprint", record);
  }, [address, mayRecord, submit]);
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <div className="cluster between screen-only">
        <BackTo to={page} title={`Sale ${number}`} />
        <div className="cluster gap-2">
          <PrintButton className="button button--small">Print</PrintButton>
          <Link
            className="button button--secondary button--small"
            to={isRoll ? address : `${address}?paper=roll`}
          >
            {isRoll ? "Letter Paper" : "80 mm Roll"}
          </Link>
          {mailTo && mayOpen(address, "POST") ? (
            <Form method="post" action={address} aria-label="Email">
              <button type="submit" className="button button--secondary button--small">
                Email to {mailTo}
              </button>
            </Form>
          ) : null}
        </div>
      </div>
      <ReceiptSheet receipt={receipt} heading="h1" isRoll={isRoll} copy={copy} />
    </main>
  );
}
