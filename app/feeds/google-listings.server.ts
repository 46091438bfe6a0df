import { postalAddress } from "~/business/links";
import { formatMileage } from "~/values/format";
import { RETAIL_RECORDS, type RetailTypes } from "~/vehicles/retail.server";
import { googleProblems } from "./google.server";
import {
  dayInStock,
  type InventoryFeed,
  imageUrl,
  imageUrls,
  missingFacts,
  priceText,
  retailPageUrl,
} from "./inventory-feed.server";

/**
 * Google vehicle listings: https://developers.google.com/vehicle-listings/reference/feed-specification. Values of a repeated
 * attribute share a cell, with commas between them.
 */
export const GOOGLE_LISTINGS: InventoryFeed<RetailTypes> = {
  store: RETAIL_RECORDS,
  delimiter: ",",
  columns: [
    ["vin", ({ vin }) => vin],
    ["id", ({ stockNumber }) => stockNumber],
    ["store_code", (_, { business }) => business.feeds.storeCode],
    ["dealership_name", (_, { business }) => business.name],
    ["dealership_address", (_, { business }) => `${postalAddress(business)}, US`],
    ["price", ({ price }) => priceText(price)],
    ["condition", () => "used"],
    ["make", ({ make }) => make],
    ["model", ({ model }) => model],
    ["trim", ({ trim }) => trim],
    ["year", ({ year }) => year],
    ["mileage", ({ mileage }) => (mileage === undefined ? undefined : formatMileage(mileage))],
    ["exterior_color", ({ exteriorColor }) => exteriorColor],
    ["image_link", (vehicle, site) => imageUrl(vehicle, site, 0)],
    ["additional_image_link", (vehicle, site) => imageUrls(vehicle, site, 1).join(",")],
    ["link", retailPageUrl],
    ["date_in_stock", dayInStock],
  ],
  problems: (vehicle, inventory) => [
    ...missingFacts(vehicle, ["vin", "price", "mileage"]),
    ...googleProblems(vehicle, inventory),
  ],
};
