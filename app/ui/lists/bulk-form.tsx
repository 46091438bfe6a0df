import { Form } from "@remix-run/react";
import { bulkUrl, type StaffListDefinition, type StaffQuery } from "~/lists/staff";
import { Icon } from "~/ui/layout/icon";
import { formatCount } from "~/values/format";

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
    <details className="bulk">
      <summary>
        <Icon name="check" size={20} /> Change several at once
      </summary>
      <Form
        id={BULK_FORM}
        className="bulk__form"
        method="post"
        action={bulkUrl(kind, query)}
        preventScrollReset
        aria-label="Change several at once"
      >
        <p className="bulk__hint">Choose {several} with the boxes in their rows, or:</p>
        <label className="checkbox">
          <input type="checkbox" name="all" value="1" autoComplete="off" /> All {formatCount(total)}{" "}
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
