import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { FETCH_REPAIR_REQUESTS_FAILED, REPAIR_REQUEST_LIST } from "~/requests/list";
import { REPAIR_REQUESTS } from "~/requests/repair.server";
import { pageTitle } from "~/ui/layout/page-title";
import { StaffListFailure } from "~/ui/lists/staff-list-failure";
import { loadStaffList } from "../list-loader";
import { loadOrFail } from "../list-loader.server";
import { RequestList } from "../requests/list";
import { loadRequestPage } from "../requests/loaders.server";
import { workOnRequest } from "../requests/work-action.server";
import { type WorkResult, workInBrowser } from "../requests/work-result";
import { repairRequestGroups } from "./facts";
import { REPAIR_REQUEST_COLUMNS } from "./row";

export const meta: MetaFunction = ({ matches }) => pageTitle(REPAIR_REQUEST_LIST.title, matches);

export const loader = staffLoader((args) =>
  loadOrFail(FETCH_REPAIR_REQUESTS_FAILED, args, () =>
    loadRequestPage({ kind: REPAIR_REQUESTS, list: REPAIR_REQUEST_LIST, prefix: "RR" }, args),
  ),
);

export const clientLoader = loadStaffList;

export const action = staffAction((args) =>
  workOnRequest({ kind: REPAIR_REQUESTS, list: REPAIR_REQUEST_LIST }, args),
);

export const clientAction = workInBrowser;

export default function RepairRequests() {
  const page = useLoaderData<typeof loader>();
  const posted = useActionData<WorkResult>() ?? page.saved;
  return (
    <RequestList
      list={REPAIR_REQUEST_LIST}
      page={page}
      columns={REPAIR_REQUEST_COLUMNS}
      groups={repairRequestGroups}
      work={{ staff: page.staff, today: page.today, canQuote: false }}
      posted={posted}
    />
  );
}

export function ErrorBoundary() {
  return <StaffListFailure kind={REPAIR_REQUEST_LIST} fallback={FETCH_REPAIR_REQUESTS_FAILED} />;
}
