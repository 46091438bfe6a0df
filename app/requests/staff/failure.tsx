import { isRouteErrorResponse, useLocation, useRouteError, useSearchParams } from "@remix-run/react";
import { listUrlFrom } from "~/lists/staff";
import type { RequestCollection } from "~/requests/request";
import { StaffNotice } from "~/staff/staff-notice";
import { ListFailure } from "~/ui/lists/list-failure";

/** The error view of a request's page: it does not exist, or it could not be loaded. */
export function RequestFailure({ kind: { nouns, list } }: { kind: RequestCollection }) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const back = { to: listUrlFrom(params, list.path), label: `Back to ${list.title}` };
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <StaffNotice
        title="Page not found"
        message={`We can't find that ${nouns[0].toLowerCase()}. It may have been deleted.`}
        back={back}
      />
    );
  return (
    <main id="main" className="page" tabIndex={-1}>
      <h1>{list.title}</h1>
      <ListFailure level={2} title={`Error: ${list.failed}`} url={pathname + search} />
    </main>
  );
}
