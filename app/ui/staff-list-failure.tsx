import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import type { StaffListKind } from "~/models/staff-list";
import { ListFailure } from "./list-failure";
import { StaffListHead } from "./staff-list";

interface StaffListFailureProps {
  kind: Pick<StaffListKind, "title">;
  /** The specification's sentence: `Failed to fetch vehicles`. */
  fallback: string;
}

/** Where a staff's list could not be loaded: `Error: {message}` (specification, sections 2 and 8). */
export function StaffListFailure({ kind, fallback }: StaffListFailureProps) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const said = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : "";
  return (
    <section className="staff-list" aria-labelledby="list-title">
      <StaffListHead kind={kind} />
      <ListFailure title={`Error: ${said || fallback}`} address={pathname + search} />
    </section>
  );
}
