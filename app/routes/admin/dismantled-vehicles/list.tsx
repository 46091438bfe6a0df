import { type MetaFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { readStaffQuery } from "~/lists/staff";
import { countPartsForSale } from "~/parts/donor-parts.server";
import { pageTitle } from "~/ui/layout/page-title";
import { StaffListFailure } from "~/ui/lists/staff-list-failure";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { FETCH_VEHICLES_FAILED } from "~/vehicles/messages";
import { loadInventoryList } from "../inventory/loaders.server";
import { loadStaffList } from "../list-loader";
import { loadOrFail } from "../list-loader.server";
import { DismantledTable } from "./table";

export const meta: MetaFunction = ({ matches }) => pageTitle(DISMANTLED_VEHICLES.list.title, matches);

export const loader = staffLoader((args) =>
  loadOrFail(FETCH_VEHICLES_FAILED, args, async () => {
    const page = await loadInventoryList(DISMANTLED_RECORDS, args);
    const parts = await countPartsForSale(page.entries.map(({ _id }) => _id));
    return { ...page, parts: Object.fromEntries(parts) };
  }),
);

export const clientLoader = loadStaffList;

export const action = noStaffAction;

export default function DismantledVehicles() {
  const [params] = useSearchParams();
  return (
    <DismantledTable
      page={useLoaderData<typeof loader>()}
      query={readStaffQuery(params, DISMANTLED_VEHICLES.list)}
    />
  );
}

export function ErrorBoundary() {
  return <StaffListFailure kind={DISMANTLED_VEHICLES.list} fallback={FETCH_VEHICLES_FAILED} />;
}
