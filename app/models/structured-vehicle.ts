import { pictureSources } from "./image";
import { absolute } from "./outside-address";
import { vehicleDescription, wholeVehicleName } from "./page-description";
import {
  FUEL_TYPE_LABELS,
  type PublicRetailVehicle,
  RETAIL_TRANSMISSION_LABELS,
  type RetailStatus,
} from "./retail-vehicle";
import { shortened } from "./shortened";
import { businessReference, type Site, type Thing } from "./structured-data";

const SCHEMA = "https://schema.org/";

const AVAILABILITY: Record<RetailStatus, string> = {
  available: `${SCHEMA}InStock`,
  // Somebody is about to buy it; it may yet fall through.
  pending: `${SCHEMA}LimitedAvailability`,
  sold: `${SCHEMA}SoldOut`,
};

const DRIVE: Record<NonNullable<PublicRetailVehicle["driveType"]>, string> = {
  fwd: `${SCHEMA}FrontWheelDriveConfiguration`,
  rwd: `${SCHEMA}RearWheelDriveConfiguration`,
  awd: `${SCHEMA}AllWheelDriveConfiguration`,
  "4wd": `${SCHEMA}FourWheelDriveConfiguration`,
};

/** A vehicle's own address. */
export function vehiclePath({ _id }: Pick<PublicRetailVehicle, "_id">): string {
  return `/inventory/${_id}`;
}

/**
 * A vehicle with its offer. `Car` is what search engines take vehicles for sale by, trucks and SUVs too. A fact that is
 * not known is left out, and so is a picture that is none of its own.
 */
export function vehicleThing(vehicle: PublicRetailVehicle, site: Site): Thing {
  const { price, mileage, make, fuelType, driveType, transmission } = vehicle;
  const url = absolute(site.publicUrl, vehiclePath(vehicle));
  const picture = pictureSources(vehicle.imageUrl);
  const fuel = fuelType && FUEL_TYPE_LABELS[fuelType];
  return {
    "@type": "Car",
    "@id": url && `${url}#vehicle`,
    url,
    name: wholeVehicleName(vehicle),
    description: shortened(vehicleDescription(vehicle, site.business), 300),
    image: picture.isPlaceholder ? undefined : absolute(site.publicUrl, picture.src),
    sku: vehicle.stockNumber,
    vehicleIdentificationNumber: vehicle.vin,
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
    offers: {
      "@type": "Offer",
      url,
      price,
      priceCurrency: price === undefined ? undefined : "USD",
      availability: AVAILABILITY[vehicle.status],
      itemCondition: `${SCHEMA}UsedCondition`,
      seller: businessReference(site),
    },
  };
}
