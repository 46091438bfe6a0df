import { toAbsoluteUrl } from "~/business/public-url";
import { pictureSources } from "~/pictures/picture";
import { truncate } from "~/values/format";
import { vehiclePath } from "~/vehicles/inventory";
import { FUEL_TYPE_LABELS, RETAIL_TRANSMISSION_LABELS, type RetailStatus } from "~/vehicles/retail";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import { fullVehicleName, vehicleDescription } from "./description";
import type { JsonLd, Site } from "./json-ld";
import { type Availability, SCHEMA, usedOffer } from "./offer";

const AVAILABILITY: Record<RetailStatus, Availability | undefined> = {
  available: "InStock",
  // The sale may still fall through.
  pending: "LimitedAvailability",
  sold: undefined,
};

const DRIVE: Record<NonNullable<PublicRetailVehicle["driveType"]>, string> = {
  fwd: `${SCHEMA}FrontWheelDriveConfiguration`,
  rwd: `${SCHEMA}RearWheelDriveConfiguration`,
  awd: `${SCHEMA}AllWheelDriveConfiguration`,
  "4wd": `${SCHEMA}FourWheelDriveConfiguration`,
};

/**
 * A vehicle with its offer and all of its pictures. Trucks and SUVs are a `Car` too, because search engines know no other type,
 * and a `Product`, because they show a price for nothing else. Unknown facts and the placeholder picture are left out.
 */
export function vehicleJsonLd(vehicle: PublicRetailVehicle, site: Site): JsonLd {
  const { price, mileage, make, fuelType, driveType, transmission } = vehicle;
  const url = toAbsoluteUrl(site.publicUrl, vehiclePath(vehicle));
  const pictures = vehicle.images.map(({ imageUrl }) => pictureSources(imageUrl).src);
  const fuel = fuelType && FUEL_TYPE_LABELS[fuelType];
  return {
    "@type": ["Product", "Car"],
    "@id": url && `${url}#vehicle`,
    url,
    name: fullVehicleName(vehicle),
    description: truncate(vehicleDescription(vehicle, site.business), 300),
    image:
      site.publicUrl && pictures.length > 0
        ? pictures.map((path) => toAbsoluteUrl(site.publicUrl, path))
        : undefined,
    sku: vehicle.stockNumber,
    vehicleIdentificationNumber: vehicle.vin || undefined,
    vehicleModelDate: vehicle.year === undefined ? undefined : String(vehicle.year),
    brand: make && { "@type": "Brand", name: make },
    model: vehicle.model,
    vehicleConfiguration: vehicle.trim,
    itemCondition: `${SCHEMA}UsedCondition`,
    mileageFromOdometer:
      mileage === undefined ? undefined : { "@type": "QuantitativeValue", value: mileage, unitCode: "SMI" },
    color: vehicle.exteriorColor,
    vehicleInteriorColor: vehicle.interiorColor,
    vehicleTransmission: transmission && RETAIL_TRANSMISSION_LABELS[transmission],
    driveWheelConfiguration: driveType && DRIVE[driveType],
    fuelType: fuel,
    vehicleEngine:
      fuel || vehicle.engineType
        ? { "@type": "EngineSpecification", name: vehicle.engineType, fuelType: fuel }
        : undefined,
    offers: usedOffer({ url, price, availability: AVAILABILITY[vehicle.status] }, site),
  };
}
