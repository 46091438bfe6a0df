import type { Business } from "./business";
import { formatMileage, formatPrice } from "./format";
import {
  CONDITION_LABELS,
  FUEL_TYPE_LABELS,
  type PublicRetailVehicle,
  RETAIL_TRANSMISSION_LABELS,
} from "./retail-vehicle";
import { vehicleName } from "./vehicle";

/** `2014 BMW X5 sDrive35i`: the vehicle's name with its trim. */
export function wholeVehicleName(vehicle: PublicRetailVehicle): string {
  return [vehicleName(vehicle), vehicle.trim].filter(Boolean).join(" ");
}

/**
 * A vehicle in the few sentences that a search result or a shared link shows, what matters first: it is cut off
 * behind. What is not known is left out.
 */
export function vehicleDescription(
  vehicle: PublicRetailVehicle,
  { name, address }: Pick<Business, "name" | "address">,
): string {
  const { status, price, mileage, condition, transmission, driveType, fuelType } = vehicle;
  const head = [
    `${status === "sold" ? "Sold: " : ""}${wholeVehicleName(vehicle)}`,
    price === undefined ? "" : ` for ${formatPrice(price)}`,
    `, stock # ${vehicle.stockNumber}`,
  ].join("");
  const facts = [
    mileage === undefined ? undefined : formatMileage(mileage),
    condition && `${CONDITION_LABELS[condition]} condition`,
    transmission && RETAIL_TRANSMISSION_LABELS[transmission],
    driveType?.toUpperCase(),
    fuelType && FUEL_TYPE_LABELS[fuelType],
    vehicle.exteriorColor,
  ].filter((fact) => fact !== undefined);
  const sentences = [
    head,
    facts.join(", "),
    `At ${name} in ${address.city}, ${address.state}`,
    vehicle.description,
  ];
  return sentences.filter(Boolean).join(". ");
}
