import { getFormProps, useForm } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import type { FormResult } from "~/http/public-form";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { EstimateSheet } from "~/requests/site/your-request/estimate-sheet";
import { keepTyped, useLastAnswer } from "~/staff/forms/keep-typed";
import { BackTo } from "~/staff/records/head";
import { Checkbox, ErrorSummary, RadioGroup, TextField } from "~/ui/forms/fields";
import { pageTitle } from "~/ui/layout/page-title";
import { PrintButton } from "~/ui/layout/print-button";
import { writeApproval } from "./approval.server";
import { loadEstimate } from "./estimate.server";
import { RequestFailure } from "./failure";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(
    data ? `Estimate ${data.estimate.number} for ${data.estimate.reference}` : REPAIR_REQUESTS.list.title,
    matches,
  );

export const loader = staffLoader(loadEstimate);

export const action = staffAction(writeApproval, { savesForm: "frame" });

export const clientAction = keepTyped;

/** One version of an estimate, as the customer has it on paper. */
export default function EstimatePage() {
  const { page, estimate, customer } = useLoaderData<typeof loader>();
  const reply = useLastAnswer<FormResult>()?.reply;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <div className="cluster between screen-only">
        <BackTo to={page} title={estimate.reference} />
        <PrintButton className="button button--secondary button--small">Print</PrintButton>
      </div>
      <EstimateSheet estimate={estimate} heading="h1" />
      {estimate.state === "sent" || reply ? (
        <RecordApproval {...customer} total={estimate.total} reply={reply} />
      ) : null}
    </main>
  );
}

const HOW = [
  { value: "phone", label: "By phone" },
  { value: "counter", label: "In person" },
  { value: "writing", label: "In writing" },
];

interface RecordApprovalProps {
  name: string;
  phone: string;
  /** What the customer approves, as shown on the page. */
  total: string;
  /** What was posted and not applied. */
  reply: FormResult["reply"] | undefined;
}

/** For a customer who says yes on the phone or at the counter, instead of on their private page. */
function RecordApproval({ name, phone, total, reply }: RecordApprovalProps) {
  const [form, fields] = useForm<{ name: string; how: string; phone: string }, unknown, string[]>({
    id: "approval-form",
    lastResult: reply,
    defaultValue: { name, how: "", phone },
  });
  return (
    <section className="card screen-only" aria-labelledby="approval-title">
      <h2 className="card__title" id="approval-title">
        Record an Approval
      </h2>
      <Form method="post" className="form" {...getFormProps(form)}>
        <input type="hidden" name="shown" value={total} />
        <ErrorSummary form={form} fields={[fields.name, fields.how, fields.phone]} />
        <TextField field={fields.name} label="Who approved it" autoComplete="off" />
        <RadioGroup field={fields.how} legend="How" choices={HOW} />
        <TextField
          field={fields.phone}
          label="Phone number"
          hint="The number you talked on, if it was by phone. New York requires it, with name, date and time."
          optional
          type="tel"
          autoComplete="off"
        />
        <Checkbox label="Wants the replaced parts back" name="oldParts" value="yes" />
        <div className="cluster form__actions">
          <button type="submit" className="button button--secondary">
            Record Approval
          </button>
        </div>
      </Form>
    </section>
  );
}

export function ErrorBoundary() {
  return <RequestFailure kind={REPAIR_REQUESTS} />;
}
