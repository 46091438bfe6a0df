import { isRouteErrorResponse, Link, useLocation, useRouteError, useSearchParams } from "@remix-run/react";
import { VEHICLE_NOT_FOUND } from "~/api-client";
import { listAddressFrom } from "~/models/staff-list";
import { DeleteForm } from "~/ui/confirm-delete";
import { StaffNotice } from "~/ui/staff-notice";
import { VehiclePicture } from "~/ui/vehicle-picture";
import { type StockedVehicle, stockedName } from "./vehicle-row";

interface DeletePageProps {
  /** The specification's sentence. */
  sentence: string;
  vehicle: StockedVehicle & { vin: string };
  /** The list to go back to. */
  listAddress: string;
}

/** Asks before a vehicle is deleted (decisions, section 5); with script a dialog in the list asks the same. */
export function DeletePage({ sentence, vehicle, listAddress }: DeletePageProps) {
  const { pathname, search } = useLocation();
  const name = stockedName(vehicle);
  return (
    <main id="main" className="page page--narrow" tabIndex={-1}>
      <div className="card confirm-page">
        <h1>{sentence}</h1>
        <div className="confirm-page__vehicle">
          <VehiclePicture imageUrl={vehicle.imageUrl} name={name} sizes="10rem" priority="first" />
          <p>
            <strong>{name}</strong>
            <br />
            VIN {vehicle.vin}
          </p>
        </div>
        <p>It goes for good, also from the public pages.</p>
        <DeleteForm action={pathname + search}>
          <Link className="button button--secondary" to={listAddress}>
            Cancel
          </Link>
        </DeleteForm>
      </div>
    </main>
  );
}

/** What staff read on the list after they deleted a vehicle: `name` of it, or undefined where it was gone already. */
export function deletedToast(name: string | undefined) {
  return name === undefined
    ? { title: "Vehicle was already deleted", description: "Somebody deleted it before you did." }
    : { title: "Vehicle deleted", description: name };
}

/** Where the vehicle is gone, or could not be deleted. */
export function DeleteFailure({ path }: { path: string }) {
  const error = useRouteError();
  const [params] = useSearchParams();
  const back = { to: listAddressFrom(params, path), label: "Back to the list" };
  return isRouteErrorResponse(error) && error.status === 404 ? (
    <StaffNotice
      title={VEHICLE_NOT_FOUND}
      sentence="It may have been deleted already, or the address is wrong."
      back={back}
    />
  ) : (
    <StaffNotice
      title="Failed to delete vehicle"
      sentence="Something went wrong on our side. Please go back to the list and try again."
      back={back}
    />
  );
}
