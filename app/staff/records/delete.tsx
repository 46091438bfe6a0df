import {
  isRouteErrorResponse,
  Link,
  useLoaderData,
  useLocation,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { collectionAt } from "~/collections";
import { editedCollectionAt } from "~/collections.server";
import { TRASH_DAYS, TRASH_PAGE } from "~/history/change";
import { listUrlFrom } from "~/lists/staff";
import { VehiclePicture } from "~/site/vehicles/picture";
import { keepTyped } from "~/staff/forms/keep-typed";
import { StaffNotice } from "~/staff/staff-notice";
import { DeleteForm } from "~/ui/forms/confirm-delete";
import { deleteRecordAndReturn, loadRecordToDelete } from "./loaders.server";
import { RecordNotFound } from "./not-found";
import { useCollection } from "./use-collection";
import { viewOf } from "./views";

export const loader = staffLoader((args) => loadRecordToDelete(editedCollectionAt(args.request), args));

export const action = staffAction((args) => deleteRecordAndReturn(editedCollectionAt(args.request), args));

export const clientAction = keepTyped;

/** Asks before a record is deleted; with script, a dialog in the list asks instead. */
export default function DeleteRecord() {
  const { name, version, imageUrl, vin, listUrl, note } = useLoaderData<typeof loader>();
  const collection = useCollection();
  const { pathname, search } = useLocation();
  return (
    <main id="main" className="page page--narrow staff-page" tabIndex={-1}>
      <div className="card confirm-page">
        <h1>{collection.deleteQuestion}</h1>
        <div className="cluster gap-4 confirm-page__vehicle">
          {imageUrl || viewOf(collection).hasPlaceholder ? (
            <VehiclePicture
              imageUrl={imageUrl}
              name={name}
              sizes="10rem"
              priority="first"
              className="picture"
            />
          ) : null}
          <p>
            <strong>{name}</strong>
            {vin ? (
              <>
                <br />
                VIN {vin}
              </>
            ) : null}
          </p>
        </div>
        <p>
          {collection.shown ? "It comes off the public site. " : null}For {TRASH_DAYS} days it's in the{" "}
          <Link to={TRASH_PAGE}>trash</Link>, where you can restore it.
        </p>
        {note ? <p>{note}</p> : null}
        <DeleteForm action={pathname + search} version={version}>
          <Link className="button button--secondary" to={listUrl}>
            Cancel
          </Link>
        </DeleteForm>
      </div>
    </main>
  );
}

/** There is none with this id, or it could not be deleted. */
export function ErrorBoundary() {
  const error = useRouteError();
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const collection = collectionAt(pathname);
  if (!collection || (isRouteErrorResponse(error) && error.status === 404)) return <RecordNotFound />;
  return (
    <StaffNotice
      title={`Failed to delete ${collection.noun}`}
      message="Something went wrong on our end. Please go back to the list and try again."
      back={{ to: listUrlFrom(params, collection.list.path), label: "Back to the list" }}
    />
  );
}
