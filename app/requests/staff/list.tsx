import {
  type MetaFunction,
  useActionData,
  useLoaderData,
  useLocation,
  useSearchParams,
} from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { readStaffQuery } from "~/lists/staff";
import { requestsAt } from "~/requests/kinds";
import type { RequestCollection } from "~/requests/request";
import { loadStaffList } from "~/staff/list-loader";
import { StaffList } from "~/staff/lists/staff-list";
import { StaffListFailure } from "~/staff/lists/staff-list-failure";
import { pageTitle } from "~/ui/layout/page-title";
import { RequestActions, requestColumns } from "./columns";
import { RequestFacts } from "./facts";
import { loadRequestPage } from "./loaders.server";
import { RequestWork } from "./work";
import { workOnRequest } from "./work-action.server";
import { type WorkResult, workInBrowser } from "./work-result";

/*
 * The staff list of each kind of request; an open row has the forms to work on it.
 */

export const meta: MetaFunction = ({ matches, location }) =>
  pageTitle(requestsAt(location.pathname).list.title, matches);

export const loader = staffLoader((args) =>
  loadRequestPage(requestsAt(new URL(args.request.url).pathname), args),
);

export const clientLoader = loadStaffList<Awaited<ReturnType<typeof loadRequestPage>>>;

export const action = staffAction((args) =>
  workOnRequest(requestsAt(new URL(args.request.url).pathname), args),
);

export const clientAction = workInBrowser;

export default function RequestList() {
  const kind = requestsAt(useLocation().pathname);
  // With a key, or the state of one kind's rows would survive into another's list.
  return <Rows key={kind.path} kind={kind} />;
}

function Rows({ kind }: { kind: RequestCollection }) {
  const page = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const posted = useActionData<WorkResult>() ?? page.saved;
  const { staff, today } = page;
  return (
    <StaffList
      kind={kind.list}
      query={readStaffQuery(params, kind.list)}
      page={page}
      columns={requestColumns(kind)}
      nameOf={({ reference, customerInfo }) => `${reference} of ${customerInfo.name}`}
      details={(request, listUrl) => (
        <>
          <RequestFacts kind={kind} request={request} heading="h3" />
          <RequestWork
            kind={kind}
            staff={staff}
            today={today}
            request={request}
            action={listUrl}
            posted={posted}
            heading="h3"
          />
        </>
      )}
      actions={(request, listUrl) => <RequestActions request={request} path={kind.path} listUrl={listUrl} />}
    />
  );
}

export function ErrorBoundary() {
  const { list } = requestsAt(useLocation().pathname);
  return <StaffListFailure kind={list} fallback={list.failed} />;
}
