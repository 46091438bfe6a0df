import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { SALES } from "~/sales/sales";
import { StaffNotice } from "~/staff/staff-notice";

/** There is no such sale, or its draft was discarded. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <StaffNotice
      title="Sale not found"
      message="The address is wrong, or the draft was discarded. Discarded drafts are in the trash for 30 days."
      back={{ to: SALES.path, label: "Back to Sales" }}
    />
  );
}
