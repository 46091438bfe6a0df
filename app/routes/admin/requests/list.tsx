import { useSearchParams } from "@remix-run/react";
import { readStaffQuery, type StaffListDefinition, type StaffPage } from "~/lists/staff";
import type { NoteView } from "~/requests/view.server";
import type { Column } from "~/ui/lists/record-table";
import { StaffList } from "~/ui/lists/staff-list";
import { type ContactInfo, RequestActions } from "~/ui/requests/columns";
import { RequestFacts, type RequestGroup } from "~/ui/requests/facts";

interface RequestListProps<Request> {
  list: StaffListDefinition;
  page: StaffPage<Request>;
  columns: readonly Column<Request>[];
  /** Every field of a request, for an open row. */
  groups: (request: Request) => readonly RequestGroup[];
}

/** The staff list of one kind of request, which is read-only (specification, section 2). */
export function RequestList<Request extends ContactInfo & { _id: string; notes: readonly NoteView[] }>({
  list,
  page,
  columns,
  groups,
}: RequestListProps<Request>) {
  const [params] = useSearchParams();
  return (
    <StaffList
      kind={list}
      query={readStaffQuery(params, list)}
      page={page}
      columns={columns}
      nameOf={({ reference, customerInfo }) => `${reference} of ${customerInfo.name}`}
      details={(request) => <RequestFacts groups={groups(request)} notes={request.notes} heading="h3" />}
      actions={(request, listUrl) => <RequestActions request={request} path={list.path} listUrl={listUrl} />}
    />
  );
}
