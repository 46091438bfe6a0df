import type { ReactNode } from "react";

export type Fact = readonly [label: string, value: ReactNode];

interface FactsProps {
  facts: readonly Fact[];
  className?: string;
  /** The class of a fact's row, for those that look another way than the rest. */
  rowClass?: (label: string) => string | undefined;
  /** Rows below the facts. */
  children?: ReactNode;
}

/** What is known of something: a name and a value in each row. */
export function Facts({ facts, className = "", rowClass, children }: FactsProps) {
  return (
    <dl className={`facts ${className}`.trim()}>
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
