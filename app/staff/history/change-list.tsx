import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ChangeView, FieldChange } from "~/history/view.server";
import { Facts } from "~/ui/layout/facts";

interface ChangeListProps {
  changes: readonly ChangeView[];
  /** Whether each names its record, for a list of many. */
  namesRecord?: boolean;
  /** The button that undoes a change, if that can be done. */
  undo?: ((change: ChangeView) => ReactNode) | undefined;
}

/** Changes of records, with who made each, when and from where. */
export function ChangeList({ changes, namesRecord = false, undo }: ChangeListProps) {
  return (
    <ol className="rows changes">
      {changes.map((change) => (
        <li key={change.id}>
          <p>
            <strong>{change.action}</strong> {namesRecord ? <RecordName change={change} /> : null}
          </p>
          {change.isWhole ? <WholeRecord change={change} /> : <FieldChanges fields={change.fields} />}
          <p className="note">
            {change.who}, <time dateTime={change.at}>{change.madeAt}</time>
            {change.source ? `, ${change.source}` : null}
          </p>
          {undo?.(change)}
        </li>
      ))}
    </ol>
  );
}

function RecordName({ change: { recordKind, recordName, recordPath } }: { change: ChangeView }) {
  return (
    <>
      <span className="muted">{recordKind}</span>{" "}
      {recordPath ? <Link to={recordPath}>{recordName}</Link> : recordName}
    </>
  );
}

function FieldChanges({ fields }: { fields: readonly FieldChange[] }) {
  if (fields.length === 0) return null;
  return (
    <ul className="wide">
      {fields.map(({ label, before, after, whole }) => (
        <li key={label}>
          {whole ? (
            <details className="disclosure">
              <summary>
                {label} {orNone(before)} → {orNone(after)}
              </summary>
              <Facts
                className="changes__whole"
                facts={[
                  ["Before", orNone(whole.before)],
                  ["After", orNone(whole.after)],
                ]}
              />
            </details>
          ) : (
            <>
              {label} {orNone(before)} → {orNone(after)}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Every field of a record that was added or removed. */
function WholeRecord({ change: { fields } }: { change: ChangeView }) {
  if (fields.length === 0) return null;
  return (
    <details className="disclosure">
      <summary>{fields.length === 1 ? "1 field" : `${fields.length} fields`}</summary>
      <Facts
        className="changes__whole"
        facts={fields.map(({ label, before, after, whole }) => [
          label,
          (whole?.before ?? before) || (whole?.after ?? after),
        ])}
      />
    </details>
  );
}

function orNone(text: string): string {
  return text || "none";
}
