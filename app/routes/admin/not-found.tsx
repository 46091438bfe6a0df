import type { MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { staffAction, staffLoader } from "~/auth/require-staff.server";
import { pageTitle } from "~/ui/page-title";
import { StaffNotice } from "~/ui/staff-notice";

export const meta: MetaFunction = ({ matches }) => pageTitle("Page not found", matches, "For staff.");

export const loader = staffLoader(notFound);
export const action = staffAction(notFound);

/** Any other path under `/admin`: there is nothing to show but that. */
export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  const error = useRouteError();
  // Anything else is the last resort's.
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <StaffNotice
      title="Page not found"
      sentence="The page you are looking for doesn't exist."
      back={{ to: "/admin", label: "Back to the dashboard" }}
    />
  );
}

function notFound(): never {
  throw new Response(null, { status: 404 });
}
