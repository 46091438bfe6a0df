import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { StaffRequestArgs } from "~/accounts/require-staff.server";
import { may } from "~/accounts/roles";
import { business } from "~/business/business.server";
import { findCustomerRow } from "~/customers/customer.server";
import { customerPage } from "~/customers/paths";
import { readForm } from "~/http/form.server";
import { storeOnce } from "~/http/idempotency.server";
import { redirectWithToast } from "~/http/toast.server";
import {
  ACCOUNT_FIELDS,
  ACCOUNT_PAYMENTS_PAGE,
  type AccountField,
  formatPaymentNumber,
  LATER_METHODS,
  type LaterMethod,
} from "~/sales/account";
import {
  listAccountPayments,
  listOwedOf,
  type PaymentTaken,
  takeAccountPayment,
} from "~/sales/account.server";
import { accountPaymentSchema } from "~/sales/account-schema";
import { CASH_SALE, SALES_PAGE } from "~/sales/sale";
import { findSaleRow } from "~/sales/sale.server";
import { dayInTimeZone, formatDay } from "~/values/format";
import { isValidId } from "~/values/id";
import { newId } from "~/values/id.server";
import { formatExactPrice, formatTypedPrice } from "~/values/money";
import { formatSaleNumber } from "~/values/sale-number";
import { formatTypedDay } from "~/values/typed-date";

/** How many payments the page lists, the newest first. */
const MOST_PAYMENTS = 50;

/**
 * What someone owes, and what they have paid of it.
 * @throws Response 404 for nobody who has bought on account, but for a customer where the role sees them
 */
export async function loadAccount({ params: { id }, session, now }: StaffRequestArgs<LoaderFunctionArgs>) {
  if (!isValidId(id)) throw new Response(null, { status: 404 });
  const isSeen = may(session.role, "customers", "see");
  const customer = isSeen ? await findCustomerRow(id) : undefined;
  const sale = customer ? undefined : await findSaleRow(id);
  const [owed, payments] = [await listOwedOf(id), await listAccountPayments(id, MOST_PAYMENTS)];
  const name = customer?.name ?? owed[0]?.customerName ?? payments[0]?.customerName ?? sale?.customerName;
  if (!customer && owed.length === 0 && payments.length === 0) throw new Response(null, { status: 404 });
  const total = owed.reduce((sum, { owedCents }) => sum + owedCents, 0);
  return {
    key: newId(now),
    name: name ?? CASH_SALE,
    customer: customer && customerPage(id),
    total: formatExactPrice(total / 100),
    start: { amount: formatTypedPrice(total), on: formatTypedDay(dayInTimeZone(business.timeZone, now)) },
    owed: owed.map(({ id: saleId, number, soldOn, accountCents, owedCents }) => ({
      id: saleId,
      to: `${SALES_PAGE}/${saleId}`,
      number: formatSaleNumber({ id: saleId, number }),
      sold: formatDay(`${soldOn}T00:00:00.000Z`),
      owed: formatExactPrice(owedCents / 100),
      of: accountCents === owedCents ? undefined : formatExactPrice(accountCents / 100),
    })),
    payments: payments.map(({ id: paymentId, number, takenOn, method, amountCents, note }) => ({
      to: `${ACCOUNT_PAYMENTS_PAGE}/${paymentId}`,
      number: formatPaymentNumber(number),
      amount: formatExactPrice(amountCents / 100),
      about: [formatDay(`${takenOn}T00:00:00.000Z`), LATER_METHODS[method as LaterMethod], note]
        .filter(Boolean)
        .join(", "),
    })),
  };
}

/** The answer to a form that was not carried out. */
export interface AccountReply {
  typed: Record<string, string>;
  errors: Partial<Record<AccountField, string[]>>;
}

/** Takes a payment, once however often its form is sent. */
export async function writeAccountPayment({
  request,
  params: { id },
  now,
}: StaffRequestArgs<ActionFunctionArgs>) {
  if (!isValidId(id)) throw new Response(null, { status: 404 });
  const form = await readForm(request, ["key", ...ACCOUNT_FIELDS]);
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const refuse = (errors: AccountReply["errors"], status = 400) =>
    data<AccountReply>({ typed, errors }, status);
  const parsed = accountPaymentSchema(dayInTimeZone(business.timeZone, now)).safeParse(typed);
  if (!parsed.success) {
    const errors: AccountReply["errors"] = {};
    for (const { path, message } of parsed.error.issues) errors[path[0] as AccountField] ??= [message];
    return refuse(errors);
  }
  const { key, ...said } = typed;
  const taken = await storeOnce(
    `account-payment ${id}`,
    { key, said },
    now,
    async (): Promise<PaymentTaken> =>
      takeAccountPayment(id, parsed.data, { saleId: typed.sale || undefined }),
    ({ outcome }) => outcome === "done",
  );
  if (taken.outcome === "nothing-owed")
    return refuse({ amount: ["Nothing is owed there. Someone may already have taken the payment"] }, 409);
  if (taken.outcome === "invalid") return refuse(taken.fields);
  return redirectWithToast(`${ACCOUNT_PAYMENTS_PAGE}/${taken.payment.id}`, {
    title: `${formatExactPrice(taken.payment.amountCents / 100)} taken: ${formatPaymentNumber(taken.payment.number)}`,
  });
}
