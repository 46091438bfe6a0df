import type { ReactNode } from "react";

export type Fact = readonly [label: string, value: ReactNode];

interface FactsProps {
  facts: readonly Fact[];
  className?: string;
  /** The class of the row with this label, for rows that look different. */
  rowClass?: (label: string) => string | undefined;
  /** More rows below the facts. */
  children?: ReactNode;
}

/** A list of labels and values. */
export function Facts({ facts, className = "", rowClass, children }: FactsProps) {
  return (
    <dl className={`facts terms ${className}`.trim()}>
      {facts.map(([label, value]) => (
        <div key={label} className={rowClass?.(label)}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {children}
    </dl>
  );
}
