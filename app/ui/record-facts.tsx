import type { ReactNode } from "react";

export type Fact = readonly [label: string, value: ReactNode];

/** What an open row knows of its record, fact by fact; what is not known says so. */
export function RecordFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts record-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? <span className="record-facts__none">Not given</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Several lines under a head of their own: notes, a description. */
export function RecordText({ title, text }: { title: string; text: string | undefined }) {
  return (
    <div className="record-text">
      <h3>{title}</h3>
      {text ? <p className="record-text__lines">{text}</p> : <p className="record-facts__none">None</p>}
    </div>
  );
}
