import { useEffect, useState } from "react";
import { GIVEN_METHOD_NAMES, isTaxedKind, NO_TAX, SALE_LINE_KIND_NAMES, type TaxRules } from "~/sales/sale";
import type { Sale } from "~/sales/sales";
import { addUpSale, type CountedLine, type GivenPayment, settle } from "~/sales/sums";
import { parseDecimal } from "~/values/decimal";
import { formatExactPrice } from "~/values/money";
import { FORM_LINES, FORM_PAYMENTS } from "./sale-form";

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

/** What the sale adds up to: as it is stored, and with script as it is typed. */
export function SaleTotals({ formId, rules, sale }: SaleTotalsProps) {
  const [typed, setTyped] = useState<Totals>();
  const isStored = sale !== undefined;
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const count = () => setTyped(countTyped(new FormData(form), rules));
    // A new sale that begins with a part has its total at once.
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
  return (
    <dl className="sale-totals" aria-live="polite">
      <Row label="Goods" amount={totals.goods} />
      {totals.discount > 0 ? <Row label="Discount" amount={-totals.discount} /> : null}
      <Row label="Tax" amount={totals.tax} />
      <Row label="Total" amount={totals.total} isTotal />
      <Row label="Paid" amount={totals.paid} />
      {totals.change > 0 ? <Row label="Change" amount={totals.change} /> : null}
      {left === 0 ? null : <Row label={left > 0 ? "Still to pay" : "Too much"} amount={Math.abs(left)} />}
    </dl>
  );
}

function Row({ label, amount, isTotal = false }: { label: string; amount: number; isTotal?: boolean }) {
  return (
    <div className={isTotal ? "cluster between gap-2 sale-totals__total" : "cluster between gap-2"}>
      <dt>{label}</dt>
      <dd>{formatExactPrice(amount)}</dd>
    </div>
  );
}

/** In dollars. A price that is left out counts nothing until the draft is saved. */
function countTyped(form: FormData, rules: TaxRules): Totals {
  const text = (name: string) => form.get(name)?.toString().trim() ?? "";
  const money = (typed: string) => parseDecimal(typed.replace(/[$,]/g, ""), 2);
  const lines = Array.from({ length: FORM_LINES }, (_, index): CountedLine | undefined => {
    const kind = SALE_LINE_KIND_NAMES.find((name) => name === text(`lines[${index}].kind`));
    const price = text(`lines[${index}].price`);
    if (!kind || price === "") return undefined;
    const isPercent = price.endsWith("%");
    const taxed = text(`lines[${index}].isTaxed`);
    return {
      kind,
      quantity: parseDecimal(text(`lines[${index}].quantity`), 2) ?? 100,
      priceCents: isPercent ? null : (money(price) ?? null),
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
    return method && { method, givenCents: amount === "" ? null : (money(amount) ?? 0) };
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
