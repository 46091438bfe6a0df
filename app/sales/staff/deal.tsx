import type { MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { toOptions } from "~/collections/field";
import { LATER_METHODS } from "~/sales/account";
import { SALE_STATUSES, SALES_PAGE } from "~/sales/sale";
import { useActionPath } from "~/staff/forms/action-path";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackTo } from "~/staff/records/head";
import { useMayOpen } from "~/staff/use-may-open";
import { SelectField, TextField } from "~/ui/forms/fields";
import { Badge } from "~/ui/layout/chip";
import { Icon } from "~/ui/layout/icon";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { formatExactPrice } from "~/values/money";
import { type DealReply, loadDeal, writeDeal } from "./deal.server";
import { DealForm, dealField } from "./deal-form";
import { DealSums } from "./deal-totals";
import { SALE_VERSION } from "./sale-form";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Deal ${data.sale.number}` : "Deal not found", matches, "For staff.");

export const loader = staffLoader(loadDeal);

export const action = staffAction(writeDeal, { savesForm: "frame", namedBy: ["intent"] });

export const clientAction = keepTyped;

/** The deal of a car: its form as long as it is a draft, then what is printed and done with it. */
export default function DealPage() {
  const page = useLoaderData<typeof loader>();
  const { sale, isDraft, name, vehiclePage, trade, taken, takenTotal, delivered, ended, isTyped } = page;
  const reply = useLastAnswer<DealReply>();
  const mayOpen = useMayOpen();
  const { pathname } = useLocation();
  const actionPath = useActionPath(pathname);
  const salePage = `${SALES_PAGE}/${sale._id}`;
  const mayChange = mayOpen(pathname, "POST");
  const { label, tone } = SALE_STATUSES[sale.status];
  // Each form shows its own answer.
  const isOf = (intent: string) => (reply?.typed.intent === intent ? reply : undefined);
  return (
    <main id="main" className="page staff-page stack gap-5 sale-editor" tabIndex={-1}>
      <BackTo to={vehiclePage ?? SALES_PAGE} title={vehiclePage ? name : "Sales"} />
      <header className="cluster gap-3">
        <h1>{ended ? `Deal ${sale.number}` : `Sell ${name}`}</h1>
        <Badge tone={tone}>{ended ? "Fell through" : label}</Badge>
      </header>
      <p className="cluster gap-4 tap-links">
        {isDraft && takenTotal > 0 ? (
          <Link to={`${salePage}/deposit`}>
            <Icon name="printer" size={20} /> Deposit receipt
          </Link>
        ) : null}
        {sale.status === "completed" && !ended ? (
          <Link to={`${salePage}/bill-of-sale`}>
            <Icon name="printer" size={20} /> Bill of sale
          </Link>
        ) : null}
        {isDraft ? null : <Link to={salePage}>Sale {sale.number}</Link>}
        {trade?.bought && mayOpen(trade.bought) ? (
          <Link to={trade.bought}>The trade-in's purchase</Link>
        ) : null}
        {trade && !trade.bought && sale.status === "completed" && mayOpen(trade.buy) ? (
          <Link to={trade.buy}>
            <Icon name="tag" size={20} /> Buy the trade-in
          </Link>
        ) : null}
      </p>
      {isTyped && !reply ? (
        <Notice tone="info" title="This is what you typed last">
          <p>It isn't saved yet: check it, then save it.</p>
        </Notice>
      ) : null}
      {ended ? <p>{ended}</p> : null}
      {isDraft && mayChange ? (
        <DealForm key={page.version} {...page} reply={isOf("end") || isOf("delivered") ? undefined : reply} />
      ) : (
        <section className="card stack gap-4" aria-labelledby="sums">
          <h2 id="sums">What Was Agreed</h2>
          <DealSums sale={sale} taken={taken} />
          {delivered ? <p>Delivered on {delivered}</p> : null}
        </section>
      )}
      {isDraft && mayChange ? (
        <EndDeal
          key={`end ${page.version}`}
          version={page.version}
          takenTotal={takenTotal}
          reply={isOf("end")}
        />
      ) : null}
      {sale.status === "completed" && !ended && mayChange ? (
        <Form
          id="delivery"
          method="post"
          action={actionPath}
          className="card form wide"
          aria-label="Delivery"
        >
          <input type="hidden" name={SALE_VERSION} value={page.version} />
          <TextField
            field={dealField("deliveredOn", {
              values: { deliveredOn: page.values.deliveredOn || page.today },
              reply: isOf("delivered"),
              formId: "delivery",
            })}
            label="Delivered on"
            inputMode="numeric"
            autoComplete="off"
          />
          <button type="submit" name="intent" value="delivered" className="button button--secondary">
            Save Delivery
          </button>
        </Form>
      ) : null}
    </main>
  );
}

interface EndDealProps {
  version: string;
  /** In cents. */
  takenTotal: number;
  reply: DealReply | undefined;
}

/** The deal falls through: why, and what happens to the deposit. */
function EndDeal({ version, takenTotal, reply }: EndDealProps) {
  const actionPath = useActionPath(useLocation().pathname);
  const isBusy = useNavigation().formMethod === "POST";
  const field = (name: string) => dealField(name, { values: {}, reply, formId: "end-deal" });
  return (
    <details className="card disclosure sale-fold" open={reply !== undefined || undefined}>
      <summary>The deal fell through</summary>
      <Form
        method="post"
        action={actionPath}
        id="end-deal"
        className="form wide"
        noValidate
        aria-label="The deal fell through"
      >
        <p>
          The car is for sale again.{" "}
          {takenTotal > 0
            ? `A deposit of ${formatExactPrice(takenTotal / 100)} was taken: what you keep of it and what goes back get a number and a receipt.`
            : "The draft goes to the trash."}
        </p>
        <input type="hidden" name={SALE_VERSION} value={version} />
        {takenTotal > 0 ? (
          <div className="grid halves gap-3">
            <TextField
              field={field("kept")}
              label="You keep, in dollars"
              required={false}
              hint="Empty for nothing: all of it goes back."
              inputMode="decimal"
              autoComplete="off"
            />
            <SelectField
              field={field("method")}
              required={false}
              label="The rest is refunded by"
              choices={[{ value: "", label: "Choose" }, ...toOptions(LATER_METHODS)]}
            />
          </div>
        ) : null}
        <TextField field={field("reason")} label="Why" autoComplete="off" />
        <button type="submit" name="intent" value="end" className="button button--danger" disabled={isBusy}>
          End the Deal
        </button>
      </Form>
    </details>
  );
}
