import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { BOOK_WHAT } from "~/book/book";
import type { NamedRecord } from "~/collections/collection";
import { retryAfterHeader } from "~/http/form.server";
import { PURCHASES_PAGE } from "~/purchases/paths";
import { PHOTO_FIELDS } from "~/purchases/photos";
import { PURCHASES } from "~/purchases/purchases";
import { HolderNotice, TwinConfirmed, TwinNotice } from "~/staff/records/notices";
import { IDEMPOTENCY_KEY, postedValue, submitInBrowser, TWIN_CONFIRMED } from "~/staff/records/submission";
import { VinDecodeField } from "~/staff/records/vin-decode-field";
import { ErrorSummary, SelectField, TextArea, TextField } from "~/ui/forms/fields";
import { loadCameraPage } from "~/ui/forms/load-camera-page";
import { Notice } from "~/ui/layout/notice";
import { pageTitle } from "~/ui/layout/page-title";
import type { DecodeProblem } from "~/vin/form-fields";
import { loadBuyForm, takePurchase } from "./buy.server";
import { checkPurchase, ID_NUMBER } from "./buy-form";
import { PhotoField } from "./photo-field";

export { ErrorBoundary } from "~/staff/not-found";

export const meta: MetaFunction = ({ matches }) => pageTitle("Buy a Car", matches, "For staff.");

export const headers = retryAfterHeader;

export const loader = staffLoader(loadBuyForm);

export const action = staffAction(takePurchase, { savesForm: "page", secretFields: [ID_NUMBER] });

export const clientAction = submitInBrowser;

export const clientLoader = loadCameraPage;

interface Posted {
  result: SubmissionResult<string[]>;
  problem?: DecodeProblem | undefined;
  inStock?: string | undefined;
  twin?: NamedRecord | undefined;
  holder?: NamedRecord | undefined;
}

type BuyFields = Record<string, FieldMetadata<unknown, Record<string, unknown>, string[]>>;

/** Buying at the gate: the car, the seller, the title and the money, on one screen of a phone. */
export default function BuyPage() {
  const page = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>() as Posted | undefined;
  const { pathname, search } = useLocation();
  const isBusy = useNavigation().formMethod === "POST";
  const [form, metadata] = useForm<Record<string, unknown>, object, string[]>({
    id: "buy-form",
    lastResult: posted?.result,
    defaultValue: page.values,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => checkPurchase(formData, page.today),
  });
  const fields = metadata as BuyFields;
  const isCar = (fields.what?.value ?? page.values.what) === "car";
  const input = (name: string, props: Partial<FieldProps> = {}) => (
    <Field fields={fields} name={name} {...props} />
  );
  const labels = Object.fromEntries(
    Object.entries(PURCHASES.fields).map(([name, { label }]) => [name, label]),
  );
  const inSummary = Object.keys(labels).concat(ID_NUMBER, PHOTO_FIELDS);
  return (
    <main id="main" className="page page--narrow staff-page stack gap-4 buy" tabIndex={-1}>
      <header className="cluster between gap-2">
        <h1>{isCar ? "Buy a Car" : "Buy Cores or Parts"}</h1>
        {/* A separate document: its form has other fields. */}
        <a className="tap" href={isCar ? "?what=core" : "?"}>
          {isCar ? "Cores or parts instead" : "A car instead"}
        </a>
      </header>
      {page.isRestored && !posted ? (
        <Notice tone="info" title="Your form is back">
          <p>Check it and save. Type the ID number again: it wasn't kept while you were signed out.</p>
        </Notice>
      ) : null}
      {posted?.twin ? <TwinNotice twin={posted.twin} posted={posted} /> : null}
      {posted?.holder ? <HolderNotice holders={[posted.holder]} /> : null}
      <Form
        method="post"
        action={pathname + search}
        encType="multipart/form-data"
        className="form wide"
        {...getFormProps(form)}
      >
        {/* Enter presses a form's first submit button, which must not be Decode VIN. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <ErrorSummary form={form} fields={inSummary.flatMap((name) => fields[name] ?? [])} labels={labels} />
        <input type="hidden" name={IDEMPOTENCY_KEY} value={page.key} />
        <TwinConfirmed twin={posted?.twin?.to ?? postedValue(posted, TWIN_CONFIRMED)} />
        {page.values.requestId ? (
          <>
            <input type="hidden" name="requestId" value={page.values.requestId} />
            {/* The form asks for no trim, but the owner may have told it. */}
            <input type="hidden" name="trim" value={page.values.trim ?? ""} />
          </>
        ) : null}
        {page.values.tradeSaleId ? (
          <input type="hidden" name="tradeSaleId" value={page.values.tradeSaleId} />
        ) : null}
        {isCar ? <input type="hidden" name="what" value="car" /> : null}
        {isCar && fields.vin ? (
          <>
            <VinDecodeField
              kind={PURCHASES.kind}
              field={fields.vin as never}
              form={form as never}
              problem={posted?.problem}
              inStock={posted?.inStock}
            />
            <div className="grid gap-3 buy__three">
              {input("year", { inputMode: "numeric", isRequired: true })}
              {input("make", { isRequired: true })}
              {input("model", { isRequired: true })}
            </div>
            <div className="grid pair gap-3">
              {input("odometer", { inputMode: "numeric", label: "Odometer" })}
              {input("stockNumber")}
            </div>
            {input("becomes", { hint: "A car to sell whole is on the website at once, without a price." })}
          </>
        ) : (
          <>
            <div className="grid pair gap-3">
              <SelectField field={fieldOf(fields, "what")} label="What" choices={NOT_CARS} />
              {input("quantity", { inputMode: "numeric" })}
            </div>
            {input("description", { isRequired: true })}
            <div className="grid pair gap-3">
              {input("vin", { label: "VIN it came from" })}
              {input("stockNumber")}
            </div>
          </>
        )}
        <fieldset className="stack gap-3 buy__part">
          <legend>Seller</legend>
          <div className="grid pair gap-3">
            {input("sellerName", { label: "Name", isRequired: true, autoCapitalize: "words" })}
            {input("sellerPhone", { label: "Phone", type: "tel", inputMode: "tel" })}
          </div>
          {input("sellerStreet", { autoCapitalize: "words" })}
          <div className="grid gap-3 buy__place">
            {input("sellerCity", { autoCapitalize: "words" })}
            {input("sellerState")}
            {input("sellerZip", { label: "ZIP", inputMode: "numeric" })}
          </div>
          <div className="grid pair gap-3">
            {input("idKind")}
            <TextField
              field={fieldOf(fields, ID_NUMBER)}
              label="ID number"
              optional
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <div className="grid pair gap-3">
            <PhotoField
              field={fieldOf(fields, "idPhoto")}
              label="ID, front"
              kept={page.values}
              posted={posted}
            />
            <PhotoField
              field={fieldOf(fields, "idBack")}
              label="ID, back"
              kept={page.values}
              posted={posted}
            />
          </div>
          <p className="muted note">
            The number and the photos are encrypted. Only an owner can open them, and every viewing is logged
            in the history.
          </p>
        </fieldset>
        {isCar ? (
          <fieldset className="stack gap-3 buy__part">
            <legend>Title</legend>
            <div className="grid pair gap-3">
              {input("titleKind", { label: "Kind" })}
              {input("titleState", { label: "State" })}
            </div>
            <div className="grid pair gap-3">
              {input("titleNumber", { label: "Number" })}
              <PhotoField
                field={fieldOf(fields, "titlePhoto")}
                label="Photo"
                kept={page.values}
                posted={posted}
              />
            </div>
          </fieldset>
        ) : null}
        <fieldset className="stack gap-3 buy__part">
          <legend>Payment</legend>
          <div className="grid pair gap-3">
            {input("price", { label: "Price", inputMode: "decimal", isRequired: true })}
            {input("paidBy")}
          </div>
          <details className="buy__more">
            <summary className="arrow">Check number, tow, missing parts, notes</summary>
            <div className="stack gap-3">
              <div className="grid pair gap-3">
                {input("checkNumber")}
                {input("boughtOn", { inputMode: "numeric" })}
              </div>
              <div className="grid pair gap-3">
                {input("tow", { inputMode: "decimal" })}
                {input("towedBy")}
              </div>
              {isCar ? (
                <div className="grid pair gap-3">
                  {input("catalyticConverters")}
                  {input("airBags")}
                </div>
              ) : null}
              <div className="grid pair gap-3">
                {input("sellerNumber", { label: "Seller's facility number" })}
                {input("formNumber")}
              </div>
              {input("boughtBy")}
              <TextArea field={fieldOf(fields, "notes")} label="Notes" optional rows={3} />
            </div>
          </details>
        </fieldset>
        <div className="grid gap-3 screen-only sticky-bar editor__actions">
          <Link className="button button--secondary" to={PURCHASES_PAGE}>
            Cancel
          </Link>{" "}
          <button type="submit" className="button" disabled={isBusy}>
            {isBusy ? "Saving..." : isCar ? "Buy Car" : "Buy"}
          </button>
        </div>
      </Form>
    </main>
  );
}

const NOT_CARS = Object.entries(BOOK_WHAT)
  .filter(([value]) => value !== "car")
  .map(([value, label]) => ({ value, label }));

function fieldOf(fields: BuyFields, name: string) {
  // Every field of the form has its metadata.
  return fields[name] as NonNullable<BuyFields[string]>;
}

interface FieldProps {
  fields: BuyFields;
  name: string;
  label: string;
  hint: string;
  isRequired: boolean;
  type: string;
  inputMode: "numeric" | "decimal" | "tel";
  autoCapitalize: string;
}

/** A field as the definition describes it. */
function Field({
  fields,
  name,
  label,
  hint,
  isRequired,
  ...input
}: Partial<FieldProps> & Pick<FieldProps, "fields" | "name">) {
  const described = PURCHASES.fields[name as keyof typeof PURCHASES.fields];
  const common = {
    field: fieldOf(fields, name),
    label: label ?? described.label,
    optional: isRequired ? false : described.optional,
    hint,
  };
  return "options" in described && described.options ? (
    <SelectField {...common} choices={described.options} placeholder={described.placeholder} />
  ) : (
    <TextField {...common} autoComplete="off" spellCheck={false} {...input} />
  );
}
