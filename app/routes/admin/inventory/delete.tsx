import { isRouteErrorResponse, Link, useLocation, useRouteError, useSearchParams } from "@remix-run/react";
import type { Collection } from "~/collections/collection";
import { BIN_DAYS, BIN_PAGE } from "~/history/change";
import { listUrlFrom } from "~/lists/staff";
import { DeleteForm } from "~/ui/forms/confirm-delete";
import { StaffNotice } from "~/ui/layout/staff-notice";
import { VehiclePicture } from "~/ui/vehicles/picture";
import { ItemNotFound } from "./not-found";
import type { ListedItem } from "./row";

interface DeletePageProps {
  /** The specification's question. */
  question: string;
  vehicle: ListedItem & { vin?: string | undefined };
  /** What staff call it. */
  name: string;
  /** The list to go back to. */
  listUrl: string;
  /** What becomes of other records. */
  note?: string | undefined;
  /** False for a part, whose place without a photo is not the sign of a car. */
  hasPlaceholder?: boolean;
}

/** Asks before a vehicle or part is deleted (decisions, section 5); with script, a dialog in the list asks instead. */
export function DeletePage({
  question,
  vehicle,
  name,
  listUrl,
  note,
  hasPlaceholder = true,
}: DeletePageProps) {
  const { pathname, search } = useLocation();
  return (
    <main id="main" className="page page--narrow" tabIndex={-1}>
      <div className="card confirm-page">
        <h1>{question}</h1>
        <div className="cluster gap-4 confirm-page__vehicle">
          {vehicle.imageUrl || hasPlaceholder ? (
            <VehiclePicture
              imageUrl={vehicle.imageUrl}
              name={name}
              sizes="10rem"
              priority="first"
              className="picture"
            />
          ) : null}
          <p>
            <strong>{name}</strong>
            {vehicle.vin ? (
              <>
                <br />
                VIN {vehicle.vin}
              </>
            ) : null}
          </p>
        </div>
        <p>
          It comes off the public site. For {BIN_DAYS} days it's in the <Link to={BIN_PAGE}>bin</Link>, where
          you can restore it.
        </p>
        {note ? <p>{note}</p> : null}
        <DeleteForm action={pathname + search} version={vehicle.updatedAt}>
          <Link className="button button--secondary" to={listUrl}>
            Cancel
          </Link>
        </DeleteForm>
      </div>
    </main>
  );
}

/** There is none with this id, or it could not be deleted. */
export function DeleteFailure({ inventory: { list, noun } }: { inventory: Collection }) {
  const error = useRouteError();
  const [params] = useSearchParams();
  const back = { to: listUrlFrom(params, list.path), label: "Back to the list" };
  return isRouteErrorResponse(error) && error.status === 404 ? (
    <ItemNotFound list={list.path} noun={noun} />
  ) : (
    <StaffNotice
      title={`Failed to delete ${noun.toLowerCase()}`}
      message="Something went wrong on our end. Please go back to the list and try again."
      back={back}
    />
  );
}
