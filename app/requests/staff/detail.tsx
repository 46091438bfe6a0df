import { type MetaFunction, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { requestsAt } from "~/requests/kinds";
import { PART_REQUESTS } from "~/requests/part-requests";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { listSalesOf } from "~/sales/of-request.server";
import { RecordHistory } from "~/staff/history/record-history";
import { SamePerson } from "~/staff/same-person";
import { unlessNoAnswer } from "~/ui/forms/no-answer";
import { pageTitle } from "~/ui/layout/page-title";
import { RequestFailure } from "./failure";
import { loadRequest } from "./loaders.server";
import { Matches } from "./matches";
import { loadCarOffer } from "./offer.server";
import { OfferPanel } from "./offer-panel";
import { loadRepairWork } from "./repair.server";
import { RepairWork } from "./repair-work";
import { RequestDetail } from "./request-detail";
import { RemovalForms, RequestConversation, RequestWork } from "./work";
import { workOnRequest } from "./work-action.server";
import { type WorkResult, workInBrowser } from "./work-result";

/*
 * One request of any kind: a place to work on it, which prints as a sheet for the workshop.
 */

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) => {
  const { nouns, list } = requestsAt(location.pathname);
  return pageTitle(data ? `${nouns[0]} ${data.request.reference}` : list.title, matches);
};

export const loader = staffLoader(async (args) => {
  const kind = requestsAt(new URL(args.request.url).pathname);
  const loaded = await loadRequest(kind, args);
  const { _id } = loaded.request;
  return {
    ...loaded,
    repair: await loadRepairWork(kind, _id, args.now),
    car: await loadCarOffer(kind, _id, args.now),
    sales: await listSalesOf({
      ...(kind.table === PART_REQUESTS.table ? { partRequestId: _id } : {}),
      ...(kind.table === REPAIR_REQUESTS.table ? { repairRequestId: _id } : {}),
    }),
  };
});

export const action = staffAction(
  (args) => workOnRequest(requestsAt(new URL(args.request.url).pathname), args),
  { savesForm: "page", namedBy: ["intent"] },
);

export const clientAction = workInBrowser;

export const shouldRevalidate = unlessNoAnswer;

export default function RequestPage() {
  const { request, stock, repair, car, sales, history, staff, today, saved } = useLoaderData<typeof loader>();
  const posted = useActionData<WorkResult>() ?? saved;
  const { pathname, search } = useLocation();
  const kind = requestsAt(pathname);
  const here = pathname + search;
  const work = { kind, request, staff, today, action: here, posted, heading: "h2" } as const;
  return (
    <RequestDetail
      key={kind.path}
      kind={kind}
      request={request}
      from={here}
      sales={sales}
      purchase={car && { isReady: car.canChange, bought: car.purchase }}
      person={<SamePerson person={request.samePerson} />}
      work={
        <>
          {stock ? <Matches stock={stock} request={request} from={here} heading="h2" /> : null}
          {repair ? <RepairWork repair={repair} /> : null}
          {car ? <OfferPanel car={car} /> : null}
          <RequestWork {...work} />
        </>
      }
      removal={<RemovalForms {...work} className="more-menu__item" />}
    >
      <RequestConversation {...work} />
      <RecordHistory history={history} />
    </RequestDetail>
  );
}

export function ErrorBoundary() {
  return <RequestFailure kind={requestsAt(useLocation().pathname)} />;
}
