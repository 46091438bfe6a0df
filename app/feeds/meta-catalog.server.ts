import { business } from "~/business/business.server";
import { MAX_IMAGES } from "~/pictures/image-rows";
import { imageAlt } from "~/pictures/images";
import { fullVehicleName, vehicleDescription } from "~/seo/description";
import { vehicleName } from "~/vehicles/inventory";
import { RETAIL_RECORDS, type RetailTypes } from "~/vehicles/retail.server";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import { isValidVin } from "~/vin/validate";
import {
  bodyStyle,
  dayInStock,
  type FeedColumn,
  type FeedSite,
  type InventoryFeed,
  imageUrl,
  missingFacts,
  onOneLine,
  priceText,
  retailPageUrl,
  WRONG_VIN,
} from "./inventory-feed.server";

const MAX_TITLE_LENGTH = 500;
const MAX_DESCRIPTION_LENGTH = 5000;

const TRANSMISSIONS = {
  automatic: "AUTOMATIC",
  cvt: "AUTOMATIC",
  "automated-manual": "AUTOMATIC",
  manual: "MANUAL",
} as const;
const DRIVETRAINS = { fwd: "FWD", rwd: "RWD", awd: "AWD", "4wd": "4X4" } as const;
const FUEL_TYPES = {
  gasoline: "GASOLINE",
  diesel: "DIESEL",
  electric: "ELECTRIC",
  hybrid: "HYBRID",
  "plugin-hybrid": "PLUGIN_HYBRID",
} as const;
const CONDITIONS = { excellent: "EXCELLENT", "very-good": "VERY_GOOD", good: "GOOD", fair: "FAIR" } as const;

/** Meta's catalog of vehicles: https://developers.facebook.com/docs/marketing-api/auto-ads/reference. */
export const META_CATALOG: InventoryFeed<RetailTypes> = {
  store: RETAIL_RECORDS,
  delimiter: ",",
  columns: [
    ["vehicle_id", ({ _id }) => _id],
    ["title", (vehicle) => onOneLine(fullVehicleName(vehicle), MAX_TITLE_LENGTH)],
    ["description", description],
    ["url", retailPageUrl],
    ["make", ({ make }) => make],
    ["model", ({ model }) => model],
    ["trim", ({ trim }) => trim],
    ["year", ({ year }) => year],
    ["mileage.value", ({ mileage }) => mileage],
    ["mileage.unit", () => "MI"],
    ...Array.from({ length: MAX_IMAGES }, (_, index) => imageColumns(index)).flat(),
    ["body_style", (vehicle) => bodyStyle(vehicle)?.toUpperCase() ?? "OTHER"],
    ["price", ({ price }) => priceText(price)],
    ["state_of_vehicle", () => "USED"],
    ["exterior_color", ({ exteriorColor }) => exteriorColor],
    ["interior_color", ({ interiorColor }) => interiorColor],
    ["vin", ({ vin }) => vin],
    ["stock_number", ({ stockNumber }) => stockNumber],
    ["address", (_, site) => address(site)],
    ["latitude", (_, { business }) => business.coordinates?.latitude],
    ["longitude", (_, { business }) => business.coordinates?.longitude],
    ["availability", ({ status }) => (status === "available" ? "AVAILABLE" : "NOT_AVAILABLE")],
    ["transmission", ({ transmission }) => transmission && TRANSMISSIONS[transmission]],
    ["drivetrain", ({ driveType }) => driveType && DRIVETRAINS[driveType]],
    ["fuel_type", ({ fuelType }) => fuelType && FUEL_TYPES[fuelType]],
    ["condition", ({ condition }) => condition && CONDITIONS[condition]],
    ["date_first_on_lot", dayInStock],
  ],
  problems: (vehicle) => [
    ...missingFacts(vehicle, ["price", "mileage", "exteriorColor", "images"]),
    ...(isValidVin(vehicle.vin) ? [] : [WRONG_VIN]),
    ...(business.coordinates ? [] : ["the business has no latitude and longitude in Settings"]),
  ],
};

function description(vehicle: PublicRetailVehicle, { business }: FeedSite): string {
  return onOneLine(vehicle.description ?? vehicleDescription(vehicle, business), MAX_DESCRIPTION_LENGTH);
}

function imageColumns(index: number): FeedColumn<PublicRetailVehicle>[] {
  return [
    [`image[${index}].url`, (vehicle, site) => imageUrl(vehicle, site, index)],
    [
      `image[${index}].tag[0]`,
      (vehicle) =>
        vehicle.images[index] ? imageAlt(vehicleName(vehicle), vehicle.images, index) : undefined,
    ],
  ];
}

function address({ business: { address } }: FeedSite): string {
  const { street, city, state, zipCode } = address;
  return JSON.stringify({ addr1: street, city, region: state, postal_code: zipCode, country: "US" });
}
