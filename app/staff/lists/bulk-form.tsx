import { Form } from "@remix-run/react";
import type { ComponentProps } from "react";
import { type BulkChange, bulkUrl, type StaffListDefinition, type StaffQuery } from "~/lists/staff";
import { formatTotal } from "~/lists/window";
import { Icon } from "~/ui/layout/icon";
import { ChooseAll } from "./choose-all";

/** The id of the form that the checkboxes of a list's rows belong to. */
export const BULK_FORM = "bulk-form";

interface BulkFormProps {
  kind: StaffListDefinition;
  query: StaffQuery;
  /** How many records the list shows, on all its pages. */
  total: number;
  /** Who records can be assigned to. */
  staff?: readonly string[] | undefined;
  mayExport: boolean;
  /** Who may not delete them may move them at the most. */
  mayDelete: boolean;
}

/** What can be done with several rows of a list at once: the chosen ones, or all that its filters show. */
export function BulkForm({ kind, query, total, staff = [], mayExport, mayDelete }: BulkFormProps) {
  const [one, several] = kind.nouns;
  const statuses = mayDelete ? Object.entries(kind.statuses) : [];
  const changes = (kind.bulk ?? []).filter((change) => mayDelete || change === "location");
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
        autoComplete="off"
      >
        {kind.bulkNote ? <p className="bulk__hint">{kind.bulkNote}</p> : null}
        <p className="bulk__hint">Choose {several} with the boxes in their rows, or:</p>
        <ChooseAll form={BULK_FORM} />
        <label className="checkbox">
          <input type="checkbox" name="all" value="1" />{" "}
          {total === 1 ? `The 1 ${one}` : `All ${formatTotal(total)} ${several}`} in this list
        </label>
        {statuses.length > 0 ? (
          <>
            <div className="field">
              <label className="field__label" htmlFor="bulk-to">
                Change to
              </label>
              <select className="input input--select" id="bulk-to" name="to">
                {statuses.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
            <button
              className="button button--secondary button--small"
              type="submit"
              name="intent"
              value="status"
            >
              Set Status
            </button>
          </>
        ) : null}
        {changes.map((change) => (
          <BulkChangeField key={change} kind={kind} change={change} staff={staff} />
        ))}
        {mayExport ? (
          <button
            className="button button--secondary button--small"
            type="submit"
            name="intent"
            value="export"
          >
            Export CSV
          </button>
        ) : null}{" "}
        {mayDelete ? (
          <button className="button button--danger button--small" type="submit" name="intent" value="delete">
            Delete…
          </button>
        ) : null}
      </Form>
    </details>
  );
}

const BULK_CHANGES = {
  location: { label: "Move to", button: "Move", input: { maxLength: 100, autoCapitalize: "characters" } },
  price: {
    label: "Change prices by percent",
    button: "Change Prices…",
    input: { inputMode: "decimal", placeholder: "For example, -10", maxLength: 8 },
  },
  sell: { button: "Sell…" },
  close: { label: "Close as", button: "Close", choices: "closed" },
  assign: { label: "Assign to", button: "Assign", choices: "staff" },
  spam: { button: "Mark as Spam" },
} as const satisfies Record<BulkChange, BulkField>;

/** One that has neither an input nor choices is just a button. */
interface BulkField {
  label?: string;
  button: string;
  input?: ComponentProps<"input">;
  choices?: "closed" | "staff";
}

interface BulkChangeFieldProps extends Pick<BulkFormProps, "kind"> {
  change: BulkChange;
  staff: readonly string[];
}

/** What is set in the chosen rows, and the button that does it. */
function BulkChangeField({ kind, change, staff }: BulkChangeFieldProps) {
  const { label, button, input, choices }: BulkField = BULK_CHANGES[change];
  return (
    <>
      {label ? (
        <div className="field">
          <label className="field__label" htmlFor={`bulk-${change}`}>
            {label}
          </label>
          {choices ? (
            <select className="input input--select" id={`bulk-${change}`} name={change}>
              {(choices === "closed" ? toClosedOptions(kind) : toStaffOptions(staff)).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          ) : (
            <input className="input" id={`bulk-${change}`} name={change} {...input} />
          )}
        </div>
      ) : null}
      <button className="button button--secondary button--small" type="submit" name="intent" value={change}>
        {button}
      </button>
    </>
  );
}

/** What the list's filter of closed ones has. */
function toClosedOptions({ filters }: StaffListDefinition): [value: string, text: string][] {
  return Object.entries(filters?.closed?.choices ?? {}).filter(([value]) => value !== "open");
}

function toStaffOptions(staff: readonly string[]): [value: string, text: string][] {
  return [["", "Unassigned"], ...staff.map((name): [string, string] => [name, name])];
}
