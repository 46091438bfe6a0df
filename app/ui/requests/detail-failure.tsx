import { isRouteErrorResponse, useLocation, useRouteError, useSearchParams } from "@remix-run/react";
import { listUrlFrom } from "~/lists/staff";
import { StaffNotice } from "~/ui/layout/staff-notice";
import { ListFailure } from "~/ui/lists/list-failure";

interface RequestDetailFailureProps {
  /** Such as `part request`. */
  kind: string;
  list: { path: string; title: string };
  fallback: string;
}

/** The error view of a request's page: it does not exist, or it could not be loaded. */
export function RequestDetailFailure({ kind, list, fallback }: RequestDetailFailureProps) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const back = { to: listUrlFrom(params, list.path), label: `Back to ${list.title}` };
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <StaffNotice
        title="Page not found"
        message={`We can't find that ${kind}. It may have been deleted.`}
        back={back}
      />
    );
  return (
    <main id="main" className="page" tabIndex={-1}>
      <h1>{list.title}</h1>
      <ListFailure level={2} title={`Error: ${fallback}`} url={pathname + search} />
    </main>
  );
}
