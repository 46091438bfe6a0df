import { VehiclePicture } from "~/site/vehicles/picture";
import { Plate } from "~/ui/layout/chip";
import { Icon } from "~/ui/layout/icon";
import type { WizardView } from "./view.server";
import { WIZARD_FORM_ID } from "./wizard";

/**
 * The dismantled vehicle that the part should come from. Its buttons belong to the step's form, so that they save what is
 * typed there.
 */
export function DonorPanel({
  donor,
  step,
}: Pick<WizardView, "step"> & { donor: NonNullable<WizardView["donor"]> }) {
  return (
    <section className="card grid start pictured" aria-labelledby="donor-heading">
      <VehiclePicture className="picture" imageUrl={donor.imageUrl} name="" sizes="9rem" />
      <div className="stack gap-2">
        <h2 className="card__title" id="donor-heading">
          Part from this vehicle
        </h2>
        <p>
          {donor.name} <Plate>{donor.stockNumber}</Plate>
        </p>
        <div className="cluster">
          {step === 1 && donor.vin ? (
            <button
              type="submit"
              form={WIZARD_FORM_ID}
              className="button button--secondary button--small"
              name="donorVin"
              value={donor.vin}
              formNoValidate
            >
              Use this vehicle's VIN
            </button>
          ) : null}
          <button
            type="submit"
            form={WIZARD_FORM_ID}
            className="button button--quiet button--small"
            name="removeDonor"
            value="1"
            formNoValidate
          >
            <Icon name="close" size={18} /> Remove
          </button>
        </div>
      </div>
    </section>
  );
}
