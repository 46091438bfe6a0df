import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/node";
import {
  Form,
  isRouteErrorResponse,
  Link,
  useLoaderData,
  useLocation,
  useNavigation,
  useRouteError,
} from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import {
  GUIDE_BOX_LABELS,
  GUIDE_BOXES,
  GUIDE_LANGUAGE_LABELS,
  WARRANTIES,
  WARRANTY_LABELS,
} from "~/documents/buyers-guide";
import { buyersGuideSchema } from "~/documents/buyers-guide-schema";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackToList } from "~/staff/records/head";
import { RecordNotFound } from "~/staff/records/not-found";
import { checkForm } from "~/ui/forms/check-form";
import { Checkbox, ErrorSummary, RadioGroup, TextArea, TextField } from "~/ui/forms/fields";
import { pageTitle } from "~/ui/layout/page-title";
import { FilterSelect } from "~/ui/lists/filter-fields";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { loadBuyersGuide, storeBuyersGuide } from "./buyers-guide.server";
import { CHOICE_FIELDS, LANGUAGE, VERSION } from "./buyers-guide-form";
import { WordingNotice } from "./wording-notice";

const FORM_ID = "buyers-guide";

export const meta: MetaFunction = ({ matches }) => pageTitle("Buyers Guide", matches, "For staff.");

export const loader = staffLoader(loadBuyersGuide);

export const action = staffAction(storeBuyersGuide, { savesForm: "page" });

export const clientAction = keepTyped;

/** What the Buyers Guide of one vehicle says. */
export default function BuyersGuidePage() {
  const { name, isStored, asIsAllowed, values, version } = useLoaderData<typeof loader>();
  const posted = useLastAnswer<typeof action>();
  const { pathname, search } = useLocation();
  const isBusy = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<Record<(typeof CHOICE_FIELDS)[number], string>, unknown, string[]>({
    id: FORM_ID,
    lastResult: posted?.result as SubmissionResult<string[]> | undefined,
    defaultValue: values,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => checkForm(formData, buyersGuideSchema({ asIsAllowed })),
  });
  const known = posted?.version ?? version;
  const language = posted?.result.initialValue?.[LANGUAGE] ?? values[LANGUAGE];
  // A choice that the business file rules out stays visible if it was stored before.
  const warranties = WARRANTIES.filter(
    (one) => one !== "as-is" || asIsAllowed || values.warranty === "as-is",
  ).map((value) => ({ value, label: WARRANTY_LABELS[value] }));
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5 documents" tabIndex={-1}>
      <BackToList list={RETAIL_VEHICLES.list} />
      <header>
        <h1>Buyers Guide</h1>
        <p className="lead">{name}</p>
        {isStored ? null : <p className="muted">Nothing is saved for this vehicle yet.</p>}
      </header>
      <WordingNotice />
      <Form method="post" action={pathname + search} className="form" {...getFormProps(form)}>
        <ErrorSummary form={form} fields={CHOICE_FIELDS.map((field) => fields[field])} />
        {known ? <input type="hidden" name={VERSION} value={known} /> : null}
        <RadioGroup field={fields.warranty} legend="Warranty" choices={warranties} />
        <section className="card grid gap-8" aria-labelledby="coverage-title">
          <h2 className="card__title" id="coverage-title">
            What a dealer warranty covers
          </h2>
          <p>Needed for a full or a limited warranty, and in Spanish for the Spanish form.</p>
          <div className="grid pair gap-5 editor__pairs">
            <TextField
              field={fields.laborPercent}
              label="Labor you pay, in percent"
              hint="For a limited warranty."
              optional
              inputMode="numeric"
              autoComplete="off"
            />
            <TextField
              field={fields.partsPercent}
              label="Parts you pay, in percent"
              hint="For a limited warranty."
              optional
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
          <TextArea
            field={fields.systems}
            label="Systems covered"
            hint="One per line. The rule doesn't accept “power train”: name the systems."
            optional
          />
          <TextArea
            field={fields.duration}
            label="Duration"
            hint="For example, 60 days or 3,000 miles, whichever comes first."
            optional
          />
          <TextArea field={fields.systemsSpanish} label="Systems covered, in Spanish" optional lang="es" />
          <TextArea field={fields.durationSpanish} label="Duration, in Spanish" optional lang="es" />
        </section>
        <fieldset className="documents__vehicles">
          <legend className="subhead">Also mark</legend>
          {GUIDE_BOXES.map((box) => (
            <Checkbox
              key={box}
              name={box}
              form={FORM_ID}
              value="yes"
              defaultChecked={fields[box].initialValue === "yes"}
              label={GUIDE_BOX_LABELS[box]}
            />
          ))}
        </fieldset>
        <FilterSelect
          name={LANGUAGE}
          label="Language to print"
          value={typeof language === "string" ? language : undefined}
          choices={Object.entries(GUIDE_LANGUAGE_LABELS)}
        />
        <div className="cluster form__actions">
          <Link className="button button--secondary" to={RETAIL_VEHICLES.list.path}>
            Cancel
          </Link>{" "}
          <button type="submit" className="button" disabled={isBusy}>
            {isBusy ? "Saving..." : "Save and Preview"}
          </button>
        </div>
      </Form>
    </main>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  // Other errors belong to the boundary of the layout.
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return <RecordNotFound />;
}
