import type { BusinessFile } from "~/business/links";
import type { RecordTypes, StoredCollection } from "~/collections/store.server";
import { truncate } from "~/values/format";
import { compactText } from "~/values/normalize";
import type { PublicDismantledVehicle } from "~/vehicles/dismantled-vehicles";
import { vehiclePath } from "~/vehicles/inventory";
import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import { bodyWords } from "~/vehicles/trade-words";
import { findBodyClass } from "~/vin/body-class.server";

/** What a feed says besides the vehicle. */
export interface FeedSite {
  business: BusinessFile;
  publicUrl: string;
}

/** One column of a feed; a value that is undefined is an empty cell. */
export type FeedColumn<Vehicle> = readonly [
  heading: string,
  value: (vehicle: Vehicle, site: FeedSite) => string | number | undefined,
];

/** A feed with a row for each vehicle. */
export interface InventoryFeed<T extends RecordTypes> {
  store: StoredCollection<T>;
  columns: readonly FeedColumn<T["publicRecord"]>[];
  delimiter: "," | "\t" | "|";
  /** Adds what is in other tables. */
  complete?: (vehicles: readonly T["publicRecord"][]) => Promise<T["publicRecord"][]>;
  /** What keeps a vehicle out of the feed, in words for staff; empty if nothing does. */
  problems: (vehicle: T["publicRecord"], inventory: FeedInventory) => string[];
}

/** What a vehicle is compared with. */
export interface FeedInventory {
  /** The VINs that more than one vehicle has. */
  repeatedVins: ReadonlySet<string>;
}

const MISSING = {
  vin: "no VIN",
  year: "no year",
  make: "no make",
  model: "no model",
  price: "no price",
  mileage: "no mileage",
  exteriorColor: "no exterior color",
  images: "no photo",
} as const;

/** Why a vehicle is left out of a feed that takes only the VINs of today's standard. */
export const WRONG_VIN = "no 17-character VIN";

/** What a vehicle for sale lacks. A price of 0 counts as none. Year, make and model are always needed. */
export function missingFacts(
  vehicle: PublicRetailVehicle,
  needed: readonly (keyof typeof MISSING)[],
): string[] {
  const known = {
    ...vehicle,
    vin: vehicle.vin || undefined,
    price: vehicle.price || undefined,
    images: vehicle.images[0],
  };
  const names = ["year", "make", "model", ...needed] as const;
  return names.filter((name) => known[name] === undefined).map((name) => MISSING[name]);
}

/** `12995 USD`, with cents if there are any. */
export function priceText(price: number | undefined): string | undefined {
  if (!price) return undefined;
  return `${Number.isInteger(price) ? price : price.toFixed(2)} USD`;
}

/** The public page of a vehicle for sale. */
export function retailPageUrl(vehicle: PublicRetailVehicle, { publicUrl }: FeedSite): string {
  return publicUrl + vehiclePath(vehicle);
}

/** What every feed's vehicles and parts have. */
type FeedVehicle = Pick<PublicRetailVehicle, "images" | "dateAcquired">;

/** The absolute URLs of a vehicle's pictures in order, each in its largest size, or of some of them. */
export function imageUrls(
  { images }: FeedVehicle,
  { publicUrl }: FeedSite,
  start = 0,
  end?: number,
): string[] {
  return images.slice(start, end).map(({ imageUrl }) => publicUrl + imageUrl);
}

/** The absolute URL of one picture; undefined if there are fewer. */
export function imageUrl(vehicle: FeedVehicle, site: FeedSite, index: number): string | undefined {
  return imageUrls(vehicle, site, index, index + 1)[0];
}

/** The day on which a vehicle came: `2026-11-22`. */
export function dayInStock({ dateAcquired }: FeedVehicle): string {
  return dateAcquired.slice(0, 10);
}

/** Text on one line, since many a reader of a feed takes the end of a line for the end of a vehicle. */
export function onOneLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  return truncate(text, maxLength);
}

/** A body's name in feeds. */
export type BodyStyle = (typeof BODY_STYLES)[number][1];

/** By the words that the search has for a body (trade-words.ts); the first that fits counts. */
const BODY_STYLES = [
  ["crossover", "Crossover"],
  ["pickup", "Truck"],
  ["truck", "Truck"],
  ["minivan", "Minivan"],
  ["van", "Van"],
  ["convertible", "Convertible"],
  ["coupe", "Coupe"],
  ["hatchback", "Hatchback"],
  ["wagon", "Wagon"],
  ["sedan", "Sedan"],
  ["suv", "SUV"],
] as const;

/** A vehicle's body, as its VIN tells it or else its model; undefined if neither does. */
export function bodyStyle({
  vin,
  year,
  make = "",
  model = "",
}: PublicRetailVehicle | PublicDismantledVehicle): BodyStyle | undefined {
  const bodyClass = year === undefined ? undefined : findBodyClass(vin, year, make);
  const words = bodyClass ? bodyWords(bodyClass, "") : bodyWords(undefined, compactText(model));
  return BODY_STYLES.find(([word]) => words.includes(word))?.[1];
}
