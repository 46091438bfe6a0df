import { useEffect, useState } from "react";
import { addUpDeal } from "~/sales/deal-sums";
import { NO_TAX, type TaxRate } from "~/sales/sale";
import { afterTradeIn, type Sale } from "~/sales/sales";
import { formatExactPrice } from "~/values/money";
import { SumRows } from "./sum-rows";

/** The id of the sums on their page. */
export const SUMS_ID = "deal-sums";

interface TypedSumsProps {
  formId: string;
  rates: readonly TaxRate[];
  tradeReducesTax: boolean;
  typed: Record<string, string>;
  taken: readonly { label: string; amount: string }[];
  takenCents: number;
  /** Where the button sends the form, which then shows the sums. */
  action: string;
  isBusy: boolean;
}

/** What the form adds up to as it is typed: at once with script, otherwise when its button is pressed. Nothing is stored. */
export function TypedSums({
  formId,
  typed,
  rates,
  tradeReducesTax,
  taken,
  takenCents,
  action,
  isBusy,
}: TypedSumsProps) {
  const [text, setText] = useState<(name: string) => string>();
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const read = () => {
      const fields = new FormData(form);
      setText(() => (name: string) => fields.get(name)?.toString() ?? "");
    };
    read();
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, [formId]);
  const readTyped = text ?? ((name: string) => typed[name] ?? "");
  const { priceCents, fees, taxCents, totalCents, tradeCents, balanceCents } = addUpDeal(readTyped, {
    ...{ rates, tradeReducesTax, takenCents },
  });
  const car = ["tradeYear", "tradeMake", "tradeModel"].map(readTyped).filter(Boolean).join(" ");
  const money = (cents: number) => formatExactPrice(cents / 100);
  return (
    <div id={SUMS_ID} className="stack gap-3">
      <SumRows
        isLive
        rows={[
          ["Price", money(priceCents)],
          ...fees.map(({ label, cents }): [string, string] => [label, money(cents)]),
          [`Tax, ${readTyped("taxPlace") || NO_TAX}`, money(taxCents)],
          ["Total", money(totalCents)],
          ...(tradeCents > 0
            ? [[["Trade-in", car].filter(Boolean).join(", "), money(-tradeCents)] as [string, string]]
            : []),
          ...taken.map(({ label, amount }): [string, string] => [label, amount]),
          ["Balance", money(balanceCents)],
        ]}
      />
      {/* With script it is already calculated. */}
      {text ? null : (
        <div>
          <button
            type="submit"
            name="intent"
            value="total"
            formAction={action}
            className="button button--quiet button--small"
            disabled={isBusy}
          >
            Work Out the Total
          </button>
        </div>
      )}
    </div>
  );
}

/** What is due, and what has paid for it so far. */
export function DealSums({
  sale,
  taken,
}: {
  sale: Sale;
  taken: readonly { label: string; amount: string }[];
}) {
  const trade = sale.payments.find(({ method }) => method === "trade");
  const paid = sale.payments.reduce(
    (sum, { takenAt, method, amount }) => sum + (takenAt !== undefined || method === "trade" ? amount : 0),
    0,
  );
  // What is on account is still to be paid; once completed, nothing else is.
  const left =
    sale.status === "draft" ? Math.round(((sale.total ?? 0) - paid) * 100) / 100 : (sale.owed ?? 0);
  const rows: [string, string][] = [
    ...sale.lines.map(({ description, amount }): [string, string] => [description, formatExactPrice(amount)]),
    [`Tax${afterTradeIn(sale)}, ${sale.taxPlace ?? NO_TAX}`, formatExactPrice(sale.tax ?? 0)],
    ["Total", formatExactPrice(sale.total ?? 0)],
    ...(trade
      ? [
          [["Trade-in", trade.reference].filter(Boolean).join(", "), formatExactPrice(-trade.amount)] as [
            string,
            string,
          ],
        ]
      : []),
    ...taken.map(({ label, amount }): [string, string] => [label, amount]),
    ["Balance", formatExactPrice(left)],
  ];
  return <SumRows rows={rows} />;
}
