import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { FETCH_PART_REQUESTS_FAILED, PART_REQUEST_LIST } from "~/requests/list";
import { PART_REQUESTS } from "~/requests/part.server";
import { pageTitle } from "~/ui/layout/page-title";
import { StaffListFailure } from "~/ui/lists/staff-list-failure";
import { loadStaffList } from "../list-loader";
import { loadOrFail } from "../list-loader.server";
import { RequestList } from "../requests/list";
import { loadRequestPage } from "../requests/loaders.server";
import { workOnRequest } from "../requests/work-action.server";
import { type WorkResult, workInBrowser } from "../requests/work-result";
import { partRequestGroups } from "./facts";
import { PART_REQUEST_COLUMNS } from "./row";

export const meta: MetaFunction = ({ matches }) => pageTitle(PART_REQUEST_LIST.title, matches);

export const loader = staffLoader((args) =>
  loadOrFail(FETCH_PART_REQUESTS_FAILED, args, () =>
    loadRequestPage({ kind: PART_REQUESTS, list: PART_REQUEST_LIST, prefix: "PR" }, args),
  ),
);

export const clientLoader = loadStaffList;

export const action = staffAction((args) =>
  workOnRequest({ kind: PART_REQUESTS, list: PART_REQUEST_LIST }, args),
);

export const clientAction = workInBrowser;

export default function PartRequests() {
  const page = useLoaderData<typeof loader>();
  const posted = useActionData<WorkResult>() ?? page.saved;
  return (
    <RequestList
      list={PART_REQUEST_LIST}
      page={page}
      columns={PART_REQUEST_COLUMNS}
      groups={partRequestGroups}
      work={{ staff: page.staff, today: page.today, canQuote: true }}
      posted={posted}
    />
  );
}

export function ErrorBoundary() {
  return <StaffListFailure kind={PART_REQUEST_LIST} fallback={FETCH_PART_REQUESTS_FAILED} />;
}
