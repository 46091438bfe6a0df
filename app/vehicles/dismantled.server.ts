import { toCard } from "~/collections/collection";
import type { RequestedRange } from "~/lists/window";
import { listPartWords, searchParts } from "~/parts/catalog-search";
import {
  askBeforeScrapping,
  describePartsFollowing,
  describePartsLeft,
  updatePartsOfDonor,
} from "~/parts/donor-parts.server";
import { hasLeft, PUBLIC_DISMANTLED_STATUSES } from "./dismantled";
import {
  DISMANTLED_VEHICLES,
  type DismantledCardVehicle,
  type PublicDismantledVehicle,
} from "./dismantled-vehicles";
import { findPublicItem } from "./inventory.server";
import { findPublicPage, findPublicSlice, openPublicList } from "./inventory-lists.server";
import { type DismantledQuery, readDismantledQuery } from "./list-query";
import type { InventoryStore, ItemWrite } from "./store.server";

/** How dismantled vehicles are queried, and what else changes with one. */
export const DISMANTLED_STORE: InventoryStore<"dismantled"> = {
  ...DISMANTLED_VEHICLES,
  kind: "dismantled",
  table: "dismantledVehicles",
  publicStatuses: PUBLIC_DISMANTLED_STATUSES,
  pageStatuses: PUBLIC_DISMANTLED_STATUSES,
  publicColumns: [],
  nullableSortColumns: [],
  readQuery: readDismantledQuery,
  filters: () => [],
  afterUpdate: updatePartsOfDonor,
  editNote: describePartsFollowing,
  deleteNote: describePartsLeft,
  statusQuestion: askBeforeScrapping,
  partWords: listPartWords,
  nameOfPart: (q) => searchParts(q, 1)[0]?.label,
  deriveColumns: (fields, write) => ({ leftAt: timeOfLeaving(fields, write) }),
  statusColumns: (status, write) => ({ leftAt: timeOfLeaving({ ...write.stored, status }, write) ?? null }),
};

/** One page of the public list of dismantled vehicles. */
export const findDismantledPage = (query: DismantledQuery) => findPublicPage(DISMANTLED_STORE, query);

/** A range of the dismantled vehicles that match the filters. */
export const findPublicDismantledSlice = (query: DismantledQuery, range: RequestedRange) =>
  findPublicSlice(DISMANTLED_STORE, query, range);

/** One dismantled vehicle, unless it is scrapped. */
export const findPublicDismantledVehicle = (id: string) => findPublicItem(DISMANTLED_STORE, id);

/** Every dismantled vehicle that is not scrapped, newest first. */
export const openDismantledList = () =>
  openPublicList(DISMANTLED_STORE, readDismantledQuery(new URLSearchParams()));

/** The vehicle without what only its own forms show, for a card. */
export function toDismantledCard(vehicle: PublicDismantledVehicle): DismantledCardVehicle {
  return toCard(DISMANTLED_VEHICLES, vehicle);
}

/**
 * When it was first stored that a vehicle has left. One that is back keeps the former time, unseen, so that an Undo of its status
 * finds it.
 */
function timeOfLeaving(
  vehicle: Parameters<typeof hasLeft>[0],
  { stored, now }: Pick<ItemWrite<"dismantled">, "stored" | "now">,
): string | undefined {
  const isLeaving = hasLeft(vehicle) && !(stored && hasLeft(stored));
  return isLeaving ? now.toISOString() : (stored?.leftAt ?? undefined);
}
