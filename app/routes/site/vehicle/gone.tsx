import { Link } from "@remix-run/react";
import { useBusiness } from "~/ui/business";
import { CallLink } from "~/ui/contact-lines";
import { NoticePage } from "~/ui/notice-page";

export const VEHICLE_GONE = "This vehicle is no longer here";

/** In place of a vehicle that was deleted: what there is instead. */
export function VehicleGone() {
  const business = useBusiness();
  return (
    <NoticePage
      title={VEHICLE_GONE}
      sentence="We have taken it off our list. See what is for sale now, or ask us for one like it."
    >
      <p className="cluster">
        <Link className="button" to="/inventory">
          Return to Inventory
        </Link>
        <CallLink business={business} className="button button--secondary" />
      </p>
    </NoticePage>
  );
}
