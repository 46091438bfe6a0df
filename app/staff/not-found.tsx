import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { pageTitle } from "~/ui/layout/page-title";
import { StaffNotFound } from "./staff-notice";

export const meta: MetaFunction = ({ matches }) => pageTitle("Page not found", matches, "For staff.");

export const loader = staffLoader(notFound);
export const action = staffAction(notFound);

/** Any other path under `/admin`; the boundary below shows it. */
export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  const error = useRouteError();
  // Other errors belong to the boundary of the layout.
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return <StaffNotFound />;
}

function notFound(): never {
  throw new Response(null, { status: 404 });
}
