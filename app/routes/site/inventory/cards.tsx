import { formatMileage } from "~/models/format";
import { CONDITION_LABELS, FUEL_TYPE_LABELS, type PublicRetailVehicle } from "~/models/retail-vehicle";
import { vehicleName } from "~/models/vehicle";
import type { VehiclePage } from "~/models/vehicle-search";
import { VehicleCard } from "~/ui/vehicle-card";
import { Price, publicStatusBadge } from "~/ui/vehicle-chips";

/** What a card shows. The long texts stay behind: they would make the page several times as heavy. */
export type CardVehicle = Omit<PublicRetailVehicle, "description" | "features">;

export function forCards({ vehicles, ...page }: VehiclePage<PublicRetailVehicle>): VehiclePage<CardVehicle> {
  return {
    ...page,
    vehicles: vehicles.map(withoutLongTexts),
  };
}

export function withoutLongTexts(vehicle: PublicRetailVehicle): CardVehicle {
  const { description: _long, features: _many, ...rest } = vehicle;
  return rest;
}

interface RetailCardProps {
  vehicle: CardVehicle;
  position: number;
  /** The list's own query, so that the way back leads to it. */
  search: string;
}

export function RetailCard({ vehicle, position, search }: RetailCardProps) {
  const { status, price, mileage, condition, fuelType } = vehicle;
  return (
    <VehicleCard
      position={position}
      page={{ to: `/inventory/${vehicle._id}`, state: { listSearch: search } }}
      name={vehicleName(vehicle)}
      trim={vehicle.trim}
      imageUrl={vehicle.imageUrl}
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
