import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { data, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { findRecords } from "~/collections/records.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { readForm } from "~/http/form.server";
import { redirectWithToast } from "~/http/toast.server";
import { PART_ENTRIES } from "~/parts/catalog";
import { takeDownRequest } from "~/requests/new-request.server";
import {
  NEW_KINDS,
  NEW_REQUEST_FIELDS,
  type NewRequestField,
  readNewKind,
} from "~/requests/new-request-page";
import { NEW_REQUEST_MESSAGES, newRequestSchema } from "~/requests/new-request-schema";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { StaffNotice } from "~/staff/staff-notice";
import { checkForm } from "~/ui/forms/check-form";
import { ErrorSummary, RadioGroup, TextArea, TextField } from "~/ui/forms/fields";
import { YearMakeModel } from "~/ui/forms/year-make-model";
import { pageTitle } from "~/ui/layout/page-title";
import { formatReference } from "~/values/id";
import { newId } from "~/values/id.server";
import { STAFF_HOME } from "~/values/return-path";
import { KEY_FIELD } from "./answer-result";

const FORM_ID = "new-request";
const PART_NAMES = "part-names";

export const meta: MetaFunction = ({ matches }) => pageTitle("New Request", matches, "For staff.");

export const loader = staffLoader(async ({ request, now }) => {
  const { searchParams } = new URL(request.url);
  const [customer] = await findRecords(CUSTOMER_RECORDS, searchParams.getAll("customer").slice(0, 1));
  return {
    kind: readNewKind(searchParams.get("kind")),
    who: { name: customer?.name ?? "", phone: customer?.phones[0] ?? "", email: customer?.emails[0] ?? "" },
    key: newId(now),
    // From here, because the catalog must not be loaded by the browser.
    parts: [...new Set(PART_ENTRIES.map(({ name }) => name))],
  };
});

export const action = staffAction(
  async ({ request, now }) => {
    const form = await readForm(request, [KEY_FIELD, ...NEW_REQUEST_FIELDS]);
    const submission = checkForm(form, newRequestSchema);
    if (submission.status !== "success") return data(submission.reply(), 400);
    const stored = await takeDownRequest(submission.value, form.get(KEY_FIELD)?.toString() || newId(now));
    if (stored === "no-vehicle") {
      const fieldErrors = { stockNumber: [NEW_REQUEST_MESSAGES.stockNumberUnknown] };
      return data(submission.reply({ fieldErrors }), 400);
    }
    const { kind, path, id } = stored;
    return redirectWithToast(`${path}/${id}`, {
      title: "Request added",
      description: `${formatReference(kind, id)}. No email was sent.`,
    });
  },
  { savesForm: "frame" },
);

export const clientAction = keepTyped;

/** What staff take down while a customer is on the phone. */
export default function NewRequestPage() {
  const { kind, who, key, parts } = useLoaderData<typeof loader>();
  const posted = useLastAnswer<SubmissionResult<string[]>>();
  const { pathname, search } = useLocation();
  const isBusy = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<Record<NewRequestField, string>, unknown, string[]>({
    id: FORM_ID,
    lastResult: posted,
    defaultValue: { kind, ...who },
  });
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <h1>New Request</h1>
      <Form
        method="post"
        action={pathname + search}
        className="form wide card new-request"
        {...getFormProps(form)}
      >
        <ErrorSummary form={form} fields={NEW_REQUEST_FIELDS.map((name) => fields[name])} />
        <input type="hidden" name={KEY_FIELD} value={key} />
        <RadioGroup
          field={fields.kind}
          legend="What's it about?"
          choices={Object.entries(NEW_KINDS).map(([value, label]) => ({ value, label }))}
        />
        <div className="grid halves gap-5">
          <TextField
            field={fields.name}
            label="Name"
            hint="Name or phone: one is enough."
            required={false}
            autoComplete="off"
          />
          <TextField
            field={fields.phone}
            label="Phone"
            hint="Name or phone: one is enough."
            required={false}
            type="tel"
            inputMode="tel"
            autoComplete="off"
          />
        </div>
        <TextField
          field={fields.need}
          label="What do they need?"
          hint="The car can be in it: 2012 accord alternator."
          required={false}
          list={PART_NAMES}
          autoComplete="off"
        />
        <datalist id={PART_NAMES}>
          {parts.map((name) => (
            <option value={name} key={name} />
          ))}
        </datalist>
        <div className="grid gap-5 new-request__car">
          <YearMakeModel year={fields.year} make={fields.make} model={fields.model} />
        </div>
        <TextField
          field={fields.stockNumber}
          label="Stock #"
          hint="The stock number of the car for sale they're asking about."
          required={false}
          autoComplete="off"
          className="new-request__stock"
        />
        <TextField field={fields.email} label="Email" optional type="email" autoComplete="off" />
        <TextArea field={fields.notes} label="What they said" optional rows={3} />
        <div className="cluster form__actions">
          <button type="submit" className="button" disabled={isBusy}>
            {isBusy ? "Saving..." : "Add Request"}
          </button>
          <Link className="button button--secondary" to={STAFF_HOME}>
            Cancel
          </Link>
        </div>
      </Form>
    </main>
  );
}

export function ErrorBoundary() {
  return (
    <StaffNotice
      title="That didn't work"
      message="Something went wrong on our end. Please try again."
      back={{ to: STAFF_HOME, label: "Back to the dashboard" }}
    />
  );
}
