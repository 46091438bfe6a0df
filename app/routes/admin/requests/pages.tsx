import { useActionData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { RecordHistoryView } from "~/history/view.server";
import type { RequestListDefinition } from "~/requests/list";
import type { RequestView, StaffMember } from "~/requests/view.server";
import { RecordHistory } from "~/ui/history/record-history";
import type { Column } from "~/ui/lists/record-table";
import type { ContactInfo } from "~/ui/requests/columns";
import { RequestDetail } from "~/ui/requests/detail";
import { RequestDetailFailure } from "~/ui/requests/detail-failure";
import type { RequestGroup } from "~/ui/requests/facts";
import { RequestWork, type WorkableRequest } from "./work";
import type { WorkResult } from "./work-result";

/** What differs between the staff pages of the kinds of requests. */
export interface RequestPages<Request> {
  /** `Part request` */
  name: string;
  list: RequestListDefinition;
  columns: readonly Column<Request>[];
  badge: (request: Request) => ReactNode;
  /** Every field of a request, in the order in which staff work with it. */
  groups: (request: Request) => readonly RequestGroup[];
  /** Boxes to check off in the workshop. */
  checklist: readonly string[];
  /** True for part requests. */
  canQuote: boolean;
}

interface RequestPageProps<Request> {
  pages: RequestPages<Request>;
  request: Request;
  staff: readonly StaffMember[];
  /** Today in the business's time zone. */
  today: string;
  /** A form that was posted after its session ended. */
  saved: WorkResult | undefined;
  history: RecordHistoryView;
  /** What stands between the request's fields and the forms. */
  children?: ReactNode;
}

/** One request, to work on, and to print for the workshop. */
export function RequestPage<
  Request extends ContactInfo & WorkableRequest & RequestView<{ createdAt: string }>,
>({ pages, request, history, staff, today, saved, children }: RequestPageProps<Request>) {
  const posted = useActionData<WorkResult>() ?? saved;
  const { pathname, search } = useLocation();
  const { name, list, badge, groups, checklist, canQuote } = pages;
  return (
    <RequestDetail
      kind={name}
      request={request}
      badge={badge(request)}
      groups={groups(request)}
      checklist={checklist}
      list={list}
    >
      {children}
      <RequestWork
        request={request}
        statuses={list.statuses}
        canQuote={canQuote}
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

/** The error view of a request's page. */
export function RequestPageFailure<Request>({ pages: { name, list } }: { pages: RequestPages<Request> }) {
  return <RequestDetailFailure kind={name.toLowerCase()} list={list} fallback={list.failed} />;
}
