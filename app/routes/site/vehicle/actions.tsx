import { Link } from "@remix-run/react";
import type { PublicRetailVehicle } from "~/models/retail-vehicle";
import { listAddress } from "~/ui/list-address";
import { Notice } from "~/ui/notice";
import type { BesideVehicle } from "./beside.server";

interface VehicleActionsProps {
  vehicle: PublicRetailVehicle;
  alike: BesideVehicle["alike"];
}

/** What a visitor can do about this vehicle; a sold one offers others (decisions, sections 3 and 5). */
export function VehicleActions({ vehicle, alike }: VehicleActionsProps) {
  const contact = `/contact?vehicle=${vehicle._id}`;
  if (vehicle.status === "sold") {
    return (
      <SoldActions make={vehicle.make} others={alike?.total ?? 0} contact={`${contact}&about=inquiry`} />
    );
  }
  return (
    <>
      {vehicle.status === "pending" ? (
        <Notice tone="info">
          <p>Somebody is about to buy this vehicle. Ask us, in case it falls through.</p>
        </Notice>
      ) : null}
      <div className="vehicle__actions">
        <Link className="button" to={`${contact}&about=inquiry`}>
          Contact About This Vehicle
        </Link>
        <Link className="button button--secondary" to={`${contact}&about=test-drive`}>
          Schedule Test Drive
        </Link>
      </div>
    </>
  );
}

interface SoldActionsProps {
  make: string | undefined;
  /** How many others of that make are for sale. */
  others: number;
  contact: string;
}

function SoldActions({ make, others, contact }: SoldActionsProps) {
  return (
    <>
      <Notice tone="info" title="This vehicle is sold.">
        <p>
          Sorry that you missed it.{" "}
          {others > 0
            ? `We have ${others === 1 ? "another" : `${others} other`} ${make} for sale.`
            : "More come in all the time: tell us what you are looking for."}
        </p>
      </Notice>
      <div className="vehicle__actions">
        {others > 0 ? (
          <Link className="button" to={listAddress("/inventory", { make })}>
            See our other {make} vehicles
          </Link>
        ) : null}
        <Link className={others > 0 ? "button button--secondary" : "button"} to="/inventory">
          See all vehicles
        </Link>
        <Link className="button button--secondary" to={contact}>
          Ask for one like it
        </Link>
      </div>
    </>
  );
}
