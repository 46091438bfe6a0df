import { isRouteErrorResponse } from "@remix-run/react";
import type { ReactNode } from "react";
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
    <div className="page grid gap-6 notice-page">
      <h1>{VEHICLE_FAILURE_TITLE}</h1>
      <p>{message || VEHICLE_DETAILS_FAILED}</p>
      {children}
      <p>
        <a className="button" href={back.to}>
          {back.label}
        </a>
      </p>
    </div>
  );
}
