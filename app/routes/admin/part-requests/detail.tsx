import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/accounts/require-staff.server";
import { FETCH_PART_REQUESTS_FAILED, PART_REQUEST_LIST } from "~/requests/list";
import { PART_REQUESTS } from "~/requests/part.server";
import { pageTitle } from "~/ui/layout/page-title";
import { RequestDetail } from "~/ui/requests/detail";
import { RequestDetailFailure } from "~/ui/requests/detail-failure";
import { loadRequest } from "../requests/loaders.server";
import { partRequestGroups } from "./facts";
import { PartRequestStatusBadge } from "./row";

const CHECKLIST = ["In stock", "Pulled", "Tested", "Customer called", "Price agreed", "Picked up"];

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Part request ${data.request.reference}` : PART_REQUEST_LIST.title, matches);

export const loader = staffLoader((args) => loadRequest({ kind: PART_REQUESTS, prefix: "PR" }, args));

export const action = noStaffAction;

/** One part request, to print for the workshop. */
export default function PartRequestDetail() {
  const { request } = useLoaderData<typeof loader>();
  return (
    <RequestDetail
      kind="Part request"
      request={request}
      badge={<PartRequestStatusBadge request={request} />}
      groups={partRequestGroups(request)}
      checklist={CHECKLIST}
      list={PART_REQUEST_LIST}
    />
  );
}

export function ErrorBoundary() {
  return (
    <RequestDetailFailure
      kind="part request"
      list={PART_REQUEST_LIST}
      fallback={FETCH_PART_REQUESTS_FAILED}
    />
  );
}
