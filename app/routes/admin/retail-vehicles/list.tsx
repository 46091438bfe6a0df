import { redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { FETCH_VEHICLES_FAILED } from "~/api-client";
import { noStaffAction, staffLoader } from "~/auth/require-staff.server";
import { RETAIL_LIST } from "~/models/retail-vehicle-list";
import { findRetailListPage } from "~/models/retail-vehicle-list.server";
import { readStaffQuery, staffListAddress } from "~/models/staff-list";
import { DELETE_SENTENCES } from "~/models/vehicle";
import { addressWithoutEmptyFields } from "~/ui/list-address";
import { pageTitle } from "~/ui/page-title";
import { StaffList } from "~/ui/staff-list";
import { StaffListFailure } from "~/ui/staff-list-failure";
import { AddVehicle, stockedName, VehicleRowActions } from "../vehicle-row";
import { RETAIL_COLUMNS, RetailDetails } from "./row";

export const meta: MetaFunction = ({ matches }) => pageTitle(RETAIL_LIST.title, matches);

export const loader = staffLoader(async ({ request }) => {
  const url = new URL(request.url);
  const shorter = addressWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  return findRetailListPage(readStaffQuery(url.searchParams, RETAIL_LIST));
});

export const action = noStaffAction;

/** Retail vehicles tab (specification, section 2). */
export default function RetailVehicles() {
  const page = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const query = readStaffQuery(params, RETAIL_LIST);
  return (
    <StaffList
      kind={RETAIL_LIST}
      query={query}
      page={page}
      columns={RETAIL_COLUMNS}
      nameOf={stockedName}
      details={(vehicle) => <RetailDetails vehicle={vehicle} />}
      actions={(vehicle, listAddress) => (
        <VehicleRowActions
          vehicle={vehicle}
          path={RETAIL_LIST.path}
          listAddress={listAddress}
          sentence={DELETE_SENTENCES.retail}
        />
      )}
      add={<AddVehicle path={RETAIL_LIST.path} listAddress={staffListAddress(RETAIL_LIST, query)} />}
    />
  );
}

export function ErrorBoundary() {
  return <StaffListFailure kind={RETAIL_LIST} fallback={FETCH_VEHICLES_FAILED} />;
}
