import { useSearchParams } from "@remix-run/react";
import { readStaffQuery, type StaffListDefinition, type StaffPage } from "~/lists/staff";
import type { Column } from "~/ui/lists/record-table";
import { StaffList } from "~/ui/lists/staff-list";
import { type ContactInfo, RequestActions } from "~/ui/requests/columns";
import { RequestFacts, type RequestGroup } from "~/ui/requests/facts";
import { RequestWork, type RequestWorkProps, type WorkableRequest } from "./work";
import type { WorkResult } from "./work-result";

interface RequestListProps<Request> {
  list: StaffListDefinition;
  page: StaffPage<Request>;
  columns: readonly Column<Request>[];
  /** Every field of a request, for an open row. */
  groups: (request: Request) => readonly RequestGroup[];
  work: Pick<RequestWorkProps, "staff" | "today" | "canQuote">;
  /** The form that was posted without script, if it was not applied. */
  posted: WorkResult | undefined;
}

/** The staff list of one kind of request; an open row has the forms to work on it. */
export function RequestList<Request extends ContactInfo & WorkableRequest>({
  list,
  page,
  columns,
  groups,
  work,
  posted,
}: RequestListProps<Request>) {
  const [params] = useSearchParams();
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
            {...work}
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
