/** What sums make up an amount, and what of it is paid: each with its words, as they are read. */
export function SumRows({
  rows,
  isLive,
}: {
  rows: readonly (readonly [label: string, amount: string])[];
  /** Whether they change while somebody types. */
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
