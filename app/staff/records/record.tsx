import {
  isRouteErrorResponse,
  Link,
  type MetaFunction,
  useLoaderData,
  useRouteError,
} from "@remix-run/react";
import { noAction, staffAction, staffLoader } from "~/accounts/require-staff.server";
import { storedCollectionAt } from "~/collections.server";
import { RecordHistory } from "~/staff/history/record-history";
import { DeleteLink } from "~/ui/forms/confirm-delete";
import { Icon } from "~/ui/layout/icon";
import { pageTitle } from "~/ui/layout/page-title";
import { loadRecord } from "./loaders.server";
import { RecordNotFound } from "./not-found";
import { DocumentLinks } from "./row";
import { FieldDetails } from "./table";
import { useCollection } from "./use-collection";
import { type StaffRecord, viewOf } from "./views";

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageTitle(data?.name ?? "Page not found", matches);

export const loader = staffLoader((args) => loadRecord(storedCollectionAt(args.request), args));

export const action = staffAction((args) => {
  storedCollectionAt(args.request);
  return noAction();
});

/** A record of any collection: its fields, what can be done with it, and its history. */
export default function RecordPage() {
  const { name, record, history, deleteNote } = useLoaderData<typeof loader>();
  const collection = useCollection();
  const staffRecord = record as unknown as StaffRecord;
  const page = `${collection.path}/${staffRecord._id}`;
  return (
    <main id="main" className="page page--narrow staff-page stack gap-5" tabIndex={-1}>
      <h1>{name}</h1>
      <FieldDetails collection={collection} record={staffRecord} isWhole />
      <p className="cluster">
        <Link className="button button--secondary" to={`${page}/edit`}>
          <Icon name="pencil" size={20} /> Edit
        </Link>
        <DocumentLinks documents={viewOf(collection).documents?.(staffRecord._id) ?? []} />
        <DeleteLink
          action={`${page}/delete`}
          question={collection.deleteQuestion}
          name={name}
          note={deleteNote}
          version={staffRecord.updatedAt}
        />
      </p>
      <RecordHistory history={history} />
    </main>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  // Other errors belong to the boundary of the layout.
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return <RecordNotFound />;
}
