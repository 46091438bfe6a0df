import { redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { noAction, staffAction, staffLoader } from "~/accounts/require-staff.server";
import { collectionAt } from "~/collections";
import { storedCollectionAt } from "~/collections.server";
import { readStaffQuery } from "~/lists/staff";
import { loadStaffList } from "~/staff/list-loader";
import { loadOrFail } from "~/staff/list-loader.server";
import { StaffListFailure } from "~/staff/lists/staff-list-failure";
import { pageTitle } from "~/ui/layout/page-title";
import { STAFF_HOME } from "~/values/return-path";
import { loadRecordList } from "./loaders.server";
import { CollectionTable, type RecordListPage } from "./table";
import { useCollection } from "./use-collection";

export const meta: MetaFunction = ({ matches, location }) =>
  pageTitle(collectionAt(location.pathname)?.list.title ?? "", matches);

export const loader = staffLoader((args) => {
  const collection = storedCollectionAt(args.request);
  // The dashboard's own list has one address.
  if (args.params.collection !== undefined && collection.list.path === STAFF_HOME) throw redirect(STAFF_HOME);
  return loadOrFail(failureOf(collection.list), args, () => loadRecordList(collection, args));
});

export const clientLoader = loadStaffList;

export const action = staffAction((args) => {
  storedCollectionAt(args.request);
  return noAction();
});

/** The staff list of any collection. */
export default function RecordList() {
  const collection = useCollection();
  const [params] = useSearchParams();
  const page = useLoaderData<typeof loader>() as unknown as RecordListPage;
  return (
    <CollectionTable
      // Another list keeps nothing of this one.
      key={collection.path}
      collection={collection}
      page={page}
      query={readStaffQuery(params, collection.list)}
    />
  );
}

export function ErrorBoundary() {
  const { list } = useCollection();
  return <StaffListFailure kind={list} fallback={failureOf(list)} />;
}

function failureOf({ nouns }: { nouns: readonly [string, string] }): string {
  return `Failed to fetch ${nouns[1]}`;
}
