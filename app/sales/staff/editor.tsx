import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link, useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { toOptions } from "~/collections/field";
import type { SaleOfRequest } from "~/sales/of-request.server";
import {
  DELIVERIES,
  GIVEN_METHODS,
  NO_TAX,
  SALE_LINE_LABELS,
  SALES_PAGE,
  TAX_CHOICES,
  type TaxRules,
} from "~/sales/sale";
import { SALES, type Sale } from "~/sales/sales";
import { BackToList } from "~/staff/records/head";
import { useCarryTyped } from "~/ui/forms/carry-typed";
import { ErrorSummary, FieldErrors, SelectField, TextArea, TextField } from "~/ui/forms/fields";
import { Badge, Plate } from "~/ui/layout/chip";
import { Icon } from "~/ui/layout/icon";
import { Notice } from "~/ui/layout/notice";
import { formatTaxRate } from "~/values/decimal";
import { formatCount } from "~/values/format";
import {
  CORES_OFFERED,
  EMPTY_LINE,
  EMPTY_PAYMENT,
  FIND_CUSTOMER,
  FIND_PART,
  FORM_LINES,
  FORM_PAYMENTS,
  MATCHED,
  SALE_KEY,
  SALE_VERSION,
  type SaleFormValues,
  type SaleLineValues,
  type SalePaymentValues,
  TOLD,
} from "./sale-form";
import type { FoundChoice, FoundMore } from "./sale-searches.server";
import { SaleTotals } from "./totals";

/** The answer to a form that was not stored. */
export interface SaleReply {
  reply: SubmissionResult<string[]>;
}

interface SaleEditorProps {
  loaded: {
    values: SaleFormValues;
    rules: TaxRules;
    reply?: unknown;
    key: string;
    version: string;
    /** The parts whose core charges a new one starts with. */
    coresOffered?: string;
    /** The draft as it is stored; undefined for a new one. */
    sale?: Sale;
    /** It has more lines than the form takes. */
    isTooLong?: boolean;
    parts?: FoundChoice[] | undefined;
    moreParts?: FoundMore | undefined;
    customers?: FoundChoice[] | undefined;
    customer?: FoundChoice | undefined;
    /** Whose phone number or email address the request has. */
    matched?: FoundChoice[] | undefined;
    /** What it replaces. */
    exchangeFor?: string | undefined;
    /** The name of the estimate that a new one was started from. */
    estimate?: string | undefined;
    /** What a new one was started with that doesn't fit in its form. */
    leftOut?: string[];
    freight?: number | undefined;
    /** Who its parts were held for, by stock number. */
    holds: readonly { stockNumber: string; text: string }[];
    /** The other sales of its request. */
    others: readonly SaleOfRequest[];
    /** What the form says about both. */
    told: readonly string[];
  };
  posted: SaleReply | undefined;
}

const FORM_ID = "sale-form";

/** The form of a sale: what is sold, to whom, and how it is paid. Every button stores the draft first. */
export function SaleEditor({ loaded, posted }: SaleEditorProps) {
  const { values, rules, key, version, sale, isTooLong, parts, customers, customer, matched, freight } =
    loaded;
  const { pathname, search } = useLocation();
  const isBusy = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<SaleFormValues, unknown, string[]>({
    id: FORM_ID,
    lastResult: posted?.reply ?? (loaded.reply as SubmissionResult<string[]> | undefined) ?? null,
    defaultValue: values,
    shouldRevalidate: "onSubmit",
  });
  useCarryTyped(FORM_ID);
  const [lines, payments] = [fields.lines.getFieldList(), fields.payments.getFieldList()];
  const inLines = lines.flatMap((line) => Object.values(line.getFieldset()));
  const inPayments = payments.flatMap((payment) => Object.values(payment.getFieldset()));
  const { customerId, customerName, customerPhone, customerEmail, customerAddress, taxExemptNumber } = fields;
  const rates = rules.rates.map(({ place, rate }) => ({
    value: place,
    label: `${place}, ${formatTaxRate(rate)}`,
  }));
  return (
    <main id="main" className="page staff-page stack gap-5 sale-editor" tabIndex={-1}>
      <BackToList list={SALES.list} />
      <header className="cluster gap-3">
        <h1>{sale ? `Sale ${sale.number}` : "New Sale"}</h1>
        {sale ? <Badge tone="gray">Draft</Badge> : null}
      </header>
      {loaded.exchangeFor ? <p className="lead">In exchange for {loaded.exchangeFor}</p> : null}
      {loaded.estimate ? <p className="lead">{loaded.estimate}</p> : null}
      {loaded.leftOut?.length ? (
        <LeftOut of={loaded.estimate ? "the estimate" : "what you chose"} lines={loaded.leftOut} />
      ) : null}
      <OtherSales sales={loaded.others} />
      {isTooLong ? (
        <Notice tone="info" title={`This draft has ${sale?.lines.length} lines`}>
          <p>
            That's more than this form takes. You can complete or discard it as it is; change its lines
            through the API.
          </p>
        </Notice>
      ) : null}
      <Form
        method="post"
        action={pathname + search}
        className="form wide stack gap-5"
        {...getFormProps(form)}
      >
        {/* What Enter does. */}
        <button type="submit" name="intent" value="save" hidden />
        <ErrorSummary
          form={form}
          fields={[
            ...[customerId, customerName, customerPhone, customerEmail, customerAddress, taxExemptNumber],
            ...[fields.lines, ...inLines, fields.taxPlace, fields.payments, ...inPayments],
            ...[
              fields.creditNoteId,
              fields.shipTo,
              fields.weight,
              fields.length,
              fields.width,
              fields.height,
              fields.notes,
            ],
          ]}
        />
        <input type="hidden" name={SALE_KEY} value={key} />
        <input type="hidden" name={SALE_VERSION} value={version} />
        {loaded.coresOffered ? (
          <input type="hidden" name={CORES_OFFERED} value={loaded.coresOffered} />
        ) : null}
        <input type="hidden" name={TOLD} value={loaded.told.join("\n")} />
        <input type="hidden" name={fields.partRequestId.name} defaultValue={values.partRequestId} />
        <input type="hidden" name={fields.repairRequestId.name} defaultValue={values.repairRequestId} />
        <input
          type="hidden"
          name={fields.creditNoteId.name}
          id={fields.creditNoteId.id}
          defaultValue={values.creditNoteId}
        />
        <input type="hidden" name={customerId.name} id={customerId.id} defaultValue={values.customerId} />
        <section className="card stack gap-4" aria-labelledby="sale-what">
          <h2 id="sale-what">What's Sold</h2>
          <Find
            name={FIND_PART}
            intent="find"
            label="Add a part"
            hint="Stock number, or part and car."
            found={parts}
            more={loaded.moreParts}
            none="Nothing on the shelf matches. Try fewer words, or add a line by hand."
            choose={(choice) => ({ name: "add", value: choice.id, label: "Add" })}
          />
          <fieldset className="stack gap-3" id={fields.lines.id}>
            <legend className="visually-hidden">Lines</legend>
            <FieldErrors field={fields.lines} />
            <ol className="rows">
              {lines.map((line, index) => (
                <li key={line.key}>
                  <Line line={line} position={index + 1} stored={sale?.lines[index]} holds={loaded.holds}>
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
            {lines.length < FORM_LINES ? (
              <button
                type="submit"
                {...form.insert.getButtonProps({
                  name: fields.lines.name,
                  defaultValue: { ...EMPTY_LINE, kind: "labor" },
                })}
                className="button button--secondary button--small"
              >
                Add a line
              </button>
            ) : null}
          </fieldset>
        </section>
        <section className="card stack gap-4" aria-labelledby="sale-who">
          <h2 id="sale-who">Customer</h2>
          {customer ? (
            <p className="cluster gap-3">
              <strong>{customer.title}</strong>
              {customer.note ? <span className="muted">{customer.note}</span> : null}
              <button
                type="submit"
                name="customer"
                value="none"
                className="button button--quiet button--small"
              >
                Remove
              </button>
            </p>
          ) : (
            <p className="muted">Without one, it's a cash sale.</p>
          )}
          <Find
            name={FIND_CUSTOMER}
            intent="who"
            label="Find a customer"
            hint="Name, phone or email."
            found={customers ?? matched}
            about={customers ? undefined : MATCHED}
            none="No match. Type the name below."
            choose={(choice) => ({ name: "customer", value: choice.id, label: "Choose" })}
          />
          <div className="grid halves gap-3">
            <TextField field={customerName} label="Name" optional autoComplete="off" />
            <TextField field={customerPhone} label="Phone" optional type="tel" autoComplete="off" />
            <TextField field={customerEmail} label="Email" optional type="email" autoComplete="off" />
            <TextArea field={customerAddress} label="Address" optional rows={2} />
            <TextField
              field={taxExemptNumber}
              label="Tax exempt number"
              optional
              autoComplete="off"
              hint="Makes the whole sale tax-exempt."
            />
          </div>
        </section>
        <section className="card stack gap-4" aria-labelledby="sale-how">
          <h2 id="sale-how">Tax and Payment</h2>
          <SelectField
            field={fields.taxPlace}
            label="Sales tax"
            choices={[...rates, { value: NO_TAX, label: NO_TAX }]}
          />
          <SaleTotals formId={form.id} rules={rules} sale={sale} />
          <fieldset className="stack gap-3" id={fields.payments.id}>
            <legend className="visually-hidden">Payments</legend>
            <p className="field__hint">
              Enter the cash you were handed. Leave an amount empty for the balance.
            </p>
            <FieldErrors field={fields.payments} />
            <ol className="rows">
              {payments.map((payment, index) => (
                <li key={payment.key}>
                  <PaymentRow payment={payment} position={index + 1} />
                </li>
              ))}
            </ol>
            {payments.length < FORM_PAYMENTS ? (
              <button
                type="submit"
                {...form.insert.getButtonProps({ name: fields.payments.name, defaultValue: EMPTY_PAYMENT })}
                className="button button--secondary button--small"
              >
                Add a payment
              </button>
            ) : null}
          </fieldset>
        </section>
        <details className="card disclosure sale-fold" open={values.delivery === "ship"}>
          <summary>Shipping and notes</summary>
          <div className="stack gap-4">
            <SelectField field={fields.delivery} label="How it leaves" choices={toOptions(DELIVERIES)} />
            <TextArea
              field={fields.shipTo}
              label="Ship to"
              optional
              rows={3}
              hint="If it's empty, the customer's address."
            />
            <div className="grid halves gap-3">
              <TextField field={fields.carrier} label="Carrier" optional autoComplete="off" />
              <TextField field={fields.tracking} label="Tracking number" optional autoComplete="off" />
            </div>
            <div className="grid pair gap-3 sale-editor__measures">
              <TextField field={fields.weight} label="Weight (lb)" optional inputMode="decimal" />
              <TextField field={fields.length} label="Length (in)" optional inputMode="decimal" />
              <TextField field={fields.width} label="Width (in)" optional inputMode="decimal" />
              <TextField field={fields.height} label="Height (in)" optional inputMode="decimal" />
            </div>
            {freight ? (
              <p className="muted">
                Freight class by density: about {freight}. An estimate on NMFC's scale of July 19, 2025: the
                carrier has the last word.
              </p>
            ) : null}
            <TextArea field={fields.notes} label="Notes for staff" optional rows={3} />
          </div>
        </details>
        <div className="cluster form__actions">
          <button type="submit" name="intent" value="complete" className="button" disabled={isBusy}>
            Complete Sale
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
          {sale ? (
            <button
              type="submit"
              name="intent"
              value="discard"
              className="button button--quiet"
              disabled={isBusy}
            >
              Discard Draft
            </button>
          ) : (
            <Link className="button button--quiet" to={SALES_PAGE}>
              Cancel
            </Link>
          )}
        </div>
        <p className="muted">A completed sale gets its number and never changes.</p>
      </Form>
    </main>
  );
}

/** What of an estimate or of chosen parts isn't in the form. */
function LeftOut({ of, lines }: { of: string; lines: readonly string[] }) {
  return (
    <Notice tone="info" title={`Not all of ${of} is here`}>
      <p>
        This form takes {FORM_LINES} lines, core charges included. Combine lines to make room for these, or
        put them on another sale:
      </p>
      <ul>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
          <li key={index}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** Which sales of the same request there are already. */
function OtherSales({ sales }: { sales: readonly SaleOfRequest[] }) {
  if (sales.length === 0) return null;
  return (
    <Notice tone="info" title="This request already has a sale">
      <ul>
        {sales.map(({ id, to, label }) => (
          <li key={id}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface FindProps {
  name: string;
  intent: string;
  label: string;
  hint: string;
  found: readonly FoundChoice[] | undefined;
  more?: FoundMore | undefined;
  /** The text above the results. */
  about?: string | undefined;
  none: string;
  choose: (choice: FoundChoice) => { name: string; value: string; label: string };
}

/** A search within the form; what it finds has a button each. */
function Find({ name, intent, label, hint, found, more, about, none, choose }: FindProps) {
  return (
    <div className="stack gap-3">
      <div className="field">
        <label className="field__label" htmlFor={name}>
          {label}
        </label>
        <p className="field__hint" id={`${name}-hint`}>
          {hint}
        </p>
        <div className="row gap-2">
          <input
            className="input"
            id={name}
            name={name}
            type="search"
            autoComplete="off"
            aria-describedby={`${name}-hint`}
          />
          <button type="submit" name="intent" value={intent} className="button button--secondary">
            Find
          </button>
        </div>
      </div>
      {found ? (
        <div id="found" className="stack gap-2">
          {found.length === 0 ? <p>{none}</p> : about ? <p>{about}</p> : null}
          <ul className="rows">
            {found.map((choice) => {
              const { label: text, ...button } = choose(choice);
              return (
                <li key={choice.id} className="row between gap-3">
                  <span>
                    {choice.title}
                    <br />
                    <span className="muted">{choice.note}</span>
                  </span>
                  <button type="submit" {...button} className="button button--small nowrap">
                    {text}
                    <span className="visually-hidden"> {choice.title}</span>
                  </button>
                </li>
              );
            })}
          </ul>
          {found && more ? (
            <p className="muted">
              {found.length} of {formatCount(more.total)}. Add the car or the year to see fewer, or look at{" "}
              <Link to={more.list} target="_blank">
                all of them in a new tab
              </Link>
              .
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

interface LineProps {
  line: FieldMetadata<SaleLineValues, SaleFormValues, string[]>;
  position: number;
  stored: Sale["lines"][number] | undefined;
  holds: readonly { stockNumber: string; text: string }[];
  /** Removes it. */
  children: ReactNode;
}

function Line({ line, position, stored, holds, children }: LineProps) {
  const { kind, item, quantity, price, isTaxed } = line.getFieldset();
  const hold =
    kind.initialValue === "part"
      ? holds.find(({ stockNumber }) => stockNumber === item.initialValue)?.text
      : undefined;
  const of = <span className="visually-hidden"> of line {position}</span>;
  return (
    <div className="stack gap-2">
      {stored?.stockNumber && stored.stockNumber === item.initialValue ? (
        <p className="cluster gap-3">
          <Plate>{stored.stockNumber}</Plate>
          <span>{stored.description}</span>
        </p>
      ) : null}
      {hold ? (
        <p className="row gap-2">
          <Icon name="alert" size={18} /> <strong>{hold}</strong>
        </p>
      ) : null}
      <div className="grid end gap-3 sale-editor__line">
        <SelectField field={kind} label={<>For{of}</>} choices={toOptions(SALE_LINE_LABELS)} />
        <TextField field={item} label={<>Stock # or description{of}</>} autoComplete="off" required={false} />
        <TextField
          field={quantity}
          label={<>Quantity{of}</>}
          inputMode="decimal"
          autoComplete="off"
          required={false}
        />
        <TextField field={price} label={<>Price{of}</>} autoComplete="off" required={false} />
        <SelectField field={isTaxed} required={false} label={<>Tax{of}</>} choices={TAX_CHOICES} />
        {children}
      </div>
    </div>
  );
}

interface PaymentRowProps {
  payment: FieldMetadata<SalePaymentValues, SaleFormValues, string[]>;
  position: number;
}

function PaymentRow({ payment, position }: PaymentRowProps) {
  const { method, amount, reference } = payment.getFieldset();
  const of = <span className="visually-hidden"> of payment {position}</span>;
  return (
    <div className="grid end gap-3 sale-editor__payment">
      <SelectField
        field={method}
        required={false}
        label={<>Paid by{of}</>}
        choices={[{ value: "", label: "Choose" }, ...toOptions(GIVEN_METHODS)]}
      />
      <TextField
        field={amount}
        label={<>Amount{of}</>}
        inputMode="decimal"
        autoComplete="off"
        required={false}
      />
      <TextField field={reference} label={<>Check # or note{of}</>} autoComplete="off" required={false} />
    </div>
  );
}
