import type { MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { isMailOn } from "~/mail/settings.server";
import { findCopyNote, recordPrint } from "~/sales/print.server";
import { toReceipt } from "~/sales/receipt.server";
import { mailReceipt } from "~/sales/receipt-mail.server";
import { SALES_PAGE } from "~/sales/sale";
import { findSale } from "~/sales/sale.server";
import { keepTyped } from "~/staff/forms/keep-typed";
import { useMayOpen } from "~/staff/use-may-open";
import { pageTitle } from "~/ui/layout/page-title";
import { isValidId } from "~/values/id";
import { PaperPage } from "./paper-page";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.receipt.title ?? "Sale not found", matches, "For staff.");

export const loader = staffLoader(async ({ params: { id } }) => {
  const sale = await requireCompleted(id);
  return {
    receipt: toReceipt(sale),
    copy: await findCopyNote({ kind: "receipt", id: sale._id }),
    page: `${SALES_PAGE}/${sale._id}`,
    number: sale.number,
    mailTo: isMailOn() ? sale.customerEmail : undefined,
  };
});

/** Mails the receipt to its customer, or records that it was printed. */
export const action = staffAction(async ({ request, params: { id } }) => {
  const sale = await requireCompleted(id);
  const form = await readForm(request, ["printed"]);
  if (form.get("printed") === "yes") {
    await recordPrint({ kind: "receipt", id: sale._id });
    return null;
  }
  const isQueued = await mailReceipt(sale);
  return redirectWithToast(`${SALES_PAGE}/${sale._id}/receipt`, {
    title: isQueued
      ? `Receipt emailed to ${sale.customerEmail}`
      : isMailOn()
        ? "There is no email address to send it to"
        : "Email is off, so it wasn't sent",
  });
});

export const clientAction = keepTyped;

/** @throws Response 404 for a sale that is not completed */
async function requireCompleted(id: string | undefined) {
  const found = isValidId(id) ? await findSale(id) : undefined;
  if (!found || found.item.status === "draft") throw new Response(null, { status: 404 });
  return found.item;
}

/** The receipt of a sale: to print, or to email. */
export default function ReceiptPage() {
  const { receipt, copy, page, number, mailTo } = useLoaderData<typeof loader>();
  const mayOpen = useMayOpen();
  const address = `${page}/receipt`;
  return (
    <PaperPage
      receipt={receipt}
      copy={copy}
      back={{ to: page, title: `Sale ${number}` }}
      actions={
        mailTo && mayOpen(address, "POST") ? (
          <Form method="post" action={address} aria-label="Email">
            <button type="submit" className="button button--secondary button--small">
              Email to {mailTo}
            </button>
          </Form>
        ) : null
      }
    />
  );
}
