import { useActionData, useSearchParams } from "@remix-run/react";
import { readStaffQuery, type StaffPage } from "~/lists/staff";
import { StaffList } from "~/ui/lists/staff-list";
import { StaffListFailure } from "~/ui/lists/staff-list-failure";
import { type ContactInfo, RequestActions } from "~/ui/requests/columns";
import { RequestFacts } from "~/ui/requests/facts";
import type { RequestPages } from "./pages";
import { RequestWork, type RequestWorkProps, type WorkableRequest } from "./work";
import type { WorkResult } from "./work-result";

interface RequestListProps<Request> {
  pages: RequestPages<Request>;
  /** What `loadRequestPage` has loaded. */
  page: StaffPage<Request> & Pick<RequestWorkProps, "staff" | "today"> & { saved: WorkResult | undefined };
}

/** The staff list of one kind of request; an open row has the forms to work on it. */
export function RequestList<Request extends ContactInfo & WorkableRequest>({
  pages: { list, columns, groups, canQuote },
  page,
}: RequestListProps<Request>) {
  const [params] = useSearchParams();
  const posted = useActionData<WorkResult>() ?? page.saved;
  const { staff, today } = page;
  return (
    <StaffList
      kind={list}
      query={readStaffQuery(params, list)}
      page={page}
      columns={columns}
      nameOf={({ reference, customerInfo }) => `${reference} of ${customerInfo.name}`}
      details={(request, listUrl) => (
        <>
          <RequestFacts groups={groups(request)} notes={request.notes} heading="h3" />
          <RequestWork
            staff={staff}
            today={today}
            canQuote={canQuote}
            request={request}
            statuses={list.statuses}
            action={listUrl}
            posted={posted}
            heading="h3"
          />
        </>
      )}
      actions={(request, listUrl) => <RequestActions request={request} path={list.path} listUrl={listUrl} />}
    />
  );
}

/** The error view of a list. */
export function RequestListFailure<Request>({ pages: { list } }: { pages: RequestPages<Request> }) {
  return <StaffListFailure kind={list} fallback={list.failed} />;
}
