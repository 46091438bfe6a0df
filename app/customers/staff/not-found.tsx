import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { RecordNotFound } from "~/staff/records/not-found";

/** Replaces a page of a customer whom there is not. */
export function ErrorBoundary() {
  const error = useRouteError();
  // Other errors belong to the boundary of the layout.
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return <RecordNotFound />;
}
