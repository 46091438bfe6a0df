import { type MetaFunction, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { requestsAt } from "~/requests/kinds";
import { RecordHistory } from "~/staff/history/record-history";
import { pageTitle } from "~/ui/layout/page-title";
import { Donors } from "./donors";
import { RequestFailure } from "./failure";
import { loadRequest } from "./loaders.server";
import { RequestDetail } from "./request-detail";
import { ShelfParts } from "./shelf-parts";
import { findStock } from "./stock.server";
import { RequestWork } from "./work";
import { workOnRequest } from "./work-action.server";
import { type WorkResult, workInBrowser } from "./work-result";

/*
 * One request of any kind, to work on, and to print for the workshop.
 */

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) => {
  const { nouns, list } = requestsAt(location.pathname);
  return pageTitle(data ? `${nouns[0]} ${data.request.reference}` : list.title, matches);
};

export const loader = staffLoader(async (args) => {
  const kind = requestsAt(new URL(args.request.url).pathname);
  const loaded = await loadRequest(kind, args);
  return { ...loaded, stock: await findStock(kind, loaded.request) };
});

export const action = staffAction((args) =>
  workOnRequest(requestsAt(new URL(args.request.url).pathname), args),
);

export const clientAction = workInBrowser;

export default function RequestPage() {
  const { request, stock, history, staff, today, saved } = useLoaderData<typeof loader>();
  const posted = useActionData<WorkResult>() ?? saved;
  const { pathname, search } = useLocation();
  const kind = requestsAt(pathname);
  const here = pathname + search;
  return (
    <RequestDetail key={kind.path} kind={kind} request={request}>
      {stock ? (
        <>
          <ShelfParts shelf={stock.shelf} request={request} from={here} />
          <Donors vehicles={stock.donors} request={request} from={here} />
        </>
      ) : null}
      <RequestWork
        kind={kind}
        request={request}
        staff={staff}
        today={today}
        action={here}
        posted={posted}
        heading="h2"
      />
      <RecordHistory history={history} />
    </RequestDetail>
  );
}

export function ErrorBoundary() {
  return <RequestFailure kind={requestsAt(useLocation().pathname)} />;
}
