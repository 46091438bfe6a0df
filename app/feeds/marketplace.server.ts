import { internationalPhone } from "~/business/links";
import { fullVehicleName, vehicleDescription } from "~/seo/description";
import {
  CONDITION_LABELS,
  FUEL_TYPE_LABELS,
  RETAIL_STATUS_LABELS,
  RETAIL_TRANSMISSION_LABELS,
} from "~/vehicles/retail";
import { RETAIL_RECORDS, type RetailTypes } from "~/vehicles/retail.server";
import {
  bodyStyle,
  dayInStock,
  type InventoryFeed,
  imageUrls,
  missingFacts,
  onOneLine,
  retailPageUrl,
} from "./inventory-feed.server";

/** Everything that the public may know of a vehicle for sale, under plain headings that any marketplace can map to its own. */
export const MARKETPLACE: InventoryFeed<RetailTypes> = {
  store: RETAIL_RECORDS,
  delimiter: ",",
  columns: [
    ["id", ({ _id }) => _id],
    ["stock_number", ({ stockNumber }) => stockNumber],
    ["vin", ({ vin }) => vin],
    ["title", (vehicle) => fullVehicleName(vehicle)],
    ["year", ({ year }) => year],
    ["make", ({ make }) => make],
    ["model", ({ model }) => model],
    ["trim", ({ trim }) => trim],
    ["body_style", (vehicle) => bodyStyle(vehicle)],
    ["status", ({ status }) => RETAIL_STATUS_LABELS[status]],
    ["price", ({ price }) => price],
    ["currency", () => "USD"],
    ["mileage", ({ mileage }) => mileage],
    ["mileage_unit", ({ mileage }) => (mileage === undefined ? undefined : "miles")],
    ["condition", ({ condition }) => condition && CONDITION_LABELS[condition]],
    ["exterior_color", ({ exteriorColor }) => exteriorColor],
    ["interior_color", ({ interiorColor }) => interiorColor],
    ["transmission", ({ transmission }) => transmission && RETAIL_TRANSMISSION_LABELS[transmission]],
    ["drive_type", ({ driveType }) => driveType?.toUpperCase()],
    ["fuel_type", ({ fuelType }) => fuelType && FUEL_TYPE_LABELS[fuelType]],
    ["engine", ({ engineType }) => engineType],
    ["features", ({ features }) => features.join("; ")],
    [
      "description",
      (vehicle, { business }) => onOneLine(vehicle.description ?? vehicleDescription(vehicle, business)),
    ],
    ["url", retailPageUrl],
    ["image_urls", (vehicle, site) => imageUrls(vehicle, site).join(" ")],
    ["date_in_stock", dayInStock],
    ["dealer_name", (_, { business }) => business.name],
    ["dealer_phone", (_, { business }) => internationalPhone(business)],
    ["dealer_email", (_, { business }) => business.email],
    ["dealer_street", (_, { business }) => business.address.street],
    ["dealer_city", (_, { business }) => business.address.city],
    ["dealer_state", (_, { business }) => business.address.state],
    ["dealer_zip_code", (_, { business }) => business.address.zipCode],
  ],
  problems: (vehicle) => missingFacts(vehicle, ["price"]),
};
