import { isRouteErrorResponse, useLocation, useRouteError, useSearchParams } from "@remix-run/react";
import { listAddressFrom } from "~/models/staff-list";
import { ListFailure } from "./list-failure";
import { StaffNotice } from "./staff-notice";

interface RequestSheetFailureProps {
  /** What was looked for: `part request`. */
  kind: string;
  list: { path: string; title: string };
  fallback: string;
}

/** Where a request's page has nothing to show: no such request, or it could not be read. */
export function RequestSheetFailure({ kind, list, fallback }: RequestSheetFailureProps) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const back = { to: listAddressFrom(params, list.path), label: `Back to ${list.title}` };
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <StaffNotice
        title="Page not found"
        sentence={`There is no such ${kind}. It may have been deleted.`}
        back={back}
      />
    );
  return (
    <main id="main" className="page" tabIndex={-1}>
      <h1>{list.title}</h1>
      <ListFailure level={2} title={`Error: ${fallback}`} address={pathname + search} />
    </main>
  );
}
