import { countImages } from "~/pictures/images";
import { formatMileage } from "~/values/format";
import { vehicleName, vehiclePath } from "~/vehicles/inventory";
import { CONDITION_LABELS, FUEL_TYPE_LABELS } from "~/vehicles/retail";
import type { RetailCardVehicle } from "~/vehicles/retail-vehicles";
import { VehicleCard } from "./card";
import { Price, publicStatusBadge } from "./chips";

interface RetailCardProps {
  vehicle: RetailCardVehicle;
  position: number;
}

export function RetailCard({ vehicle, position }: RetailCardProps) {
  const { status, price, mileage, condition, fuelType } = vehicle;
  return (
    <VehicleCard
      position={position}
      url={vehiclePath(vehicle)}
      name={vehicleName(vehicle)}
      trim={vehicle.trim}
      imageUrl={vehicle.imageUrl}
      imageCount={countImages(vehicle)}
      stockNumber={vehicle.stockNumber}
      badge={publicStatusBadge(status)}
      facts={[
        mileage === undefined ? undefined : formatMileage(mileage),
        condition && `${CONDITION_LABELS[condition]} condition`,
        fuelType && FUEL_TYPE_LABELS[fuelType],
        vehicle.driveType?.toUpperCase(),
      ]}
      price={<Price price={price} />}
    />
  );
}
