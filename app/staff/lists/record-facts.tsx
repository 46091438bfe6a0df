import type { ReactNode } from "react";
import { type Fact, Facts } from "~/ui/layout/facts";

/** The facts of a record in an open row, then one line with the labels of those that are missing. */
export function RecordFacts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => isKnown(value));
  const missing = facts.filter(([, value]) => !isKnown(value));
  return (
    <Facts className="record-facts" facts={known}>
      {missing.length > 0 ? (
        <div className="record-facts__missing">
          <dt>Not provided</dt>
          <dd className="muted record-facts__none">{missing.map(([label]) => label).join(", ")}</dd>
        </div>
      ) : null}
    </Facts>
  );
}

interface RecordTextProps {
  title: string;
  text: string | undefined;
  /** The level of its heading: an open row's is below its list's. */
  heading?: "h2" | "h3";
}

/** Multi-line text under a heading: notes, a description. */
export function RecordText({ title, text, heading: Heading = "h3" }: RecordTextProps) {
  return (
    <div className="record-text">
      <Heading>{title}</Heading>
      {text ? <p className="typed">{text}</p> : <p className="muted record-facts__none">None</p>}
    </div>
  );
}

// 0 is a value.
function isKnown(value: ReactNode): boolean {
  return value !== undefined && value !== null && value !== "";
}
