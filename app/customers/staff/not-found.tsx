import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { RecordNotFound } from "~/staff/records/not-found";

/** Replaces the page of a customer that doesn't exist. */
export function ErrorBoundary() {
  const error = useRouteError();
  // Other errors belong to the boundary of the layout.
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return <RecordNotFound />;
}
