import { redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData, useSearchParams } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/auth/require-staff.server";
import { findPartRequestPage } from "~/models/part-request-list.server";
import { FETCH_PART_REQUESTS_FAILED, PART_REQUEST_LIST } from "~/models/request-list";
import { shown } from "~/models/request-shown.server";
import { readStaffQuery } from "~/models/staff-list";
import { addressWithoutEmptyFields } from "~/ui/list-address";
import { pageTitle } from "~/ui/page-title";
import { RequestActions } from "~/ui/request-columns";
import { RequestFacts } from "~/ui/request-facts";
import { StaffList } from "~/ui/staff-list";
import { StaffListFailure } from "~/ui/staff-list-failure";
import { partRequestGroups } from "./facts";
import { PART_REQUEST_COLUMNS } from "./row";

export const meta: MetaFunction = ({ matches }) => pageTitle(PART_REQUEST_LIST.title, matches);

export const loader = staffLoader(async ({ request }) => {
  const url = new URL(request.url);
  const shorter = addressWithoutEmptyFields(url);
  if (shorter) throw redirect(shorter);
  const page = await findPartRequestPage(readStaffQuery(url.searchParams, PART_REQUEST_LIST));
  return { ...page, entries: page.entries.map((entry) => shown(entry, "PR")) };
});

export const action = noStaffAction;

/** Parts Requests tab (specification, section 2): read-only. */
export default function PartRequests() {
  const page = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <StaffList
      kind={PART_REQUEST_LIST}
      query={readStaffQuery(params, PART_REQUEST_LIST)}
      page={page}
      columns={PART_REQUEST_COLUMNS}
      nameOf={({ reference, customerInfo }) => `${reference} of ${customerInfo.name}`}
      details={(request) => (
        <RequestFacts groups={partRequestGroups(request)} notes={request.notes} heading="h3" />
      )}
      actions={(request, listAddress) => (
        <RequestActions request={request} path={PART_REQUEST_LIST.path} listAddress={listAddress} />
      )}
    />
  );
}

export function ErrorBoundary() {
  return <StaffListFailure kind={PART_REQUEST_LIST} fallback={FETCH_PART_REQUESTS_FAILED} />;
}
