import { redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { FETCH_VEHICLES_FAILED } from "~/api-client";
import { noStaffAction, staffLoader } from "~/auth/require-staff.server";
import { RETAIL_LIST } from "~/models/retail-vehicle-list";
import { findRetailListPage } from "~/models/retail-vehicle-list.server";
import { readStaffQuery } from "~/models/staff-list";
import { addressWithoutEmptyFields } from "~/ui/list-address";
import { pageTitle } from "~/ui/page-title";
import { StaffListFailure } from "~/ui/staff-list-failure";
import { RetailTable } from "./table";

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
  return <RetailTable page={page} query={readStaffQuery(params, RETAIL_LIST)} />;
}

export function ErrorBoundary() {
  return <StaffListFailure kind={RETAIL_LIST} fallback={FETCH_VEHICLES_FAILED} />;
}
