import {
  Link,
  type MetaFunction,
  useActionData,
  useLoaderData,
  useLocation,
  useSearchParams,
} from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { readStaffQuery } from "~/lists/staff";
import { requestsAt } from "~/requests/kinds";
import { newRequestUrl } from "~/requests/new-request-page";
import type { RequestCollection } from "~/requests/request";
import { loadStaffList } from "~/staff/list-loader";
import { StaffList } from "~/staff/lists/staff-list";
import { StaffListFailure } from "~/staff/lists/staff-list-failure";
import { SamePerson } from "~/staff/same-person";
import { unlessNoAnswer } from "~/ui/forms/no-answer";
import { Icon } from "~/ui/layout/icon";
import { pageTitle } from "~/ui/layout/page-title";
import { RequestActions, requestColumns } from "./columns";
import { RequestFacts } from "./facts";
import { loadRequestPage } from "./loaders.server";
import { RowMatches } from "./matches";
import { RequestConversation, RequestWork } from "./work";
import { workOnRequest } from "./work-action.server";
import { ID_FIELD, type WorkResult, workInBrowser } from "./work-result";

/*
 * The staff list of each kind of request; an open row has the forms to work on it.
 */

export const meta: MetaFunction = ({ matches, location }) =>
  pageTitle(requestsAt(location.pathname).list.title, matches);

export const loader = staffLoader((args) =>
  loadRequestPage(requestsAt(new URL(args.request.url).pathname), args),
);

export const clientLoader = loadStaffList<Awaited<ReturnType<typeof loadRequestPage>>>;

export const action = staffAction(
  (args) => workOnRequest(requestsAt(new URL(args.request.url).pathname), args),
  { savesForm: "page", namedBy: ["intent", ID_FIELD] },
);

export const clientAction = workInBrowser;

export const shouldRevalidate = unlessNoAnswer;

export default function RequestList() {
  const kind = requestsAt(useLocation().pathname);
  // The key keeps the state of one kind's rows from surviving into another's list.
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
      add={
        <Link className="button button--small" to={newRequestUrl(kind)}>
          <Icon name="plus" size={20} /> New Request
        </Link>
      }
      staff={staff.map(({ username }) => username)}
      nameOf={({ reference, customerInfo: { name, phone, email } }) =>
        `${reference} of ${name || phone || email}`
      }
      details={(request, listUrl) => {
        const work = { kind, request, staff, today, action: listUrl, posted, heading: "h3" } as const;
        return (
          <>
            <SamePerson person={request.samePerson} />
            <RequestFacts kind={kind} request={request} heading="h3" />
            <RowMatches
              kind={kind}
              stock={page.stock[request._id]}
              request={request}
              from={listUrl}
              heading="h3"
            />
            <RequestConversation {...work} />
            <RequestWork {...work} />
          </>
        );
      }}
      actions={(request, listUrl) => <RequestActions request={request} listUrl={listUrl} />}
    />
  );
}

export function ErrorBoundary() {
  const { list } = requestsAt(useLocation().pathname);
  return <StaffListFailure kind={list} fallback={list.failed} />;
}
