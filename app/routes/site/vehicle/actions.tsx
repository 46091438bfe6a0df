import { Link } from "@remix-run/react";
import type { PublicRetailVehicle } from "~/models/retail-vehicle";
import { listAddress } from "~/ui/list-address";

/** What a visitor can do about this vehicle; a sold one offers others (decisions, sections 3 and 5). */
export function VehicleActions({ vehicle }: { vehicle: PublicRetailVehicle }) {
  if (vehicle.status === "sold") return <SoldActions make={vehicle.make} />;
  const contact = `/contact?vehicle=${vehicle._id}`;
  return (
    <>
      {vehicle.status === "pending" ? (
        <p className="notice notice--info">
          Somebody is about to buy this vehicle. Ask us, in case it falls through.
        </p>
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

function SoldActions({ make }: { make: string | undefined }) {
  return (
    <>
      <p className="notice notice--error">This vehicle is sold. We may have one like it.</p>
      <div className="vehicle__actions">
        {make ? (
          <Link className="button" to={listAddress("/inventory", { make })}>
            See our other {make} vehicles
          </Link>
        ) : null}
        <Link className={make ? "button button--secondary" : "button"} to="/inventory">
          See all vehicles
        </Link>
      </div>
    </>
  );
}
