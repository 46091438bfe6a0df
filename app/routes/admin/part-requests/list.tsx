import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { FETCH_PART_REQUESTS_FAILED, PART_REQUEST_LIST } from "~/requests/list";
import { PART_REQUESTS } from "~/requests/part.server";
import { pageTitle } from "~/ui/layout/page-title";
import { StaffListFailure } from "~/ui/lists/staff-list-failure";
import { loadStaffList } from "../list-loader";
import { loadOrFail } from "../list-loader.server";
import { RequestList } from "../requests/list";
import { loadRequestPage } from "../requests/loaders.server";
import { partRequestGroups } from "./facts";
import { PART_REQUEST_COLUMNS } from "./row";

export const meta: MetaFunction = ({ matches }) => pageTitle(PART_REQUEST_LIST.title, matches);

export const loader = staffLoader((args) =>
  loadOrFail(FETCH_PART_REQUESTS_FAILED, args, () =>
    loadRequestPage({ kind: PART_REQUESTS, list: PART_REQUEST_LIST, prefix: "PR" }, args),
  ),
);

export const clientLoader = loadStaffList;

export const action = noStaffAction;

export default function PartRequests() {
  return (
    <RequestList
      list={PART_REQUEST_LIST}
      page={useLoaderData<typeof loader>()}
      columns={PART_REQUEST_COLUMNS}
      groups={partRequestGroups}
    />
  );
}

export function ErrorBoundary() {
  return <StaffListFailure kind={PART_REQUEST_LIST} fallback={FETCH_PART_REQUESTS_FAILED} />;
}
