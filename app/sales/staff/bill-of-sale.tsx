import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { business } from "~/business/business.server";
import { postalAddress } from "~/business/links";
import { CONDITION_CLASSES, type ConditionClass, dealPage, toTradeIn } from "~/sales/deal";
import { findDeal } from "~/sales/deal-row.server";
import { findCopyNote, recordPrint } from "~/sales/print.server";
import { findSale } from "~/sales/sale.server";
import { afterTradeIn, describePayment, type Sale } from "~/sales/sales";
import { keepTyped } from "~/staff/forms/keep-typed";
import { BackTo } from "~/staff/records/head";
import { Facts } from "~/ui/layout/facts";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { formatDay, formatMileage } from "~/values/format";
import { isValidId } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import { useRecordedPrint } from "./paper-page";
import { SumRows } from "./sum-rows";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Bill of Sale ${data.number}` : "Bill of sale not found", matches, "For staff.");

export const loader = staffLoader(async ({ params: { id } }) => {
  const { sale, deal, vehicle } = await requireDeal(id);
  const condition = deal.condition as ConditionClass | null;
  const trade = toTradeIn(deal);
  return {
    number: sale.number,
    copy: await findCopyNote({ kind: "bill-of-sale", id: sale._id }),
    deal: dealPage(sale._id),
    dealer: {
      name: business.name,
      address: postalAddress(business),
      phone: business.phone,
      facility: business.sales.facilityNumber,
    },
    date: formatDay(`${sale.soldOn}T00:00:00.000Z`),
    condition: condition && CONDITION_CLASSES[condition],
    name: vehicle.description,
    // "Mileage" and "true mileage unknown" are the words of 15 NYCRR 78.13(a)(3).
    mileage: deal.odometer === null ? undefined : formatMileage(deal.odometer),
    isMileageUnknown: deal.isMileageUnknown === 1,
    buyers: [
      [sale.customerName, sale.customerAddress],
      [deal.coBuyerName, deal.coBuyerAddress],
    ].flatMap(([name, address]) => (name ? [{ name, address: address ?? "" }] : [])),
    facts: [
      ["VIN", vehicle.vin],
      ["Stock number", vehicle.stockNumber],
      ["Warranty", vehicle.warranty],
      ["Delivered on", deal.deliveredOn && formatDay(`${deal.deliveredOn}T00:00:00.000Z`)],
      ["Trade-in", trade.cents > 0 ? [trade.name, deal.tradeVin].filter(Boolean).join(", VIN ") : undefined],
    ].flatMap(([label, value]) => (value ? [[label ?? "", value] as const] : [])),
    money: moneyOf(sale),
    words: condition === "wholesale" || condition === "junk" ? [] : business.sales.billWords,
  };
});

/** Records that it was printed. */
export const action = staffAction(async ({ params: { id } }) => {
  await recordPrint({ kind: "bill-of-sale", id: (await requireDeal(id)).sale._id });
  return null;
});

export const clientAction = keepTyped;

/** @throws Response 404 for a sale without a vehicle, or one that isn't completed */
async function requireDeal(id: string | undefined) {
  const found = isValidId(id) ? await findSale(id) : undefined;
  const deal = found && (await findDeal(found.item._id));
  const vehicle = found?.item.lines.find(({ kind }) => kind === "vehicle");
  if (!found || !deal || !vehicle || found.item.status !== "completed")
    throw new Response(null, { status: 404 });
  return { sale: found.item, deal, vehicle };
}

function moneyOf(sale: Sale): [label: string, amount: string][] {
  return [
    ...sale.lines.map(({ description, amount }): [string, string] => [description, formatExactPrice(amount)]),
    [
      sale.taxExemptNumber ? "Tax, exempt" : `Sales tax${afterTradeIn(sale)}`,
      formatExactPrice(sale.tax ?? 0),
    ],
    ["Total", formatExactPrice(sale.total ?? 0)],
    ...sale.payments
      .filter(({ isForAccount }) => !isForAccount)
      .map((payment): [string, string] => [describePayment(payment), formatExactPrice(payment.amount)]),
  ];
}

/** The bill of sale of a car that we sold: to print and sign. */
export default function BillOfSalePage() {
  const {
    number,
    copy,
    deal,
    dealer,
    date,
    condition,
    name,
    mileage,
    isMileageUnknown,
    buyers,
    facts,
    money,
    words,
  } = useLoaderData<typeof loader>();
  useRecordedPrint();
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 bill" tabIndex={-1}>
      <div className="cluster between screen-only">
        <BackTo to={deal} title="the deal" />
        <PrintButton className="button button--small">Print</PrintButton>
      </div>
      {dealer.facility ? null : (
        <p className="screen-only">
          Your facility number is missing: enter it under Settings, Sales and Tax, as the state registered
          you.
        </p>
      )}
      <article className="stack gap-4">
        <header className="stack gap-2">
          <p>
            <strong>{dealer.name}</strong>
            <br />
            {dealer.address}, {dealer.phone}
            {dealer.facility ? (
              <>
                <br />
                {dealer.facility}
              </>
            ) : null}
          </p>
          <h1>Bill of Sale {number}</h1>
          {copy ? (
            <p>
              <strong>{copy}</strong>
            </p>
          ) : null}
          <p className="lead">
            {name}, sold on {date}
          </p>
        </header>
        {condition ? <p className="sale-bill__class">{condition}</p> : null}
        <p>
          <strong>Mileage</strong> {mileage ?? "not known"}
          {isMileageUnknown ? (
            <>
              {", "}
              <strong>true mileage unknown</strong>
            </>
          ) : null}
        </p>
        <Facts
          facts={[
            ...buyers.map(
              (buyer, index) =>
                [
                  index === 0 ? "Buyer" : "Co-buyer",
                  <span key={buyer.name} className="typed">
                    {[buyer.name, buyer.address].filter(Boolean).join("\n")}
                  </span>,
                ] as const,
            ),
            ...facts,
          ]}
        />
        <SumRows rows={money} />
        {words.length > 0 ? (
          <ul className="stack gap-2">
            {words.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : null}
        <div className="grid pair gap-6 bill__signatures">
          {buyers.map((buyer, index) => (
            <div key={buyer.name}>
              <div className="bill__line" />
              <p>
                {index === 0 ? "Buyer" : "Co-buyer"}: {buyer.name}, and the date
              </p>
            </div>
          ))}
          <div>
            <div className="bill__line" />
            <p>For {dealer.name}, and the date</p>
          </div>
        </div>
      </article>
    </main>
  );
}
