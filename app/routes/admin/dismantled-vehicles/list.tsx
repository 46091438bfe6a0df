import { redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { FETCH_VEHICLES_FAILED } from "~/api-client";
import { noStaffAction, staffLoader } from "~/auth/require-staff.server";
import { DISMANTLED_LIST } from "~/models/dismantled-vehicle-list";
import { findDismantledListPage } from "~/models/dismantled-vehicle-list.server";
import { readStaffQuery, staffListAddress } from "~/models/staff-list";
import { DELETE_SENTENCES } from "~/models/vehicle";
import { addressWithoutEmptyFields } from "~/ui/list-address";
import { pageTitle } from "~/ui/page-title";
import { StaffList } from "~/ui/staff-list";
import { StaffListFailure } from "~/ui/staff-list-failure";
import { AddVehicle, stockedName, VehicleRowActions } from "../vehicle-row";
import { DISMANTLED_COLUMNS, DismantledDetails } from "./row";

const VEHICLES = "/admin/dismantled-vehicles";

export const meta: MetaFunction = ({ matches }) => pageTitle(DISMANTLED_LIST.title, matches);

export const loader = staffLoader(async ({ request }) => {
  const url = new URL(request.url);
  const shorter = addressWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  return findDismantledListPage(readStaffQuery(url.searchParams, DISMANTLED_LIST));
});

export const action = noStaffAction;

/** Dismantled Vehicle Inventory (specification, section 2). */
export default function DismantledVehicles() {
  const page = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const query = readStaffQuery(params, DISMANTLED_LIST);
  return (
    <StaffList
      kind={DISMANTLED_LIST}
      query={query}
      page={page}
      columns={DISMANTLED_COLUMNS}
      nameOf={stockedName}
      details={(vehicle) => <DismantledDetails vehicle={vehicle} />}
      actions={(vehicle, listAddress) => (
        <VehicleRowActions
          vehicle={vehicle}
          path={VEHICLES}
          listAddress={listAddress}
          sentence={DELETE_SENTENCES.dismantled}
        />
      )}
      add={<AddVehicle path={VEHICLES} listAddress={staffListAddress(DISMANTLED_LIST, query)} />}
    />
  );
}

export function ErrorBoundary() {
  return <StaffListFailure kind={DISMANTLED_LIST} fallback={FETCH_VEHICLES_FAILED} />;
}
