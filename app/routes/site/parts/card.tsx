import { Link } from "@remix-run/react";
import { DISMANTLED_STATUS_TONES, type PublicDismantledVehicle } from "~/models/dismantled-vehicle";
import { formatDay, formatMileage } from "~/models/format";
import { vehicleName } from "~/models/vehicle";
import { Badge } from "~/ui/chip";
import { VehicleCard } from "~/ui/vehicle-card";

export function DismantledCard({
  vehicle,
  position,
}: {
  vehicle: PublicDismantledVehicle;
  position: number;
}) {
  const { status, engineType, transmission } = vehicle;
  const name = vehicleName(vehicle);
  return (
    <VehicleCard
      position={position}
      name={name}
      trim={vehicle.trim}
      imageUrl={vehicle.imageUrl}
      stockNumber={vehicle.stockNumber}
      badge={<Badge tone={DISMANTLED_STATUS_TONES[status]}>{status}</Badge>}
      facts={[
        formatMileage(vehicle.mileage),
        engineType,
        transmission,
        vehicle.driveType,
        `Added ${formatDay(vehicle.dateAcquired)}`,
      ]}
      actions={
        <Link
          className="button button--secondary button--small button--wide"
          to={`/partsrequest?vehicle=${vehicle._id}`}
        >
          Request a part from this vehicle<span className="visually-hidden">: {name}</span>
        </Link>
      }
    />
  );
}
