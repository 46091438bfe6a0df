import type { Business } from "~/business/links";
import { formatMileage, formatPrice } from "~/values/format";
import { vehicleName } from "~/vehicles/inventory";
import { CONDITION_LABELS, FUEL_TYPE_LABELS, RETAIL_TRANSMISSION_LABELS } from "~/vehicles/retail";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";

/** `2014 BMW X5 sDrive35i`: the vehicle's name with its trim. */
export function fullVehicleName(
  vehicle: Pick<PublicRetailVehicle, "year" | "make" | "model" | "trim">,
): string {
  return [vehicleName(vehicle), vehicle.trim].filter(Boolean).join(" ");
}

/**
 * The description for search results and shared links, the most important facts first because it may be cut off. Unknown facts
 * are left out.
 */
export function vehicleDescription(
  vehicle: PublicRetailVehicle,
  { name, address }: Pick<Business, "name" | "address">,
): string {
  const { status, price, mileage, condition, transmission, driveType, fuelType } = vehicle;
  const head = [
    `${status === "sold" ? "Sold: " : ""}${fullVehicleName(vehicle)}`,
    !price || status === "sold" ? "" : ` for ${formatPrice(price)}`,
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
  const parts = [
    head,
    facts.join(", "),
    `At ${name} in ${address.city}, ${address.state}`,
    vehicle.description,
  ];
  return parts.filter(Boolean).join(". ");
}
