import type { RequestedRange } from "~/lists/window";
import { listPartWords, searchParts } from "~/parts/catalog-search";
import {
  askBeforeScrapping,
  describePartsFollowing,
  describePartsLeft,
  updatePartsOfDonor,
} from "~/parts/donor-parts.server";
import { DISMANTLED, hasLeft, PUBLIC_DISMANTLED_STATUSES } from "./dismantled";
import {
  DISMANTLED_FORM,
  DISMANTLED_PUBLIC_FIELDS,
  type DismantledCardVehicle,
  dismantledBodySchema,
  type PublicDismantledVehicle,
} from "./dismantled-schema";
import { findPublicItem } from "./inventory.server";
import { findPublicPage, findPublicSlice, openPublicList } from "./inventory-lists.server";
import { type DismantledQuery, readDismantledQuery } from "./list-query";
import type { InventoryStore, ItemWrite } from "./store.server";

/** How dismantled vehicles are stored and queried. SQLite has no booleans. */
export const DISMANTLED_STORE: InventoryStore<"dismantled"> = {
  ...DISMANTLED,
  form: DISMANTLED_FORM,
  schema: dismantledBodySchema,
  publicStatuses: PUBLIC_DISMANTLED_STATUSES,
  pageStatuses: PUBLIC_DISMANTLED_STATUSES,
  publicFields: DISMANTLED_PUBLIC_FIELDS,
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
  toColumns: ({ intendedForExport, ...fields }, write) => ({
    ...fields,
    intendedForExport: intendedForExport === undefined ? undefined : Number(intendedForExport),
    leftAt: timeOfLeaving(fields, write),
  }),
  statusColumns: (status, write) => ({ leftAt: timeOfLeaving({ ...write.stored, status }, write) ?? null }),
  fromRow: ({ intendedForExport, leftAt: _left, ...columns }) => ({
    ...columns,
    intendedForExport: intendedForExport === null ? undefined : intendedForExport === 1,
  }),
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
export function toDismantledCard({
  vin: _vin,
  exteriorColor: _exterior,
  interiorColor: _interior,
  createdAt: _createdAt,
  images,
  ...card
}: PublicDismantledVehicle): DismantledCardVehicle {
  return { ...card, imageCount: images.length };
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
