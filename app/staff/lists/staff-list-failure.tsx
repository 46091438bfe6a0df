import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import type { StaffListDefinition } from "~/lists/staff";
import { ListFailure } from "~/ui/lists/list-failure";
import { StaffListHeading } from "./staff-list";

interface StaffListFailureProps {
  kind: Pick<StaffListDefinition, "title" | "path">;
  /** `Failed to fetch vehicles`. */
  fallback: string;
}

/** A staff list that could not be loaded: `Error: {message}`. */
export function StaffListFailure({ kind, fallback }: StaffListFailureProps) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const message = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : "";
  return (
    <section className="stack staff-list" aria-labelledby="list-title">
      <StaffListHeading kind={kind} />
      <ListFailure title={`Error: ${message || fallback}`} url={pathname + search} />
    </section>
  );
}
