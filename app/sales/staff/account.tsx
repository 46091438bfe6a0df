import type { MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { toOptions } from "~/collections/field";
import { ACCOUNT_FIELDS, type AccountField, LATER_METHODS, OWED_PAGE } from "~/sales/account";
import { useActionPath } from "~/staff/forms/action-path";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackTo } from "~/staff/records/head";
import { useMayOpen } from "~/staff/use-may-open";
import { ErrorSummary, SelectField, TextField } from "~/ui/forms/fields";
import { pageTitle } from "~/ui/layout/page-title";
import { type AccountReply, loadAccount, writeAccountPayment } from "./account.server";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Account of ${data.name}` : "Account not found", matches, "For staff.");

export const loader = staffLoader(loadAccount);

export const action = staffAction(writeAccountPayment, { savesForm: "frame" });

export const clientAction = keepTyped;

/** What a customer owes, sale by sale, the form to take a payment, and the payments taken. */
export default function AccountPage() {
  const { name, customer, total, owed, payments, key, start } = useLoaderData<typeof loader>();
  const mayOpen = useMayOpen();
  const { pathname } = useLocation();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={OWED_PAGE} title="Owed on Account" />
      <header>
        <h1>Account of {name}</h1>
        <p className="lead">{owed.length === 0 ? "Nothing is owed." : `${total} is owed`}</p>
        {customer && mayOpen(customer) ? (
          <p className="tap-links">
            <Link to={customer}>The customer's page</Link>
          </p>
        ) : null}
      </header>
      <ul className="lines-ruled">
        {owed.map((sale) => (
          <li key={sale.to} className="row between gap-3">
            <span>
              <Link className="tap" to={sale.to}>
                {sale.number}
              </Link>
              , <span className="muted">{sale.sold}</span>
            </span>
            <span>
              {sale.owed}
              {sale.of ? <span className="muted"> of {sale.of}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      {owed.length > 0 && mayOpen(pathname, "POST") ? (
        <PaymentForm key={key} formKey={key} start={start} sales={owed} />
      ) : null}
      {payments.length > 0 ? (
        <section aria-labelledby="paid" className="stack gap-3">
          <h2 id="paid">Payments</h2>
          <ul className="lines-ruled">
            {payments.map((payment) => (
              <li key={payment.to} className="row between gap-3">
                <span>
                  <Link className="tap" to={payment.to}>
                    {payment.number}
                  </Link>
                  , <span className="muted">{payment.about}</span>
                </span>
                <span className="nowrap">{payment.amount}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </main>
  );
}

interface PaymentFormProps {
  formKey: string;
  start: { amount: string; on: string };
  sales: readonly { id: string; number: string; owed: string }[];
}

function PaymentForm({ formKey, start, sales }: PaymentFormProps) {
  const actionPath = useActionPath(useLocation().pathname);
  const reply = useLastAnswer<AccountReply>();
  const isBusy = useNavigation().formMethod === "POST";
  const field = (name: AccountField, initialValue = "") => ({
    id: `payment-${name}`,
    name,
    formId: "payment-form",
    errorId: `payment-${name}-error`,
    errors: reply?.errors[name],
    initialValue: reply ? reply.typed[name] : initialValue,
  });
  const form = {
    id: "payment-form",
    errorId: "payment-form-errors",
    status: reply ? ("error" as const) : undefined,
  };
  return (
    <section className="card stack gap-4" aria-labelledby="take">
      <h2 id="take">Take a Payment</h2>
      <Form method="post" action={actionPath} id="payment-form" className="form wide stack gap-4" noValidate>
        <ErrorSummary form={form} fields={ACCOUNT_FIELDS.map((name) => field(name))} />
        <input type="hidden" name="key" value={reply?.typed.key ?? formKey} />
        {sales.length > 1 ? (
          <SelectField
            field={field("sale")}
            label="For"
            required={false}
            choices={[
              { value: "", label: "The oldest sales first" },
              ...sales.map(({ id, number, owed }) => ({ value: id, label: `${number}, ${owed}` })),
            ]}
          />
        ) : null}
        <div className="grid halves gap-3">
          <TextField
            field={field("amount", start.amount)}
            label="Amount in dollars"
            inputMode="decimal"
            autoComplete="off"
          />
          <SelectField
            field={field("method")}
            label="Paid by"
            placeholder="Choose"
            choices={toOptions(LATER_METHODS)}
          />
          <TextField
            field={field("on", start.on)}
            label="Day"
            hint="Cash counts in that day's drawer."
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField field={field("note")} label="Check # or note" optional autoComplete="off" />
        </div>
        <div>
          <button type="submit" className="button" disabled={isBusy}>
            Take Payment
          </button>
        </div>
      </Form>
    </section>
  );
}
