import { data, type MetaFunction, redirect, type SerializeFrom } from "@remix-run/node";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { customerPage } from "~/customers/paths";
import { loadRecordHistory } from "~/history/view.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { PARTS } from "~/parts/parts";
import { PART_REQUESTS } from "~/requests/part-requests";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { OWED_PAGE } from "~/sales/account";
import { refuseVoid, refuseVoidByOwner, voidSale } from "~/sales/complete.server";
import { dealPage } from "~/sales/deal";
import { findDeal } from "~/sales/deal-row.server";
import { CREDIT_NOTES_PAGE, formatCreditNumber } from "~/sales/returns";
import { listCreditNotes } from "~/sales/returns.server";
import { CASH_SALE, DELIVERIES, SALE_STATUSES, SALES_PAGE } from "~/sales/sale";
import { findSale, findSaleRow } from "~/sales/sale.server";
import { voidSchema } from "~/sales/sale-schema";
import { describePayment, listGiven, SALES, type Sale } from "~/sales/sales";
import { rememberOpened } from "~/search/recent.server";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { RecordHistory } from "~/staff/history/record-history";
import { RecordHead } from "~/staff/records/head";
import { useMayOpen } from "~/staff/use-may-open";
import { Badge } from "~/ui/layout/chip";
import { Facts } from "~/ui/layout/facts";
import { Icon } from "~/ui/layout/icon";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { formatDateTime } from "~/values/format";
import { isValidId } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { SumRows } from "./sum-rows";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.name ?? "Sale not found", matches, "For staff.");

export const loader = staffLoader(async ({ params: { id } }) => {
  const found = isValidId(id) ? await findSale(id) : undefined;
  const row = isValidId(id) ? await findSaleRow(id) : undefined;
  if (!found || !row) throw new Response(null, { status: 404 });
  const { item: sale } = found;
  await rememberOpened(SALES.recordKind, sale._id);
  const refused = await refuseVoid(row);
  return {
    sale,
    name: SALES.nameOf(sale),
    completed: sale.completedAt && formatDateTime(sale.completedAt, business.timeZone),
    voided: sale.voidedAt && formatDateTime(sale.voidedAt, business.timeZone),
    mayVoid: refused === undefined,
    mayOwnerVoid: refused !== undefined && (await refuseVoidByOwner(row)) === undefined,
    inTheWay: refused?.isInTheWay ? refused.reason : undefined,
    requests: {
      part: sale.partRequestId && `${PART_REQUESTS.path}/${sale.partRequestId}`,
      repair: sale.repairRequestId && `${REPAIR_REQUESTS.path}/${sale.repairRequestId}`,
    },
    deal: (await findDeal(sale._id)) ? dealPage(sale._id) : undefined,
    creditNotes: (await listCreditNotes(sale._id)).map((note) => ({
      to: `${CREDIT_NOTES_PAGE}/${note.id}`,
      label: `${formatCreditNumber(note.number)}, ${formatExactPrice(note.totalCents / 100)}`,
    })),
    history: await loadRecordHistory(SALES.recordKind, sale._id),
  };
});

export const action = staffAction(
  async ({ request, params: { id } }) => {
    const form = await readForm(request, ["intent", "reason"]);
    if (form.get("intent") !== "void") throw new Response(null, { status: 400 });
    const found = isValidId(id) ? await findSale(id) : undefined;
    if (!found) throw new Response(null, { status: 404 });
    const { item: sale } = found;
    const parsed = voidSchema.safeParse({ reason: form.get("reason") ?? "" });
    if (!parsed.success) return data({ error: parsed.error.issues[0]?.message ?? "" }, 400);
    const voided = await voidSale(sale._id, parsed.data.reason);
    if (voided.outcome === "refused") return data({ error: voided.reason }, 409);
    if (voided.outcome === "not-found") throw redirect(SALES_PAGE);
    return redirectWithToast(`${SALES_PAGE}/${sale._id}`, {
      title: `Sale ${sale.number} voided`,
      description: "What was on it is back in stock. Its number isn't reused.",
    });
  },
  { savesForm: "frame" },
);

export const clientAction = keepTyped;

/** A sale as it was made. */
export default function SalePage() {
  const loaded = useLoaderData<typeof loader>();
  const { sale, name, voided, mayVoid, mayOwnerVoid, inTheWay, deal, creditNotes, history } = loaded;
  const posted = useLastAnswer<typeof action>();
  const mayOpen = useMayOpen();
  const isBusy = useNavigation().formMethod === "POST";
  const { label, tone } = SALE_STATUSES[sale.status];
  const edit = `${SALES_PAGE}/${sale._id}/edit`;
  const returnPage = `${SALES_PAGE}/${sale._id}/return`;
  const account = `${OWED_PAGE}/${sale.customerId ?? sale._id}`;
  const paid = sale.payments
    .filter(({ method }) => method !== "account" && method !== "credit")
    .map((payment) => `${describePayment(payment)}, ${formatExactPrice(payment.amount)}`);
  return (
    <main id="main" className="page staff-page stack gap-5" tabIndex={-1}>
      <RecordHead
        list={SALES.list}
        title={<h1>{name}</h1>}
        status={<Badge tone={tone}>{label}</Badge>}
        action={
          sale.status === "draft" && mayOpen(edit) ? (
            <Link className="button" to={edit}>
              <Icon name="pencil" size={20} /> Continue
            </Link>
          ) : sale.status === "draft" ? null : (
            <Link className="button" to={`${SALES_PAGE}/${sale._id}/receipt`}>
              <Icon name="printer" size={20} /> Receipt
            </Link>
          )
        }
        more={
          <>
            {deal ? (
              <Link className="button button--secondary" to={deal}>
                <Icon name="car" size={20} /> The deal
              </Link>
            ) : null}
            {sale.status === "completed" && mayOpen(returnPage) ? (
              <Link className="button button--secondary" to={returnPage}>
                <Icon name="refresh" size={20} /> Return Items
              </Link>
            ) : null}
          </>
        }
      />
      {creditNotes.length > 0 || sale.owed ? (
        <p className="cluster gap-x-4 tap-links">
          {creditNotes.length > 0 ? "Came back:" : null}
          {creditNotes.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
          {sale.owed ? (
            <Link to={account}>
              <Icon name="tag" size={20} /> {mayOpen(account, "POST") ? "Take a Payment" : "What Is Owed"}
            </Link>
          ) : null}
        </p>
      ) : null}
      {voided ? (
        <Notice tone="error" title={`Voided by ${sale.voidedBy || "the site"} on ${voided}`}>
          <p>{sale.voidReason}</p>
        </Notice>
      ) : null}
      <Facts facts={factsOf(loaded, mayOpen)} className="record-facts" />
      <section className="card stack gap-4" aria-labelledby="lines">
        <h2 id="lines">Lines</h2>
        <div className="scroll-x">
          <table className="table sale-lines">
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col" className="figure">
                  Quantity
                </th>
                <th scope="col" className="figure">
                  Price
                </th>
                <th scope="col" className="figure">
                  Amount
                </th>
                <th scope="col" className="figure">
                  Tax
                </th>
              </tr>
            </thead>
            <tbody>
              {sale.lines.map((line) => (
                <tr key={line._id}>
                  <td>
                    <What line={line} />
                  </td>
                  <td className="figure">{line.kind === "discount" ? "" : line.quantity}</td>
                  <td className="figure">
                    {line.percent === undefined
                      ? line.price === undefined
                        ? "No price yet"
                        : formatExactPrice(line.price)
                      : `${line.percent}%`}
                  </td>
                  <td className="figure">{formatExactPrice(line.amount)}</td>
                  <td className="figure">{taxOf(line, sale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <SumRows rows={totalsOf(sale).map(([label, amount]) => [label, formatExactPrice(amount)])} />
      </section>
      {mayVoid && mayOpen(`${SALES_PAGE}/${sale._id}`, "POST") ? (
        <details className="card disclosure sale-fold" open={posted !== undefined}>
          <summary>Void this sale</summary>
          <Form method="post" className="form wide" aria-label="Void this sale">
            <p>
              You can void it today only. Its parts go back in stock; its number isn't reused.
              {paid.length > 0 ? ` Give the customer back what they paid: ${paid.join("; ")}.` : null}
            </p>
            <div className={posted?.error ? "field field--invalid" : "field"}>
              <label className="field__label" htmlFor="reason">
                Why
              </label>
              <input
                className="input"
                id="reason"
                name="reason"
                autoComplete="off"
                aria-invalid={posted?.error ? true : undefined}
                aria-describedby={posted?.error ? "reason-error" : undefined}
              />
              {posted?.error ? (
                <p className="field__error" id="reason-error">
                  <Icon name="alert" size={18} /> {posted.error}
                </p>
              ) : null}
            </div>
            <button
              type="submit"
              name="intent"
              value="void"
              className="button button--danger"
              disabled={isBusy}
            >
              Void It
            </button>
          </Form>
        </details>
      ) : null}
      {mayOwnerVoid && mayOpen(returnPage) ? (
        <p className="muted">
          Rang it up wrong, say at the wrong price? An owner can void it today. After today, return it and
          ring it up again.
        </p>
      ) : null}
      {inTheWay ? <p className="muted">It can't be voided. {inTheWay}.</p> : null}
      <RecordHistory history={history} />
    </main>
  );
}

function What({ line }: { line: Sale["lines"][number] }) {
  const mayOpen = useMayOpen();
  const { partId, vehicleId, description, stockNumber, vin, warranty } = line;
  const page = partId
    ? `${PARTS.path}/${partId}`
    : vehicleId
      ? `${RETAIL_VEHICLES.path}/${vehicleId}`
      : undefined;
  return (
    <>
      {page && mayOpen(page) ? <Link to={page}>{description}</Link> : description}
      {[stockNumber && `Stock # ${stockNumber}`, vin && `VIN ${vin}`, warranty]
        .filter(Boolean)
        .map((text) => (
          <span className="muted breaks" key={text}>
            <br />
            {text}
          </span>
        ))}
    </>
  );
}

/** What a line adds to the tax. A discount has no tax itself: it lowers the other lines' tax. */
function taxOf({ kind, isTaxed, tax }: Sale["lines"][number], { taxExemptNumber }: Sale): string {
  if (kind === "discount") return "";
  return isTaxed && !taxExemptNumber ? formatExactPrice(tax) : "Exempt";
}

function totalsOf(sale: Sale): [label: string, amount: number][] {
  return [
    ["Goods", sale.goods ?? 0],
    ...(sale.discount ? [["Discount", -sale.discount] as [string, number]] : []),
    [`Tax, ${sale.taxPlace ?? "none"}${sale.taxPercent ? `, ${sale.taxPercent}%` : ""}`, sale.tax ?? 0],
    ["Total", sale.total ?? 0],
    ...listGiven(sale.payments),
    ...(sale.owed ? [["Still owed", sale.owed] as [string, number]] : []),
  ];
}

type LoadedSale = Pick<SerializeFrom<typeof loader>, "sale" | "completed" | "requests">;

function factsOf(
  { sale, completed, requests }: LoadedSale,
  mayOpen: (path: string) => boolean,
): [string, React.ReactNode][] {
  const { customerId, customerName, creditNoteId, exchangeFor } = sale;
  const name = customerName ?? CASH_SALE;
  const customer =
    customerId && mayOpen(customerPage(customerId)) ? (
      <Link to={customerPage(customerId)}>{name}</Link>
    ) : (
      name
    );
  const linkTo = (page: string | undefined) =>
    page && mayOpen(page) ? <Link to={page}>Open</Link> : undefined;
  const note = `${CREDIT_NOTES_PAGE}/${creditNoteId}`;
  const exchange = creditNoteId && mayOpen(note) ? <Link to={note}>{exchangeFor}</Link> : exchangeFor;
  const all: [string, React.ReactNode][] = [
    ["Completed", completed],
    ["Clerk", sale.clerk],
    ["Customer", customer],
    ["Phone", sale.customerPhone],
    ["Email", sale.customerEmail],
    ["Address", sale.customerAddress],
    ["Tax exempt number", sale.taxExemptNumber],
    ["Part request", linkTo(requests.part)],
    ["Repair request", linkTo(requests.repair)],
    ["In exchange for", exchange],
    ["Leaves by", DELIVERIES[sale.delivery]],
    ["Ship to", sale.delivery === "ship" ? (sale.shipTo ?? sale.customerAddress) : undefined],
    ["Carrier", [sale.carrier, sale.tracking].filter(Boolean).join(", ")],
    ["Notes", sale.notes],
  ];
  return all.filter(([, value]) => value);
}
