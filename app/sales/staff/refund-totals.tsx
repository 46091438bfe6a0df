import { useEffect, useState } from "react";
import { formatExactPrice } from "~/values/money";
import { type FormLine, readRefund, SHOWN } from "./return-form";
import { SumRows } from "./sum-rows";

interface RefundTotalsProps {
  formId: string;
  lines: readonly FormLine[];
  /** The form as the server has it. */
  typed: Readonly<Record<string, string>>;
}

/** What the customer gets: for the form as sent, and with script as it is filled in. Sent along, it proves that it was shown. */
export function RefundTotals({ formId, lines, typed }: RefundTotalsProps) {
  const [live, setLive] = useState<Record<string, string>>();
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const count = () =>
      setLive(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])));
    count();
    form.addEventListener("input", count);
    return () => form.removeEventListener("input", count);
  }, [formId]);
  const { goodsCents, taxCents, feeCents, totalCents } = readRefund(live ?? typed, lines);
  const isShown = goodsCents > 0 && totalCents >= 0;
  const rows: [label: string, cents: number, isLeftOut?: boolean][] = [
    ["Goods", goodsCents],
    ["Tax", taxCents],
    ["Restocking fee", -feeCents, feeCents === 0],
    ["Total", totalCents],
  ];
  const shown = rows.filter(([, , isLeftOut]) => !isLeftOut);
  return (
    <section className="stack gap-2" aria-labelledby="return-sum">
      <h2 id="return-sum">What the Customer Gets</h2>
      <input type="hidden" name={SHOWN} value={isShown ? totalCents : ""} />
      {isShown ? (
        <SumRows rows={shown.map(([label, cents]) => [label, formatExactPrice(cents / 100)])} isLive />
      ) : (
        <p className="muted">Choose what came back. You'll see the total here before it's final.</p>
      )}
    </section>
  );
}
