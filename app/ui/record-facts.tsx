import type { ReactNode } from "react";
import { type Fact, Facts } from "./facts";

/** What an open row knows of its record, fact by fact; under it, in one line, all that is not known of it. */
export function RecordFacts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => isKnown(value));
  const missing = facts.filter(([, value]) => !isKnown(value));
  return (
    <Facts className="record-facts" facts={known}>
      {missing.length > 0 ? (
        <div className="record-facts__missing">
          <dt>Not given</dt>
          <dd className="record-facts__none">{missing.map(([label]) => label).join(", ")}</dd>
        </div>
      ) : null}
    </Facts>
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

// A mileage of 0 is known.
function isKnown(value: ReactNode): boolean {
  return value !== undefined && value !== null && value !== "";
}
