import { type MetaFunction, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { FETCH_PART_REQUESTS_FAILED, PART_REQUEST_LIST } from "~/requests/list";
import { PART_REQUESTS } from "~/requests/part.server";
import { RecordHistory } from "~/ui/history/record-history";
import { pageTitle } from "~/ui/layout/page-title";
import { RequestDetail } from "~/ui/requests/detail";
import { RequestDetailFailure } from "~/ui/requests/detail-failure";
import { findDonors } from "~/vehicles/donors.server";
import { loadRequest } from "../requests/loaders.server";
import { RequestWork } from "../requests/work";
import { workOnRequest } from "../requests/work-action.server";
import { type WorkResult, workInBrowser } from "../requests/work-result";
import { Donors } from "./donors";
import { partRequestGroups } from "./facts";
import { PartRequestStatusBadge } from "./row";

const CHECKLIST = ["In stock", "Pulled", "Tested", "Customer called", "Price agreed", "Picked up"];

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Part request ${data.request.reference}` : PART_REQUEST_LIST.title, matches);

export const loader = staffLoader(async (args) => {
  const loaded = await loadRequest({ kind: PART_REQUESTS, prefix: "PR" }, args);
  return { ...loaded, donors: await findDonors(loaded.request.vehicleInfo) };
});

export const action = staffAction((args) =>
  workOnRequest({ kind: PART_REQUESTS, list: PART_REQUEST_LIST }, args),
);

export const clientAction = workInBrowser;

/** One part request, to work on, and to print for the workshop. */
export default function PartRequestDetail() {
  const { request, history, saved, staff, today, donors } = useLoaderData<typeof loader>();
  const posted = useActionData<WorkResult>() ?? saved;
  const { pathname, search } = useLocation();
  return (
    <RequestDetail
      kind="Part request"
      request={request}
      badge={<PartRequestStatusBadge request={request} />}
      groups={partRequestGroups(request)}
      checklist={CHECKLIST}
      list={PART_REQUEST_LIST}
    >
      <Donors vehicles={donors} request={request} from={pathname + search} />
      <RequestWork
        request={request}
        statuses={PART_REQUEST_LIST.statuses}
        canQuote={true}
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
      kind="part request"
      list={PART_REQUEST_LIST}
      fallback={FETCH_PART_REQUESTS_FAILED}
    />
  );
}
