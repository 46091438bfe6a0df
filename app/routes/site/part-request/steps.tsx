import { WIZARD_STEPS, type WizardStep } from "~/models/part-request";
import { Notice } from "~/ui/notice";
import { ContactStep } from "./contact-step";
import type { WizardAnswer } from "./failure";
import { PartStep } from "./part-step";
import { ReviewStep } from "./review-step";
import { VehicleStep } from "./vehicle-step";
import type { WizardView } from "./view.server";

/** The way through the wizard and where on it the visitor stands. */
export function StepIndicator({ step }: { step: WizardStep }) {
  return (
    <ol className="steps" aria-label="Steps of your request">
      {WIZARD_STEPS.map((name, at) => {
        const done = at + 1 < step;
        return (
          <li
            key={name}
            className={done ? "steps__item steps__item--done" : "steps__item"}
            aria-current={at + 1 === step ? "step" : undefined}
          >
            {name}
          </li>
        );
      })}
    </ol>
  );
}

/** The step of the address. An answer to another step is not shown: moving between steps clears errors (section 4). */
export function CurrentStep({ view, answer }: { view: WizardView; answer: WizardAnswer | undefined }) {
  const own = answer?.step === undefined || answer.step === view.step ? answer : undefined;
  if (view.review) return <ReviewStep view={view} answer={own} />;
  if (view.part) {
    return (
      <>
        <ChosenVehicle view={view} />
        <PartStep view={{ ...view, part: view.part }} answer={own} />
      </>
    );
  }
  return view.step === 3 ? (
    <ContactStep view={view} answer={own} />
  ) : (
    <VehicleStep view={view} answer={own} />
  );
}

function ChosenVehicle({ view: { vehicle } }: { view: WizardView }) {
  if (!vehicle) return null;
  const { year, make, model, trim, engineSize, vin } = vehicle;
  return (
    <Notice tone="success" title={[year, make, model].join(" ")}>
      <p>{[trim, engineSize, `VIN ${vin}`].filter(Boolean).join(", ")}</p>
    </Notice>
  );
}
