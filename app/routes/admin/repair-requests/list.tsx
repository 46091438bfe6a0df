import { redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/auth/require-staff.server";
import { findRepairRequestPage } from "~/models/repair-request-list.server";
import { FETCH_REPAIR_REQUESTS_FAILED, REPAIR_REQUEST_LIST } from "~/models/request-list";
import { shown } from "~/models/request-shown.server";
import { readStaffQuery } from "~/models/staff-list";
import { addressWithoutEmptyFields } from "~/ui/list-address";
import { pageTitle } from "~/ui/page-title";
import { RequestActions } from "~/ui/request-columns";
import { RequestFacts } from "~/ui/request-facts";
import { StaffList } from "~/ui/staff-list";
import { StaffListFailure } from "~/ui/staff-list-failure";
import { repairRequestGroups } from "./facts";
import { REPAIR_REQUEST_COLUMNS } from "./row";

export const meta: MetaFunction = ({ matches }) => pageTitle(REPAIR_REQUEST_LIST.title, matches);

export const loader = staffLoader(async ({ request }) => {
  const url = new URL(request.url);
  const shorter = addressWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  const page = await findRepairRequestPage(readStaffQuery(url.searchParams, REPAIR_REQUEST_LIST));
  return { ...page, entries: page.entries.map((entry) => shown(entry, "RR")) };
});

export const action = noStaffAction;

/** Repair Requests tab (specification, section 2): read-only. */
export default function RepairRequests() {
  const page = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <StaffList
      kind={REPAIR_REQUEST_LIST}
      query={readStaffQuery(params, REPAIR_REQUEST_LIST)}
      page={page}
      columns={REPAIR_REQUEST_COLUMNS}
      nameOf={({ reference, customerInfo }) => `${reference} of ${customerInfo.name}`}
      details={(request) => (
        <RequestFacts groups={repairRequestGroups(request)} notes={request.notes} heading="h3" />
      )}
      actions={(request, listAddress) => (
        <RequestActions request={request} path={REPAIR_REQUEST_LIST.path} listAddress={listAddress} />
      )}
    />
  );
}

export function ErrorBoundary() {
  return <StaffListFailure kind={REPAIR_REQUEST_LIST} fallback={FETCH_REPAIR_REQUESTS_FAILED} />;
}
