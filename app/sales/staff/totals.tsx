import { useEffect, useState } from "react";
import { GIVEN_METHOD_NAMES, isTaxedKind, NO_TAX, SALE_LINE_KIND_NAMES, type TaxRules } from "~/sales/sale";
import type { Sale } from "~/sales/sales";
import { addUpSale, type CountedLine, type GivenPayment, settle } from "~/sales/sums";
import { parseCents, parseDecimal } from "~/values/decimal";
import { formatExactPrice } from "~/values/money";
import { FORM_LINES, FORM_PAYMENTS } from "./sale-form";
import { SumRows } from "./sum-rows";

interface SaleTotalsProps {
  formId: string;
  rules: TaxRules;
  /** The draft as it is stored. */
  sale: Sale | undefined;
}

interface Totals {
  goods: number;
  discount: number;
  tax: number;
  total: number;
  paid: number;
  change: number;
}

/** What the sale adds up to: as stored, and with script as typed. */
export function SaleTotals({ formId, rules, sale }: SaleTotalsProps) {
  const [typed, setTyped] = useState<Totals>();
  const isStored = sale !== undefined;
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const count = () => setTyped(countTyped(new FormData(form), rules));
    // A new sale that starts with a part has its total at once.
    if (!isStored && countTyped(new FormData(form), rules).goods > 0) count();
    form.addEventListener("input", count);
    return () => form.removeEventListener("input", count);
  }, [formId, rules, isStored]);
  const stored = sale && {
    goods: sale.goods ?? 0,
    discount: sale.discount ?? 0,
    tax: sale.tax ?? 0,
    total: sale.total ?? 0,
    paid: sale.paid ?? 0,
    change: sale.payments.reduce((sum, { change }) => sum + change, 0),
  };
  const totals = typed ?? stored;
  if (!totals) return <p className="muted">Save the draft to see the total.</p>;
  const left = Math.round((totals.total - totals.paid) * 100) / 100;
  const rows: [label: string, amount: number, isLeftOut?: boolean][] = [
    ["Goods", totals.goods],
    ["Discount", -totals.discount, totals.discount === 0],
    ["Tax", totals.tax],
    ["Total", totals.total],
    ["Paid", totals.paid],
    ["Change", totals.change, totals.change === 0],
    [left > 0 ? "Balance due" : "Overpaid", Math.abs(left), left === 0],
  ];
  const shown = rows.filter(([, , isLeftOut]) => !isLeftOut);
  return <SumRows rows={shown.map(([label, amount]) => [label, formatExactPrice(amount)])} isLive />;
}

/** In dollars. A missing price counts as nothing until the draft is saved. */
function countTyped(form: FormData, rules: TaxRules): Totals {
  const text = (name: string) => form.get(name)?.toString().trim() ?? "";
  const lines = Array.from({ length: FORM_LINES }, (_, index): CountedLine | undefined => {
    const kind = SALE_LINE_KIND_NAMES.find((name) => name === text(`lines[${index}].kind`));
    const price = text(`lines[${index}].price`);
    if (!kind || price === "") return undefined;
    const isPercent = price.endsWith("%");
    const taxed = text(`lines[${index}].isTaxed`);
    return {
      kind,
      quantity: parseDecimal(text(`lines[${index}].quantity`), 2) ?? 100,
      priceCents: isPercent ? null : (parseCents(price) ?? null),
      percent: isPercent ? (parseDecimal(price.slice(0, -1), 3) ?? null) : null,
      isTaxed: taxed === "" ? isTaxedKind(kind, rules) : taxed === "yes",
    };
  }).filter((line) => line !== undefined);
  const place = text("taxPlace");
  const sums = addUpSale({
    lines,
    taxRate: place === NO_TAX ? 0 : (rules.rates.find((rate) => rate.place === place)?.rate ?? 0),
    isExempt: text("taxExemptNumber") !== "",
  });
  const given = Array.from({ length: FORM_PAYMENTS }, (_, index): GivenPayment | undefined => {
    const method = GIVEN_METHOD_NAMES.find((name) => name === text(`payments[${index}].method`));
    const amount = text(`payments[${index}].amount`);
    return method && { method, givenCents: amount === "" ? null : (parseCents(amount) ?? 0) };
  }).filter((payment) => payment !== undefined);
  const settled = settle(sums.totalCents, given);
  return {
    goods: sums.goodsCents / 100,
    discount: sums.discountCents / 100,
    tax: sums.taxCents / 100,
    total: sums.totalCents / 100,
    paid: settled.paidCents / 100,
    change: settled.payments.reduce((sum, { changeCents }) => sum + changeCents, 0) / 100,
  };
}
