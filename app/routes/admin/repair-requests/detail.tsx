import { type MetaFunction, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { FETCH_REPAIR_REQUESTS_FAILED, REPAIR_REQUEST_LIST } from "~/requests/list";
import { REPAIR_REQUESTS } from "~/requests/repair.server";
import { RecordHistory } from "~/ui/history/record-history";
import { pageTitle } from "~/ui/layout/page-title";
import { RequestDetail } from "~/ui/requests/detail";
import { RequestDetailFailure } from "~/ui/requests/detail-failure";
import { loadRequest } from "../requests/loaders.server";
import { RequestWork } from "../requests/work";
import { workOnRequest } from "../requests/work-action.server";
import { type WorkResult, workInBrowser } from "../requests/work-result";
import { repairRequestGroups } from "./facts";
import { RepairRequestStatusBadge } from "./row";

const CHECKLIST = [
  "Customer called",
  "Appointment set",
  "Car dropped off",
  "Estimate given",
  "Approved",
  "Done",
];

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Repair request ${data.request.reference}` : REPAIR_REQUEST_LIST.title, matches);

export const loader = staffLoader((args) => loadRequest({ kind: REPAIR_REQUESTS, prefix: "RR" }, args));

export const action = staffAction((args) =>
  workOnRequest({ kind: REPAIR_REQUESTS, list: REPAIR_REQUEST_LIST }, args),
);

export const clientAction = workInBrowser;

/** One repair request, to work on, and to print for the workshop. */
export default function RepairRequestDetail() {
  const { request, history, saved, staff, today } = useLoaderData<typeof loader>();
  const posted = useActionData<WorkResult>() ?? saved;
  const { pathname, search } = useLocation();
  return (
    <RequestDetail
      kind="Repair request"
      request={request}
      badge={<RepairRequestStatusBadge request={request} />}
      groups={repairRequestGroups(request)}
      checklist={CHECKLIST}
      list={REPAIR_REQUEST_LIST}
    >
      <RequestWork
        request={request}
        statuses={REPAIR_REQUEST_LIST.statuses}
        canQuote={false}
        staff={staff}
        today={today}
        action={pathname + search}
        posted={posted}
        heading="h2"
      />
      <RecordHistory history={history} />
    </RequestDetail>
  );
}

export function ErrorBoundary() {
  return (
    <RequestDetailFailure
      kind="repair request"
      list={REPAIR_REQUEST_LIST}
      fallback={FETCH_REPAIR_REQUESTS_FAILED}
    />
  );
}
