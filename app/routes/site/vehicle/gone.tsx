import { Link } from "@remix-run/react";
import { phoneHref } from "~/models/business";
import { useBusiness } from "~/ui/business";
import { RoadClosedDrawing } from "~/ui/drawings/road-closed";
import { Icon } from "~/ui/icon";

export const VEHICLE_GONE = "This vehicle is no longer here";

/** In place of a vehicle that was deleted: what there is instead. */
export function VehicleGone() {
  const business = useBusiness();
  return (
    <div className="page page--narrow notice-page">
      <RoadClosedDrawing />
      <h1>{VEHICLE_GONE}</h1>
      <p className="lead">
        We have taken it off our list. See what is for sale now, or ask us for one like it.
      </p>
      <p className="cluster">
        <Link className="button" to="/inventory">
          Return to Inventory
        </Link>
        <a className="button button--secondary" href={phoneHref(business)}>
          <Icon name="phone" size={22} /> Call {business.phone}
        </a>
      </p>
    </div>
  );
}
