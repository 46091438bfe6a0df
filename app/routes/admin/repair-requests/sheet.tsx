import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { noStaffAction, staffLoader } from "~/auth/require-staff.server";
import { isIdShaped } from "~/models/id";
import { findRepairRequest } from "~/models/repair-request.server";
import { FETCH_REPAIR_REQUESTS_FAILED, REPAIR_REQUEST_LIST } from "~/models/request-list";
import { shown } from "~/models/request-shown.server";
import { pageTitle } from "~/ui/page-title";
import { RequestSheet } from "~/ui/request-sheet";
import { RequestSheetFailure } from "~/ui/request-sheet-failure";
import { repairRequestGroups } from "./facts";
import { RepairRequestStatusBadge } from "./row";

const TICKS = ["Customer called", "Appointment set", "Car in", "Estimate given", "Approved", "Done"];

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Repair request ${data.request.reference}` : REPAIR_REQUEST_LIST.title, matches);

export const loader = staffLoader(async ({ params: { id } }) => {
  const request = isIdShaped(id) ? await findRepairRequest(id) : undefined;
  if (!request) throw new Response(null, { status: 404 });
  return { request: shown(request, "RR") };
});

export const action = noStaffAction;

/** One repair request, to print for the workshop. */
export default function RepairRequestSheet() {
  const { request } = useLoaderData<typeof loader>();
  return (
    <RequestSheet
      kind="Repair request"
      request={request}
      badge={<RepairRequestStatusBadge request={request} />}
      groups={repairRequestGroups(request)}
      ticks={TICKS}
      list={REPAIR_REQUEST_LIST}
    />
  );
}

export function ErrorBoundary() {
  return (
    <RequestSheetFailure
      kind="repair request"
      list={REPAIR_REQUEST_LIST}
      fallback={FETCH_REPAIR_REQUESTS_FAILED}
    />
  );
}
