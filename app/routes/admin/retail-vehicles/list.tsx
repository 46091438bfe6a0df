import { type MetaFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { readStaffQuery } from "~/lists/staff";
import { pageTitle } from "~/ui/layout/page-title";
import { StaffListFailure } from "~/ui/lists/staff-list-failure";
import { FETCH_VEHICLES_FAILED } from "~/vehicles/messages";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { loadInventoryList } from "../inventory/loaders.server";
import { loadStaffList } from "../list-loader";
import { loadOrFail } from "../list-loader.server";
import { RetailTable } from "./table";

export const meta: MetaFunction = ({ matches }) => pageTitle(RETAIL_VEHICLES.list.title, matches);

export const loader = staffLoader((args) =>
  loadOrFail(FETCH_VEHICLES_FAILED, args, () => loadInventoryList(RETAIL_RECORDS, args)),
);

export const clientLoader = loadStaffList;

export const action = noStaffAction;

export default function RetailVehicles() {
  const [params] = useSearchParams();
  return (
    <RetailTable page={useLoaderData<typeof loader>()} query={readStaffQuery(params, RETAIL_VEHICLES.list)} />
  );
}

export function ErrorBoundary() {
  return <StaffListFailure kind={RETAIL_VEHICLES.list} fallback={FETCH_VEHICLES_FAILED} />;
}
