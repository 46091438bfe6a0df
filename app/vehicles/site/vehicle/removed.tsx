import type { ReactNode } from "react";
import { CallLink } from "~/site/layout/contact-lines";
import { NoticePage } from "~/ui/layout/notice-page";
import { useBusiness } from "~/ui/layout/use-business";

export const VEHICLE_REMOVED = "This vehicle is no longer listed";

/** The page of a deleted vehicle. */
export function VehicleRemoved({ children }: { children: ReactNode }) {
  const business = useBusiness();
  return (
    <NoticePage title={VEHICLE_REMOVED} message="See what's for sale now, or ask us about one like it.">
      {children}
      <p className="cluster">
        <a className="button" href="/inventory">
          Return to Inventory
        </a>
        <CallLink business={business} className="button button--secondary" />
      </p>
    </NoticePage>
  );
}
