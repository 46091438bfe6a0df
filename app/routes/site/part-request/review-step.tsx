import { useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PART_REQUEST_SENTENCES, RESPONSE_PROMISE, type WizardStep } from "~/models/part-request";
import { ErrorSummary } from "~/ui/form";
import { stepAddress, WIZARD_FORM_ID } from "./address";
import { useFailureToast, type WizardAnswer } from "./failure";
import { StepActions, StepForm } from "./step-form";
import type { WizardView } from "./view.server";

/** Step 4: every answer once more, each with the way to change it, then the request is sent. */
export function ReviewStep({ view, answer }: { view: WizardView; answer: WizardAnswer | undefined }) {
  const [form] = useForm({ id: WIZARD_FORM_ID, lastResult: answer?.reply });
  useFailureToast(answer, PART_REQUEST_SENTENCES.failed);
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
        <Answer step={1} name="From vehicle" change="Change the vehicle the part comes from">
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
      <StepForm step={4} form={form}>
        <ErrorSummary form={form} fields={[]} />
        <input type="hidden" name="draft" value={review.draft} />
        <input type="hidden" name="reviewed" value={version} />
        <p>We answer part requests {RESPONSE_PROMISE}, by phone or email.</p>
        <StepActions step={4} label="Submit Request" busyLabel="Submitting Request..." />
      </StepForm>
    </>
  );
}

interface AnswerProps {
  step: WizardStep;
  name: string;
  change?: string;
  children: ReactNode;
}

/** One answer and the way to change it; what was left out has no row. */
function Answer({ step, name, change = `Change ${name.toLowerCase()}`, children }: AnswerProps) {
  if (!children) return null;
  return (
    <div className="summary-list__row">
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd className="summary-list__action">
        <Link to={stepAddress(step)} aria-label={change}>
          Change
        </Link>
      </dd>
    </div>
  );
}
