import { Plate } from "~/ui/chip";
import { Icon } from "~/ui/icon";
import { VehiclePicture } from "~/ui/vehicle-picture";
import { WIZARD_FORM_ID } from "./address";
import type { WizardView } from "./view.server";

/**
 * The dismantled vehicle that the part shall come from. Its buttons belong to the step's form, so that they
 * keep what is typed there.
 */
export function DonorPanel({
  donor,
  step,
}: Pick<WizardView, "step"> & { donor: NonNullable<WizardView["donor"]> }) {
  return (
    <section className="card donor-panel" aria-labelledby="donor-heading">
      <VehiclePicture className="donor-panel__picture" imageUrl={donor.imageUrl} name="" sizes="9rem" />
      <div className="donor-panel__words">
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
              name="intent"
              value="use-donor-vin"
              formNoValidate
            >
              Use this vehicle's VIN
            </button>
          ) : null}
          <button
            type="submit"
            form={WIZARD_FORM_ID}
            className="button button--quiet button--small"
            name="intent"
            value="remove-donor"
            formNoValidate
          >
            <Icon name="close" size={18} /> Remove
          </button>
        </div>
      </div>
    </section>
  );
}
