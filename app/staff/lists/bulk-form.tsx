import { Form } from "@remix-run/react";
import { type BulkChange, bulkUrl, type StaffListDefinition, type StaffQuery } from "~/lists/staff";
import { formatTotal } from "~/lists/window";
import { Icon } from "~/ui/layout/icon";

/** The id of the form that the checkboxes of a list's rows belong to. */
export const BULK_FORM = "bulk-form";

interface BulkFormProps {
  kind: StaffListDefinition;
  query: StaffQuery;
  /** How many records the list shows, on all its pages. */
  total: number;
}

/** What can be done with several rows of a list at once: the chosen ones, or all that its filters show. */
export function BulkForm({ kind, query, total }: BulkFormProps) {
  const [one, several] = kind.nouns;
  return (
    <details className="bulk screen-only">
      <summary className="tap gap-2">
        <Icon name="check" size={20} /> Change several at once
      </summary>
      <Form
        id={BULK_FORM}
        className="grid gap-3 bulk__form"
        method="post"
        action={bulkUrl(kind, query)}
        preventScrollReset
        aria-label="Change several at once"
      >
        {kind.bulkNote ? <p className="bulk__hint">{kind.bulkNote}</p> : null}
        <p className="bulk__hint">Choose {several} with the boxes in their rows, or:</p>
        <label className="checkbox">
          <input type="checkbox" name="all" value="1" autoComplete="off" /> All {formatTotal(total)}{" "}
          {total === 1 ? one : several} of this list
        </label>
        <div className="field">
          <label className="field__label" htmlFor="bulk-to">
            Change to
          </label>
          <select className="input input--select" id="bulk-to" name="to" autoComplete="off">
            {Object.entries(kind.statuses).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <button className="button button--secondary button--small" type="submit" name="intent" value="status">
          Set Status
        </button>
        {kind.bulk?.map((change) => (
          <BulkChangeField key={change} change={change} />
        ))}
        <button className="button button--secondary button--small" type="submit" name="intent" value="export">
          Export CSV
        </button>
        <button className="button button--danger button--small" type="submit" name="intent" value="delete">
          Delete…
        </button>
      </Form>
    </details>
  );
}

const BULK_CHANGES = {
  location: { label: "Move to", button: "Move", input: { maxLength: 100, autoCapitalize: "characters" } },
  price: {
    label: "Change prices by percent",
    button: "Change Prices…",
    input: { inputMode: "decimal", placeholder: "Such as -10", maxLength: 8 },
  },
} as const;

/** What is set in the chosen rows, and the button that does it. */
function BulkChangeField({ change }: { change: BulkChange }) {
  const { label, button, input } = BULK_CHANGES[change];
  return (
    <>
      <div className="field">
        <label className="field__label" htmlFor={`bulk-${change}`}>
          {label}
        </label>
        <input className="input" id={`bulk-${change}`} name={change} autoComplete="off" {...input} />
      </div>
      <button className="button button--secondary button--small" type="submit" name="intent" value={change}>
        {button}
      </button>
    </>
  );
}
