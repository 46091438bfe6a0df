import { RETAIL_RECORDS, type RetailTypes } from "~/vehicles/retail.server";
import { isValidVin } from "~/vin/validate";
import { googleProblems } from "./google.server";
import {
  type InventoryFeed,
  imageUrl,
  imageUrls,
  missingFacts,
  priceText,
  retailPageUrl,
  WRONG_VIN,
} from "./inventory-feed.server";

/** Google's number for cars, trucks and vans. */
const PRODUCT_CATEGORY = 916;
const MAX_ADDITIONAL_IMAGES = 10;

/** The primary feed of Google vehicle ads: https://support.google.com/merchants/answer/11192663. */
export const GOOGLE_VEHICLE_ADS: InventoryFeed<RetailTypes> = {
  store: RETAIL_RECORDS,
  delimiter: "\t",
  columns: [
    ["id", ({ _id }) => _id],
    ["vin", ({ vin }) => vin],
    ["store_code", (_, { business }) => business.feeds.storeCode],
    ["brand", ({ make }) => make],
    ["model", ({ model }) => model],
    ["trim", ({ trim }) => trim],
    ["year", ({ year }) => year],
    ["condition", () => "used"],
    ["mileage", ({ mileage }) => `${mileage} miles`],
    ["color", ({ exteriorColor }) => exteriorColor],
    ["price", ({ price }) => priceText(price)],
    ["image_link", (vehicle, site) => imageUrl(vehicle, site, 0)],
    [
      "additional_image_link",
      (vehicle, site) => imageUrls(vehicle, site, 1, 1 + MAX_ADDITIONAL_IMAGES).join(","),
    ],
    ["link", retailPageUrl],
    // The braces stay: Google puts the store's code there.
    ["link_template", (vehicle, site) => `${retailPageUrl(vehicle, site)}?store={store_code}`],
    ["google_product_category", () => PRODUCT_CATEGORY],
  ],
  problems: (vehicle, inventory) => [
    ...missingFacts(vehicle, ["price", "mileage", "exteriorColor", "images"]),
    ...(isValidVin(vehicle.vin) ? [] : [WRONG_VIN]),
    ...googleProblems(vehicle, inventory),
  ],
};
