import { isRouteErrorResponse } from "@remix-run/react";
import type { ReactNode } from "react";
import { CallLink } from "~/site/layout/contact-lines";
import { NoticePage } from "~/ui/layout/notice-page";
import { useBusiness } from "~/ui/layout/use-business";
import { VEHICLE_DETAILS_FAILED } from "~/vehicles/messages";

export const VEHICLE_FAILURE_TITLE = "Error loading vehicle";

interface VehicleFailureProps {
  error: unknown;
  /** The list to return to. */
  back: { to: string; label: string };
  children?: ReactNode;
}

/** Replaces a vehicle's public page that does not exist or failed. */
export function VehicleFailure({ error, back, children }: VehicleFailureProps) {
  const message = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : "";
  return (
    <NoticePage title={VEHICLE_FAILURE_TITLE} message={message || VEHICLE_DETAILS_FAILED}>
      {children}
      <p className="cluster">
        <a className="button" href={back.to}>
          {back.label}
        </a>
        <CallLink business={useBusiness()} className="button button--secondary" />
      </p>
    </NoticePage>
  );
}
