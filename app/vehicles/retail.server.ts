import { toCard } from "~/collections/collection";
import { compareColumn } from "~/db/conditions.server";
import type { RequestedRange } from "~/lists/window";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { findPublicItem } from "./inventory.server";
import { findPublicPage, findPublicSlice, openPublicList } from "./inventory-lists.server";
import { type RetailQuery, readRetailQuery } from "./list-query";
import { PUBLIC_RETAIL_FIELDS, PUBLIC_RETAIL_STATUSES, RETAIL_STATUSES } from "./retail";
import type { PublicRetailVehicle, RetailCardVehicle } from "./retail-vehicles";
import type { InventoryStore } from "./store.server";

/** How vehicles for sale are queried. */
export const RETAIL_STORE: InventoryStore<"retail"> = {
  ...RETAIL_VEHICLES,
  kind: "retail",
  table: "retailVehicles",
  publicStatuses: PUBLIC_RETAIL_STATUSES,
  // A sold vehicle keeps its page.
  pageStatuses: RETAIL_STATUSES,
  publicColumns: PUBLIC_RETAIL_FIELDS,
  nullableSortColumns: ["year", "make", "model", "mileage", "priceCents"],
  readQuery: readRetailQuery,
  filters: ({ priceFrom, priceTo, mileageTo, condition, fuel, drive }) => [
    ...compareColumn("priceCents", ">=", toCents(priceFrom)),
    ...compareColumn("priceCents", "<=", toCents(priceTo)),
    ...compareColumn("mileage", "<=", mileageTo),
    ...compareColumn("condition", "=", condition),
    ...compareColumn("fuelType", "=", fuel),
    ...compareColumn("driveType", "=", drive),
  ],
};

/** One page of the vehicles for sale. */
export const findRetailPage = (query: RetailQuery) => findPublicPage(RETAIL_STORE, query);

/** A range of the vehicles for sale that match the filters. */
export const findPublicRetailSlice = (query: RetailQuery, range: RequestedRange) =>
  findPublicSlice(RETAIL_STORE, query, range);

/** One vehicle; a sold one keeps its page. */
export const findPublicRetailVehicle = (id: string) => findPublicItem(RETAIL_STORE, id);

/** Every vehicle for sale, newest first. */
export const openRetailList = () => openPublicList(RETAIL_STORE, readRetailQuery(new URLSearchParams()));

/** The vehicle without its long fields, for a card. */
export function toRetailCard(vehicle: PublicRetailVehicle): RetailCardVehicle {
  return toCard(RETAIL_VEHICLES, vehicle);
}

function toCents(dollars: number | undefined): number | undefined {
  return dollars === undefined ? undefined : Math.round(dollars * 100);
}
