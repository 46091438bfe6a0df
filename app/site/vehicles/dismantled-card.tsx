import { countImages } from "~/pictures/images";
import { Badge } from "~/ui/layout/chip";
import { formatCount, formatDay, formatMileage, formatPrice } from "~/values/format";
import { DISMANTLED_STATUS_TONES } from "~/vehicles/dismantled";
import type { DismantledCardVehicle, OnShelf } from "~/vehicles/dismantled-vehicles";
import { donorPath, vehicleName } from "~/vehicles/inventory";
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
  const { status, engineType, transmission, onShelf } = vehicle;
  const name = vehicleName(vehicle);
  return (
    <VehicleCard
      position={position}
      name={name}
      trim={vehicle.trim}
      imageUrl={vehicle.imageUrl}
      imageCount={countImages(vehicle)}
      url={donorPath(vehicle)}
      stockNumber={vehicle.stockNumber}
      badge={<Badge tone={DISMANTLED_STATUS_TONES[status]}>{status}</Badge>}
      facts={[
        vehicle.mileage === undefined ? undefined : formatMileage(vehicle.mileage),
        engineType,
        transmission,
        vehicle.driveType,
        `Added ${formatDay(vehicle.dateAcquired)}`,
      ]}
      price={onShelf ? <strong>{shelfText(onShelf)}</strong> : undefined}
      actions={
        <a
          className="button button--secondary button--small button--wide"
          href={
            requestUrl ??
            `/partsrequest?${new URLSearchParams({ vehicle: vehicle._id, ...(part ? { q: part } : {}) })}`
          }
        >
          Request a Part<span className="visually-hidden"> from this vehicle: {name}</span>
        </a>
      }
    />
  );
}

/** `10 parts from $75`. */
function shelfText({ count, lowestPrice }: OnShelf): string {
  const parts = `${formatCount(count)} ${count === 1 ? "part" : "parts"}`;
  return lowestPrice === undefined ? parts : `${parts} from ${formatPrice(lowestPrice)}`;
}
