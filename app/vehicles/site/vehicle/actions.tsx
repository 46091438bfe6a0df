import type { InquiryAbout } from "~/requests/inquiry";
import { CallLink } from "~/site/layout/contact-lines";
import { listUrl } from "~/site/lists/list-url";
import { Notice } from "~/ui/layout/notice";
import { useBusiness } from "~/ui/layout/use-business";
import { vehiclePath } from "~/vehicles/inventory";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import type { RelatedVehicle } from "./related.server";

interface VehicleActionsProps {
  vehicle: PublicRetailVehicle;
  similar: RelatedVehicle["similar"];
}

/** Contact and test drive; for a sold vehicle, others of its make. */
export function VehicleActions({ vehicle, similar }: VehicleActionsProps) {
  if (vehicle.status === "sold") {
    const contact = `/contact?vehicle=${vehicle._id}&about=inquiry`;
    return <SoldActions make={vehicle.make} others={similar?.total ?? 0} contact={contact} />;
  }
  return (
    <>
      {vehicle.status === "pending" ? (
        <Notice tone="info">
          <p>Sale pending. Ask us in case it falls through.</p>
        </Notice>
      ) : null}
      <div className="cluster screen-only vehicle__actions">
        <a className="button" href={askUrl(vehicle, "question")}>
          Contact About This Vehicle
        </a>{" "}
        <a className="button button--secondary" href={askUrl(vehicle, "test-drive")}>
          Schedule Test Drive
        </a>
      </div>
    </>
  );
}

/** On a phone: the call and the form, always at hand. */
export function VehicleBar({ vehicle }: { vehicle: PublicRetailVehicle }) {
  return (
    <div className="cluster screen-only until-768 vehicle-bar">
      <CallLink business={useBusiness()} className="button button--secondary button--small" />{" "}
      <a className="button button--secondary button--small" href={askUrl(vehicle, "question")}>
        Ask<span className="visually-hidden"> about this vehicle</span>
      </a>
    </div>
  );
}

/** The form on this page with its choice made, which `<send-in-place>` does without loading it. */
function askUrl(vehicle: PublicRetailVehicle, about: InquiryAbout): string {
  return `${vehiclePath(vehicle)}?about=${about}#inquiry`;
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
          Sorry you missed it.{" "}
          {others > 0
            ? `We have ${others === 1 ? "another" : `${others} other`} ${make} for sale.`
            : "More come in all the time: tell us what you're looking for."}
        </p>
      </Notice>
      <div className="cluster screen-only vehicle__actions">
        {others > 0 ? (
          <a className="button" href={listUrl("/inventory", { make })}>
            See our other {make} vehicles
          </a>
        ) : null}{" "}
        <a className={others > 0 ? "button button--secondary" : "button"} href="/inventory">
          See all vehicles
        </a>{" "}
        <a className="button button--secondary" href={contact}>
          Ask for one like it
        </a>
      </div>
    </>
  );
}
