import { data, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { ACCOUNT_PAYMENTS_PAGE, formatPaymentNumber, OWED_PAGE } from "~/sales/account";
import { checkReversal, findAccountPayment, reversePayment } from "~/sales/account.server";
import { reversePaymentSchema } from "~/sales/account-schema";
import { findCopyNote, recordPrint } from "~/sales/print.server";
import { toPaymentReceipt } from "~/sales/receipt.server";
import { useActionPath } from "~/staff/forms/action-path";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { useMayOpen } from "~/staff/use-may-open";
import { TextField } from "~/ui/forms/fields";
import { pageTitle } from "~/ui/layout/page-title";
import { isValidId } from "~/values/id";
import { PaperPage } from "./paper-page";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.receipt.title ?? "Payment not found", matches, "For staff.");

export const loader = staffLoader(async ({ params: { id } }) => {
  const payment = isValidId(id) ? await findAccountPayment(id) : undefined;
  if (!payment) throw new Response(null, { status: 404 });
  const other = payment.reversedBy ?? payment.reverses;
  return {
    receipt: toPaymentReceipt(payment),
    copy: await findCopyNote({ kind: "payment", id: payment.id }),
    account: `${OWED_PAGE}/${payment.customerId ?? payment.shares[0]?.saleId}`,
    other: other && {
      to: `${ACCOUNT_PAYMENTS_PAGE}/${other.id}`,
      label: `Payment ${formatPaymentNumber(other.number)}`,
    },
    mayReverse: checkReversal(payment) === undefined,
  };
});

/** Reverses the payment, with an owner's reason, or records that its receipt was printed. */
export const action = staffAction(
  async ({ request, params: { id } }) => {
    if (!isValidId(id)) throw new Response(null, { status: 404 });
    const form = await readForm(request, ["reason", "printed"]);
    if (form.get("printed") === "yes") {
      await recordPrint({ kind: "payment", id });
      return null;
    }
    const parsed = reversePaymentSchema.safeParse({ reason: form.get("reason") ?? "" });
    if (!parsed.success) return data({ error: parsed.error.issues[0]?.message ?? "" }, 400);
    const taken = await reversePayment(id, parsed.data.reason);
    if (taken.outcome === "not-found") throw new Response(null, { status: 404 });
    if (taken.outcome === "refused") return data({ error: taken.reason }, 409);
    return redirectWithToast(`${ACCOUNT_PAYMENTS_PAGE}/${taken.payment.id}`, {
      title: "Payment reversed",
      description: "What it paid is owed again.",
    });
  },
  { savesForm: "frame" },
);

export const clientAction = keepTyped;

/** A payment on account, as the customer gets it. */
export default function AccountPaymentPage() {
  const { receipt, copy, account, other, mayReverse } = useLoaderData<typeof loader>();
  const posted = useLastAnswer<typeof action>();
  const mayOpen = useMayOpen();
  const { pathname } = useLocation();
  const actionPath = useActionPath(pathname);
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <PaperPage receipt={receipt} copy={copy} back={{ to: account, title: "the account" }}>
      {other ? (
        <p className="screen-only tap-links">
          <Link to={other.to}>{other.label}</Link>
        </p>
      ) : null}
      {mayReverse && mayOpen(pathname, "POST") ? (
        <details className="card disclosure sale-fold screen-only" open={posted !== undefined}>
          <summary>Reverse this payment</summary>
          <Form
            id="reversal"
            method="post"
            action={actionPath}
            className="form wide"
            aria-label="Reverse this payment"
          >
            <p>For a bounced check or a wrong amount. Adds a negative payment, dated today.</p>
            <TextField
              field={{
                ...{ id: "reason", name: "reason", formId: "reversal", errorId: "reason-error" },
                errors: posted?.error ? [posted.error] : undefined,
              }}
              label="Why"
              autoComplete="off"
            />
            <button type="submit" className="button button--danger" disabled={isBusy}>
              Reverse Payment
            </button>
          </Form>
        </details>
      ) : null}
    </PaperPage>
  );
}
