import { fullVehicleName } from "~/seo/description";
import { formatMileage } from "~/values/format";
import { DISMANTLED_RECORDS, type DismantledTypes } from "~/vehicles/dismantled.server";
import type { PublicDismantledVehicle } from "~/vehicles/dismantled-vehicles";
import { donorPath } from "~/vehicles/inventory";
import { bodyStyle, type FeedColumn, type InventoryFeed, imageUrl, onOneLine } from "./inventory-feed.server";

const IMAGES = 10;

/**
 * The dismantled vehicles for sites that list salvage: a line each, with bars between its values. Such a file is often read
 * without the rules of CSV, so no value has a bar, a quote or the end of a line in it.
 */
export const SALVAGE: InventoryFeed<DismantledTypes> = {
  store: DISMANTLED_RECORDS,
  delimiter: "|",
  columns: [
    ["Make", ({ make }) => plain(make)],
    ["Model", ({ model }) => plain(model)],
    ["Type", (vehicle) => bodyStyle(vehicle)],
    ["Condition", () => "Used"],
    ["Year", ({ year }) => year],
    // A vehicle that is parted out has no price itself.
    ["Price", () => undefined],
    ["Description", (vehicle) => plain(dismantledDescription(vehicle))],
    ["Title Status", (_, { business }) => plain(business.feeds.titleStatus)],
    ["Odometer", ({ mileage }) => mileage],
    ["VIN", ({ vin }) => vin],
    ["Stock", ({ stockNumber }) => plain(stockNumber)],
    ["Link", (vehicle, { publicUrl }) => publicUrl + donorPath(vehicle)],
    ...Array.from({ length: IMAGES }, (_, index) => imageColumn(index)),
    ["Sale Type", () => "Parting Out"],
  ],
  problems: () => [],
};

function imageColumn(index: number): FeedColumn<PublicDismantledVehicle> {
  return [`Image ${index + 1}`, (vehicle, site) => imageUrl(vehicle, site, index)];
}

/** What can be said about a dismantled vehicle: no one writes a description of it for the public. */
export function dismantledDescription(vehicle: PublicDismantledVehicle): string {
  const { mileage, exteriorColor, engineType, transmission, driveType, status } = vehicle;
  const facts = [
    fullVehicleName(vehicle),
    mileage === undefined ? undefined : formatMileage(mileage),
    exteriorColor,
    engineType,
    transmission,
    driveType,
  ];
  return `${facts.filter(Boolean).join(", ")}. ${status}.`;
}

function plain(text: string | undefined): string | undefined {
  return text === undefined ? undefined : onOneLine(text).replaceAll("|", "/").replaceAll('"', "''");
}
