import { useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { IDEMPOTENCY_KEY } from "~/http/public-form";
import { PART_REQUEST_MESSAGES, responsePromise, type WizardStep } from "~/requests/part";
import { ErrorSummary } from "~/ui/forms/fields";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";
import { type StepResult, useFailureToast } from "./failure";
import { StepActions, StepForm } from "./step-form";
import type { WizardView } from "./view.server";
import { CHANGE, stepUrl, WIZARD_FORM_ID } from "./wizard";

/** Step 4: every answer with a link to change it, and the button that sends the request. */
export function ReviewStep({ view, result }: { view: WizardView; result: StepResult | undefined }) {
  const promise = responsePromise(useBusiness());
  const [form] = useForm({ id: WIZARD_FORM_ID, lastResult: result?.reply });
  useFailureToast(result, PART_REQUEST_MESSAGES.failed);
  const { review, donor, version } = view;
  if (!review) return null;
  const { vehicle, part, contact } = review;
  return (
    <>
      <dl className="summary-list">
        <Answer step={1} name="Vehicle">
          {[vehicle.year, vehicle.make, vehicle.model, vehicle.trim].filter(Boolean).join(" ")}
        </Answer>
        <Answer step={1} name="VIN">
          {vehicle.vin}
        </Answer>
        <Answer step={1} name="Engine">
          {vehicle.engineSize}
        </Answer>
        <Answer step={2} name="Category">
          {part.category}
        </Answer>
        <Answer step={2} name={part.part ? "Subcategory" : "Part"}>
          {part.subcategory}
        </Answer>
        <Answer step={2} name="Part">
          {part.part}
        </Answer>
        <Answer step={1} name="Pulled from" change="Change the vehicle the part is pulled from">
          {donor && `${donor.name}, stock # ${donor.stockNumber}`}
        </Answer>
        <Answer step={3} name="Name">
          {contact.name}
        </Answer>
        <Answer step={3} name="Phone">
          {contact.phone}
        </Answer>
        <Answer step={3} name="Email">
          {contact.email}
        </Answer>
        <Answer step={3} name="Notes">
          {contact.additionalInfo}
        </Answer>
      </dl>
      <InStock review={review} />
      <StepForm step={4} form={form}>
        <ErrorSummary form={form} fields={[]} />
        <input type="hidden" name={IDEMPOTENCY_KEY} value={review.key} />
        <input type="hidden" name="reviewed" value={version} />
        <p>We'll respond {promise}, by phone or email.</p>
        <StepActions step={4} label="Submit Request" busyLabel="Submitting Request..." />
      </StepForm>
    </>
  );
}

/** What is on the shelf for this request, before it is sent. */
function InStock({ review: { inStock } }: { review: NonNullable<WizardView["review"]> }) {
  if (!inStock) return null;
  const { parts, more, url } = inStock;
  return (
    <Notice
      tone="success"
      title={parts.length + more === 1 ? "We have one on the shelf" : "We have these on the shelf"}
    >
      <ul className="stack">
        {parts.map((part) => (
          <li key={part.url}>
            <a href={part.url}>{part.line}</a>
            {part.note ? <span className="note"> {part.note}</span> : null}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p>
          <a href={url}>See all {parts.length + more}</a>
        </p>
      ) : null}
      <p>Open one to ask for it, or send your request and we'll pick the best for your car.</p>
    </Notice>
  );
}

interface AnswerProps {
  step: WizardStep;
  name: string;
  change?: string;
  children: ReactNode;
}

/** One answer with its Change link; an answer that was left out has no row. */
function Answer({ step, name, change = `Change ${name.toLowerCase()}`, children }: AnswerProps) {
  if (!children) return null;
  return (
    <div className="grid gap-0 gap-x-4 summary-list__row">
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd className="nowrap summary-list__action tap-links">
        <Link to={stepUrl(step, { [CHANGE]: "1" })} aria-label={change}>
          Change
        </Link>
      </dd>
    </div>
  );
}
