/** The sums that make up an amount, and how much of it is paid: each with its label, as read. */
export function SumRows({
  rows,
  isLive,
}: {
  rows: readonly (readonly [label: string, amount: string])[];
  /** Whether they change during typing. */
  isLive?: boolean;
}) {
  return (
    <dl className="sale-totals" aria-live={isLive ? "polite" : undefined}>
      {rows.map(([label, amount], index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: two payments may say the same
          key={index}
          className={
            label === "Total" || label === "Balance"
              ? "cluster between gap-2 sale-totals__total"
              : "cluster between gap-2"
          }
        >
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
