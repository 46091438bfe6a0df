import type { MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { GOES_TO, REFUND_METHODS, RETURN_REASONS } from "~/sales/returns";
import { useActionPath } from "~/staff/forms/action-path";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackTo } from "~/staff/records/head";
import { ErrorSummary, SelectField, TextField } from "~/ui/forms/fields";
import { YearMakeModel } from "~/ui/forms/year-make-model";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import { RefundTotals } from "./refund-totals";
import { loadReturn, type ReturnReply, storeReturn } from "./return.server";

export { ErrorBoundary } from "./not-found";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Return of ${data.number}` : "Sale not found", matches, "For staff.");

export const loader = staffLoader(loadReturn);

export const action = staffAction(storeReturn, { savesForm: "frame" });

export const clientAction = keepTyped;

const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The opened form, with what its sum needs. */
function typedAtFirst(lines: readonly { id: string; isChosen: boolean; left: number }[]) {
  const typed: Record<string, string> = {};
  lines.forEach(({ id, isChosen, left }, index) => {
    typed[`lines.${index}.id`] = id;
    typed[`lines.${index}.quantity`] = String(left);
    if (isChosen) typed[`lines.${index}.take`] = "yes";
  });
  return typed;
}

/** What comes back of a sale: which lines, why, where the part goes, and how the customer gets the money. */
export default function ReturnPage() {
  const { key, page, number, soldOn, paid, hasCustomer, isOwed, policy, notes, lines } =
    useLoaderData<typeof loader>();
  const reply = useLastAnswer<ReturnReply>();
  const actionPath = useActionPath(`${page}/return`);
  const isBusy = useNavigation().formMethod === "POST";
  const field = (name: string, initialValue?: string) => ({
    id: `return-${name.replaceAll(".", "-")}`,
    name,
    formId: "return-form",
    errorId: `return-${name.replaceAll(".", "-")}-error`,
    errors: reply?.errors[name],
    initialValue: reply ? reply.typed[name] : initialValue,
  });
  const form = {
    id: "return-form",
    errorId: "return-form-errors",
    errors: reply?.errors.lines,
    status: reply && !reply.isSumNew ? ("error" as const) : undefined,
  };
  const { credit, account, ...money } = REFUND_METHODS;
  const methods = {
    ...(isOwed ? { account } : {}),
    ...money,
    ...(hasCustomer ? { credit: `${credit}, also for an exchange` } : {}),
  };
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <BackTo to={page} title={`Sale ${number}`} />
      <header>
        <h1>Return of {number}</h1>
        <p className="lead">
          Sold {soldOn}
          {paid.length > 0 ? `. Paid by ${paid.join("; ")}` : null}
        </p>
        {policy ? <p className="muted">{policy}</p> : null}
      </header>
      {notes.length > 0 ? (
        <p>
          Came back before:{" "}
          {notes.map(({ to, label }, index) => (
            <span key={to}>
              {index > 0 ? "; " : null}
              <Link to={to}>{label}</Link>
            </span>
          ))}
        </p>
      ) : null}
      <Form method="post" action={actionPath} id="return-form" className="stack gap-5" noValidate>
        <ErrorSummary
          form={form}
          fields={[
            ...lines.flatMap((_, index) =>
              ["quantity", "reason", "goesTo", "year", "make", "model"].map((name) =>
                field(`lines.${index}.${name}`),
              ),
            ),
            ...["method", "fee", "notes"].map((name) => field(name)),
          ]}
        />
        <input type="hidden" name="key" value={reply?.typed.key ?? key} />
        {lines.map(
          ({ id, isChosen, kind, isPart, car, description, stockNumber, left, back, warranty }, index) => (
            <fieldset key={id} className="card stack gap-3" disabled={left === 0}>
              <legend className="visually-hidden">{description}</legend>
              <input type="hidden" name={`lines.${index}.id`} value={id} />
              <label className="checkbox">
                <input
                  type="checkbox"
                  name={`lines.${index}.take`}
                  value="yes"
                  defaultChecked={reply ? reply.typed[`lines.${index}.take`] === "yes" : isChosen}
                />
                <span>
                  <strong>{description}</strong>
                  {stockNumber ? `, stock # ${stockNumber}` : null}
                </span>
              </label>
              {left === 0 ? (
                <p className="muted">It was returned before.</p>
              ) : (
                <>
                  <p className="muted">{[`${back} with tax`, warranty].filter(Boolean).join(". ")}</p>
                  <div className="grid pair gap-3">
                    {left === 1 ? (
                      <input type="hidden" name={`lines.${index}.quantity`} value="1" />
                    ) : (
                      <TextField
                        field={field(`lines.${index}.quantity`, String(left))}
                        label={`How many of ${left}`}
                        inputMode="decimal"
                        autoComplete="off"
                      />
                    )}
                    <SelectField
                      field={field(`lines.${index}.reason`, kind === "core" ? "core" : "")}
                      label="Why"
                      placeholder="Choose a reason"
                      choices={choicesOf(RETURN_REASONS)}
                    />
                    {isPart ? (
                      <SelectField
                        field={field(`lines.${index}.goesTo`, "")}
                        label="Where the part goes"
                        placeholder="Choose a place"
                        choices={choicesOf(GOES_TO)}
                      />
                    ) : null}
                  </div>
                  {isPart ? (
                    <div className="stack gap-2 return__car">
                      <p className="field__hint">
                        If it doesn't fit: which car was it tried on? It won't be offered for that car
                        anymore. Leave it empty if you don't know.
                      </p>
                      <div className="grid pair gap-3">
                        <YearMakeModel
                          year={field(`lines.${index}.year`, car ? String(car.year) : "")}
                          make={field(`lines.${index}.make`, car?.make ?? "")}
                          model={field(`lines.${index}.model`, car?.model ?? "")}
                          optional
                        />
                      </div>
                    </div>
                  ) : null}
                </>
              )}
            </fieldset>
          ),
        )}
        <SelectField
          field={field("method", "")}
          label="How the customer gets the money"
          placeholder="Choose a way"
          choices={choicesOf(methods)}
        />
        <TextField
          field={field("fee", "")}
          label="Restocking fee in dollars"
          hint="Taken off the customer's refund."
          inputMode="decimal"
          autoComplete="off"
          optional
        />
        <TextField field={field("notes", "")} label="Notes" autoComplete="off" optional />
        <RefundTotals formId={form.id} lines={lines} typed={reply?.typed ?? typedAtFirst(lines)} />
        {reply?.isSumNew ? (
          <Notice tone="info" title="Check what the customer gets" role="alert">
            <p>If the total is right, press Return Items again. A credit note never changes.</p>
          </Notice>
        ) : null}
        <div>
          <button type="submit" className="button" disabled={isBusy}>
            Return Items
          </button>
        </div>
      </Form>
    </main>
  );
}
