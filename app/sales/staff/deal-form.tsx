import { Form, useLocation, useNavigation } from "@remix-run/react";
import { toOptions } from "~/collections/field";
import { LATER_METHODS } from "~/sales/account";
import { CONDITION_CLASSES, DEAL_PAYMENTS, FEE_NAMES, FEES } from "~/sales/deal";
import { GIVEN_METHODS, NO_TAX, type TaxRate } from "~/sales/sale";
import type { Sale } from "~/sales/sales";
import { useActionPath } from "~/staff/forms/action-path";
import { useCarryTyped } from "~/ui/forms/carry-typed";
import { Checkbox, ErrorSummary, SelectField, TextArea, TextField } from "~/ui/forms/fields";
import { YearMakeModel } from "~/ui/forms/year-make-model";
import { formatTaxRate } from "~/values/decimal";
import type { DealReply } from "./deal.server";
import { SUMS_ID, TypedSums } from "./deal-totals";
import { FIND_CUSTOMER, MATCHED, SALE_VERSION } from "./sale-form";
import type { FoundChoice } from "./sale-searches.server";

interface DealFormProps {
  values: Record<string, string>;
  reply: DealReply | undefined;
  /** What it lacks to be completed. */
  errors?: Record<string, string[]>;
  rates: readonly TaxRate[];
  tradeReducesTax: boolean;
  today: string;
  version?: string;
  /** The draft as it is stored; undefined for a new deal. */
  sale?: Sale;
  taken?: readonly { label: string; amount: string }[];
  /** Their sum, in cents. */
  takenTotal?: number;
  customers?: readonly FoundChoice[] | undefined;
  /** Who the inquiry that it started from was matched to. */
  matched?: readonly FoundChoice[] | undefined;
}

const FORM_ID = "deal-form";

/** A field of the deal's forms: as typed if the form came back, otherwise as stored. */
export function dealField(
  name: string,
  {
    values,
    reply,
    errors = {},
    formId = FORM_ID,
  }: Pick<DealFormProps, "values" | "reply" | "errors"> & { formId?: string },
) {
  const id = `deal-${name.replaceAll(".", "-")}`;
  return {
    ...{ id, name, formId, errorId: `${id}-error` },
    errors: reply ? reply.errors[name] : errors[name],
    initialValue: (reply ? reply.typed[name] : values[name]) ?? "",
  };
}

/** The form of a deal. Every button stores it first. */
export function DealForm(props: DealFormProps) {
  const {
    values,
    reply,
    errors = {},
    rates,
    tradeReducesTax,
    version,
    sale,
    taken = [],
    customers,
    matched,
  } = props;
  const { pathname, search } = useLocation();
  const isBusy = useNavigation().formMethod === "POST";
  useCarryTyped(FORM_ID);
  const actionPath = useActionPath(pathname + (sale ? "" : search));
  const field = (name: string) => dealField(name, { values, reply, errors });
  const typed = reply?.typed ?? values;
  const names = [...new Set([...Object.keys(values), ...Object.keys(reply?.errors ?? errors)])];
  const form = {
    id: FORM_ID,
    errorId: `${FORM_ID}-errors`,
    errors: (reply?.errors ?? errors).vehicle,
    status: Object.keys(reply?.errors ?? errors).length > 0 ? ("error" as const) : undefined,
  };
  return (
    <Form method="post" action={actionPath} id={FORM_ID} className="form wide stack gap-5" noValidate>
      {/* What Enter does. */}
      <button type="submit" name="intent" value="save" hidden />
      <ErrorSummary
        form={form}
        fields={names.filter((name) => name !== "vehicle").map((name) => field(name))}
      />
      <input type="hidden" name={SALE_VERSION} value={version ?? ""} />
      <input type="hidden" name="vehicle" value={typed.vehicle ?? ""} />
      <input type="hidden" name="vehicleInquiryId" value={typed.vehicleInquiryId ?? ""} />
      <input type="hidden" name="customerId" value={typed.customerId ?? ""} />
      <section className="card stack gap-4" aria-labelledby="deal-who">
        <h2 id="deal-who">Buyer</h2>
        <FindCustomer
          customers={customers ?? matched}
          about={customers || !matched ? undefined : MATCHED}
          isChosen={Boolean(typed.customerId)}
        />
        <div className="grid halves gap-3">
          <TextField field={field("customerName")} label="Name" required={false} autoComplete="off" />
          <TextField field={field("customerPhone")} label="Phone" optional type="tel" autoComplete="off" />
          <TextField field={field("customerEmail")} label="Email" optional type="email" autoComplete="off" />
          <TextField field={field("coBuyerName")} label="Co-buyer" optional autoComplete="off" />
        </div>
        <div className="grid halves gap-3">
          <TextArea field={field("customerAddress")} label="Address" required={false} rows={2} />
          <TextArea field={field("coBuyerAddress")} label="Co-buyer's address" optional rows={2} />
        </div>
      </section>
      <section className="card stack gap-4" aria-labelledby="deal-car">
        <h2 id="deal-car">Car and Price</h2>
        <div className="grid halves gap-3">
          <TextField
            field={field("price")}
            label="Price in dollars"
            required={false}
            inputMode="decimal"
            autoComplete="off"
          />
          <SelectField field={field("condition")} label="Class" choices={toOptions(CONDITION_CLASSES)} />
          <TextField
            field={field("odometer")}
            label="Odometer"
            required={false}
            inputMode="numeric"
            autoComplete="off"
          />
          <Checkbox
            name="isMileageUnknown"
            value="yes"
            label="True mileage unknown"
            defaultChecked={typed.isMileageUnknown === "yes"}
          />
        </div>
        <fieldset className="stack gap-3">
          <legend>Fees</legend>
          {FEE_NAMES.map((name) => (
            <div key={name} className="grid halves gap-3">
              <TextField
                field={field(`fees.${name}.amount`)}
                label={FEES[name].label}
                optional
                inputMode="decimal"
                autoComplete="off"
              />
              <Checkbox
                name={`fees.${name}.isTaxed`}
                value="yes"
                label={`${FEES[name].label}: taxed`}
                defaultChecked={typed[`fees.${name}.isTaxed`] === "yes"}
              />
            </div>
          ))}
        </fieldset>
      </section>
      <details className="card disclosure sale-fold" open={hasAny(typed, "trade") || undefined}>
        <summary>Trade-in</summary>
        <div className="stack gap-4">
          <p className="muted">
            {tradeReducesTax
              ? "What you allow for it comes off the taxed price, as Settings says for your state, and pays part of it."
              : "What you allow for it pays part of the price. The whole price is taxed, as Settings says for your state."}
          </p>
          <div className="grid halves gap-3">
            <TextField
              field={field("tradeAllowance")}
              label="Allowance in dollars"
              optional
              inputMode="decimal"
              autoComplete="off"
            />
            <TextField field={field("tradeVin")} label="VIN" optional autoComplete="off" spellCheck={false} />
            <YearMakeModel
              year={field("tradeYear")}
              make={field("tradeMake")}
              model={field("tradeModel")}
              optional
            />
            <TextField
              field={field("tradeOdometer")}
              label="Its odometer"
              optional
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
        </div>
      </details>
      <section className="card stack gap-4" aria-labelledby="deal-money">
        <h2 id="deal-money">Tax and Payment</h2>
        <div className="grid halves gap-3">
          <SelectField
            field={field("taxPlace")}
            label="Sales tax"
            choices={[
              ...rates.map(({ place, rate }) => ({
                value: place,
                label: `${place}, ${formatTaxRate(rate)}`,
              })),
              { value: NO_TAX, label: NO_TAX },
            ]}
          />
          <TextField field={field("taxExemptNumber")} label="Tax exempt number" optional autoComplete="off" />
        </div>
        <TypedSums
          formId={FORM_ID}
          typed={typed}
          {...{ rates, tradeReducesTax, taken, takenCents: props.takenTotal ?? 0 }}
          action={`${actionPath}#${SUMS_ID}`}
          isBusy={isBusy}
        />
        <fieldset className="stack gap-3">
          <legend>Deposit, taken now</legend>
          <div className="grid end gap-3 sale-editor__payment">
            <SelectField
              field={field("depositMethod")}
              required={false}
              label="Paid by"
              choices={[{ value: "", label: "Choose" }, ...toOptions(LATER_METHODS)]}
            />
            <TextField
              field={field("depositAmount")}
              label="Deposit in dollars"
              required={false}
              inputMode="decimal"
              autoComplete="off"
            />
            <TextField
              field={field("depositReference")}
              label="Check # or note"
              optional
              autoComplete="off"
            />
          </div>
          <div>
            <button
              type="submit"
              name="intent"
              value="deposit"
              className="button button--secondary"
              disabled={isBusy}
            >
              Take Deposit
            </button>
          </div>
        </fieldset>
        <fieldset className="stack gap-3">
          <legend>The rest, paid on completion</legend>
          {Array.from({ length: DEAL_PAYMENTS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity
            <div key={index} className="grid end gap-3 sale-editor__payment">
              <SelectField
                field={field(`payments.${index}.method`)}
                required={false}
                label={
                  <>
                    Paid by<span className="visually-hidden">, payment {index + 1}</span>
                  </>
                }
                choices={[{ value: "", label: "Choose" }, ...toOptions(GIVEN_METHODS)]}
              />
              <TextField
                field={field(`payments.${index}.amount`)}
                label={
                  <>
                    Amount<span className="visually-hidden">, payment {index + 1}</span>
                  </>
                }
                required={false}
                hint="Leave it empty for the balance."
                inputMode="decimal"
                autoComplete="off"
              />
              <TextField
                field={field(`payments.${index}.reference`)}
                label={
                  <>
                    Check # or note<span className="visually-hidden">, payment {index + 1}</span>
                  </>
                }
                required={false}
                autoComplete="off"
              />
            </div>
          ))}
        </fieldset>
        <div className="grid halves gap-3">
          <TextField
            field={field("deliveredOn")}
            label="Delivered on"
            optional
            hint={`For example, ${props.today}.`}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <TextArea field={field("notes")} label="Notes for staff" optional rows={2} />
      </section>
      <div className="cluster form__actions">
        <button type="submit" name="intent" value="complete" className="button" disabled={isBusy}>
          Complete Deal
        </button>
        <button
          type="submit"
          name="intent"
          value="save"
          className="button button--secondary"
          disabled={isBusy}
        >
          Save Deal
        </button>
      </div>
      <p className="muted">A completed deal gets its number and never changes, and the car is marked Sold.</p>
    </Form>
  );
}

function FindCustomer({
  customers,
  about,
  isChosen,
}: {
  customers: readonly FoundChoice[] | undefined;
  about: string | undefined;
  isChosen: boolean;
}) {
  return (
    <div className="stack gap-3">
      {isChosen ? (
        <p className="cluster gap-3">
          <span>One of your customers.</span>
          <button type="submit" name="customer" value="none" className="button button--quiet button--small">
            Remove
          </button>
        </p>
      ) : null}
      <div className="field">
        <label className="field__label" htmlFor={FIND_CUSTOMER}>
          Find a customer
        </label>
        <div className="row gap-2">
          <input className="input" id={FIND_CUSTOMER} name={FIND_CUSTOMER} type="search" autoComplete="off" />
          <button type="submit" name="intent" value="who" className="button button--secondary">
            Find
          </button>
        </div>
      </div>
      {customers ? (
        <div id="found" className="stack gap-2">
          {about ? <p className="muted">{about}</p> : null}
          {customers.length === 0 ? <p>No match. Type the name below.</p> : null}
          <ul className="rows">
            {customers.map(({ id, title, note }) => (
              <li key={id} className="row between gap-3">
                <span>
                  {title}
                  <br />
                  <span className="muted">{note}</span>
                </span>
                <button type="submit" name="customer" value={id} className="button button--small">
                  Choose<span className="visually-hidden"> {title}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

function hasAny(typed: Record<string, string>, start: string): boolean {
  return Object.entries(typed).some(([name, value]) => name.startsWith(start) && value !== "");
}
