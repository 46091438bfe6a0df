import { countImages } from "~/pictures/images";
import { Badge } from "~/ui/layout/chip";
import { formatDay, formatMileage } from "~/values/format";
import { DISMANTLED_STATUS_TONES } from "~/vehicles/dismantled";
import type { DismantledCardVehicle } from "~/vehicles/dismantled-vehicles";
import { vehicleName } from "~/vehicles/inventory";
import { VehicleCard } from "./card";

export function DismantledCard({
  vehicle,
  position,
  part,
  requestUrl,
}: {
  vehicle: DismantledCardVehicle;
  position: number;
  /** A search for the part that the visitor wants from it. */
  part?: string | undefined;
  /** The request form with more filled in. */
  requestUrl?: string | undefined;
}) {
  const { status, engineType, transmission } = vehicle;
  const name = vehicleName(vehicle);
  const imageCount = countImages(vehicle);
  return (
    <VehicleCard
      position={position}
      name={name}
      trim={vehicle.trim}
      imageUrl={vehicle.imageUrl}
      imageCount={imageCount}
      // One photo is on the card already.
      {...(imageCount > 1 ? { url: `/parts/${vehicle._id}` } : {})}
      stockNumber={vehicle.stockNumber}
      badge={<Badge tone={DISMANTLED_STATUS_TONES[status]}>{status}</Badge>}
      facts={[
        vehicle.mileage === undefined ? undefined : formatMileage(vehicle.mileage),
        engineType,
        transmission,
        vehicle.driveType,
        `Added ${formatDay(vehicle.dateAcquired)}`,
      ]}
      actions={
        <a
          className="button button--secondary button--small button--wide"
          href={
            requestUrl ??
            `/partsrequest?${new URLSearchParams({ vehicle: vehicle._id, ...(part ? { q: part } : {}) })}`
          }
        >
          Request a part<span className="visually-hidden"> from this vehicle: {name}</span>
        </a>
      }
    />
  );
}
