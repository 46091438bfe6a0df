import { type MetaFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { readStaffQuery } from "~/lists/staff";
import { FETCH_PARTS_FAILED } from "~/parts/part";
import { PART_RECORDS } from "~/parts/part.server";
import { PARTS } from "~/parts/parts";
import { pageTitle } from "~/ui/layout/page-title";
import { StaffListFailure } from "~/ui/lists/staff-list-failure";
import { loadInventoryList } from "../inventory/loaders.server";
import { loadStaffList } from "../list-loader";
import { loadOrFail } from "../list-loader.server";
import { PartTable } from "./table";

export const meta: MetaFunction = ({ matches }) => pageTitle(PARTS.list.title, matches);

export const loader = staffLoader((args) =>
  loadOrFail(FETCH_PARTS_FAILED, args, () => loadInventoryList(PART_RECORDS, args)),
);

export const clientLoader = loadStaffList;

export const action = noStaffAction;

/** The parts on the shelf, in every status. */
export default function Parts() {
  const [params] = useSearchParams();
  return <PartTable page={useLoaderData<typeof loader>()} query={readStaffQuery(params, PARTS.list)} />;
}

export function ErrorBoundary() {
  return <StaffListFailure kind={PARTS.list} fallback={FETCH_PARTS_FAILED} />;
}
