import { useFetcher } from "@remix-run/react";
import { toOptions } from "~/collections/field";
import { COST_FIELDS, COST_KINDS, COST_PAID_BY, type CostField, type CostReply } from "~/costs/costs";
import { ErrorSummary, SelectField, TextField } from "~/ui/forms/fields";

const FORM = "cost-form";

/** What a form for a new cost begins with. */
export interface NewCost {
  /** The form's own, so that the cost is stored once however often it is sent. */
  key: string;
  today: string;
}

interface CostFormProps {
  action: string;
  start: NewCost;
  /** The answer that the page came with, where the form was sent without script. */
  posted?: CostReply | undefined;
}

/** A form for what a car cost or brought. It says in place what is wrong, and keeps what was typed. */
export function CostForm({ action, start, posted }: CostFormProps) {
  const fetcher = useFetcher<CostReply | object>();
  const reply = fetcher.data && "errors" in fetcher.data ? fetcher.data : posted;
  const field = (name: CostField, initialValue = "") => ({
    id: `cost-${name}`,
    name,
    formId: FORM,
    errorId: `cost-${name}-error`,
    errors: reply?.errors[name],
    initialValue: reply ? reply.typed[name] : initialValue,
  });
  const form = { id: FORM, errorId: `${FORM}-errors`, status: reply ? ("error" as const) : undefined };
  return (
    <fetcher.Form
      method="post"
      action={action}
      id={FORM}
      className="form wide stack gap-4 screen-only"
      noValidate
    >
      <ErrorSummary form={form} fields={COST_FIELDS.map((name) => field(name))} />
      <input type="hidden" name="key" value={reply?.typed.key ?? start.key} />
      <div className="grid halves gap-3">
        <SelectField field={field("kind")} label="What" choices={LABELED_KINDS} />
        <TextField field={field("amount")} label="Amount" inputMode="decimal" autoComplete="off" />
        <TextField field={field("on", start.today)} label="Date" type="date" />
        <TextField field={field("party")} label="From or to" optional autoComplete="off" />
        <SelectField
          field={field("paidBy")}
          label="Paid by"
          optional
          choices={[{ value: "", label: "Not said" }, ...toOptions(COST_PAID_BY)]}
        />
        <TextField field={field("note")} label="Note" optional autoComplete="off" />
      </div>
      <div>
        <button type="submit" className="button button--secondary" disabled={fetcher.state !== "idle"}>
          Add
        </button>
      </div>
    </fetcher.Form>
  );
}

const LABELED_KINDS = Object.entries(COST_KINDS).map(([value, { label }]) => ({ value, label }));
