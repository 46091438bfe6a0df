import { type FieldMetadata, getFormProps, type SubmissionResult } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useLoaderData,
  useNavigation,
} from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { toOptions } from "~/collections/field";
import { LINE_KINDS, MAX_LINES } from "~/requests/estimate";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { REQUEST_GONE } from "~/requests/work";
import { TAX_CHOICES } from "~/sales/sale";
import { BackTo } from "~/staff/records/head";
import { useCheckedForm } from "~/ui/forms/checked-form";
import { ErrorSummary, FieldErrors, SelectField, TextArea, TextField } from "~/ui/forms/fields";
import { sendForm, useReply } from "~/ui/forms/public-form";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { type EstimateResult, loadEstimateForm, writeEstimate } from "./estimate.server";
import { EMPTY_LINE, type EstimateFormValues, type EstimateLineValues } from "./estimate-form";
import { RequestFailure } from "./failure";
import { EXPECTED_VERSION_FIELD } from "./work-result";

const NOT_SENT = "The estimate isn't saved. You may have lost your connection. Please try again.";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Estimate for ${data.reference}` : REPAIR_REQUESTS.list.title, matches);

export const loader = staffLoader(loadEstimateForm);

export const action = staffAction(writeEstimate, { savesForm: "page" });

export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm<EstimateResult>(args);
}

/** The form on which staff write the estimate of a repair, and send it. */
export default function EstimateEditor() {
  const { reference, name, page, number, replaces, isDraft, isDeleted, ...loaded } =
    useLoaderData<typeof loader>();
  const { expectedVersion, laborRate, values, saved } = loaded;
  const posted = useActionData<EstimateResult>();
  const restored = saved && { reply: saved.reply as SubmissionResult<string[]> };
  const [form, fields] = useCheckedForm({
    id: "estimate-form",
    load: () => import("./estimate-checks"),
    lastResult: useReply(posted ?? restored, NOT_SENT),
    defaultValue: values,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    validate: ({ checkEstimate }, { formData }) => checkEstimate(formData),
  });
  const lines = fields.lines.getFieldList();
  const isBusy = useNavigation().state !== "idle";
  const lineFields = lines.flatMap((line) => {
    const { kind, description, quantity, price } = line.getFieldset();
    return [kind, description, quantity, price];
  });
  return (
    <main id="main" className="page staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={page} title={reference} />
      <header>
        <h1>
          Estimate {number} for {reference}
        </h1>
        <p className="lead">
          {name}
          {replaces ? `. Once it's sent, it replaces estimate ${replaces}.` : null}
        </p>
      </header>
      {isDeleted ? (
        <Notice tone="error" title="Not saved">
          <p>{REQUEST_GONE}</p>
        </Notice>
      ) : null}
      <Form method="post" className="form wide" {...getFormProps(form)}>
        {/* What Enter does: the first button of the form would remove a line. */}
        <button type="submit" name="intent" value="save" hidden />
        <ErrorSummary
          form={form}
          fields={[
            fields.complaint,
            fields.plate,
            fields.vin,
            fields.odometer,
            fields.lines,
            ...lineFields,
            fields.taxRate,
          ]}
        />
        <input type="hidden" name={EXPECTED_VERSION_FIELD} value={expectedVersion} />
        <TextArea field={fields.complaint} label="What the customer wants done" rows={3} dir="auto" />
        <div className="grid gap-3 estimate-form__car">
          <TextField
            field={fields.plate}
            label="License plate"
            hint="Plate or VIN: one is enough."
            required={false}
            autoComplete="off"
          />
          <TextField
            field={fields.vin}
            label="VIN"
            hint="Plate or VIN: one is enough."
            required={false}
            autoComplete="off"
          />
          <TextField field={fields.odometer} label="Odometer" autoComplete="off" />
        </div>
        <fieldset className="stack gap-3" id={fields.lines.id}>
          <legend className="subhead">Lines</legend>
          <p className="field__hint">
            The price is per hour or per piece. For a new body part, say whether it's original or aftermarket.
          </p>
          <FieldErrors field={fields.lines} />
          <ol className="rows">
            {lines.map((line, index) => (
              <li key={line.key}>
                <Line line={line} position={index + 1}>
                  <button
                    type="submit"
                    {...form.remove.getButtonProps({ name: fields.lines.name, index })}
                    className="button button--quiet button--small"
                  >
                    Remove<span className="visually-hidden"> line {index + 1}</span>
                  </button>
                </Line>
              </li>
            ))}
          </ol>
          {lines.length < MAX_LINES ? (
            <button
              type="submit"
              {...form.insert.getButtonProps({
                name: fields.lines.name,
                defaultValue: { ...EMPTY_LINE, price: laborRate },
              })}
              className="button button--secondary button--small"
            >
              Add a line
            </button>
          ) : null}
        </fieldset>
        <div className="grid gap-3 estimate-form__car">
          <TextField
            field={fields.taxRate}
            label="Tax rate in percent"
            optional
            inputMode="decimal"
            autoComplete="off"
            hint="For example, 8.125. By default, parts and fees are taxed, and labor is taxed if your sales tax settings say so."
          />
        </div>
        <div className="cluster form__actions">
          <button type="submit" name="intent" value="send" className="button" disabled={isBusy}>
            Send to the Customer
          </button>
          <button
            type="submit"
            name="intent"
            value="save"
            className="button button--secondary"
            disabled={isBusy}
          >
            Save Draft
          </button>
          {isDraft ? (
            <button
              type="submit"
              name="intent"
              value="discard"
              className="button button--quiet"
              disabled={isBusy}
            >
              Discard Draft
            </button>
          ) : null}
        </div>
        <p className="muted">
          A sent estimate never changes. To change it, write the next one: the customer approves that one
          then.
        </p>
      </Form>
    </main>
  );
}

interface LineProps {
  line: FieldMetadata<EstimateLineValues, EstimateFormValues, string[]>;
  position: number;
  /** Removes it. */
  children: React.ReactNode;
}

function Line({ line, position, children }: LineProps) {
  const { kind, description, quantity, price, taxed } = line.getFieldset();
  const of = <span className="visually-hidden"> of line {position}</span>;
  return (
    <div className="grid gap-3 estimate-form__line">
      <SelectField field={kind} label={<>For{of}</>} choices={toOptions(LINE_KINDS)} />
      <TextField field={description} label={<>Description{of}</>} autoComplete="off" />
      <TextField field={quantity} label={<>Hours or quantity{of}</>} inputMode="decimal" autoComplete="off" />
      <TextField field={price} label={<>Price in dollars{of}</>} inputMode="decimal" autoComplete="off" />
      <SelectField field={taxed} required={false} label={<>Tax{of}</>} choices={TAX_CHOICES} />
      {children}
    </div>
  );
}

export function ErrorBoundary() {
  return <RequestFailure kind={REPAIR_REQUESTS} />;
}
