import { Notice } from "~/ui/layout/notice";
import { ContactStep } from "./contact-step";
import type { StepResult } from "./failure";
import { PartStep } from "./part-step";
import { ReviewStep } from "./review-step";
import type { WizardView } from "./view.server";

/** Steps 2 to 4. */
export default function LaterStep({ view, result }: { view: WizardView; result: StepResult | undefined }) {
  if (view.review) return <ReviewStep view={view} result={result} />;
  if (!view.part) return <ContactStep view={view} result={result} />;
  return (
    <>
      <ChosenVehicle view={view} />
      <PartStep view={{ ...view, part: view.part }} result={result} />
    </>
  );
}

function ChosenVehicle({ view: { vehicle } }: { view: WizardView }) {
  if (!vehicle) return null;
  const { year, make, model, trim, engineSize, vin } = vehicle;
  const details = [trim, engineSize, vin && `VIN ${vin}`].filter(Boolean);
  return (
    <Notice tone="success" title={[year, make, model].join(" ")}>
      {details.length > 0 ? <p>{details.join(", ")}</p> : null}
    </Notice>
  );
}
