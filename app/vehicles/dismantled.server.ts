import type { ListRange } from "~/lists/window";
import {
  askBeforeScrapping,
  describePartsFollowing,
  describePartsLeft,
  updatePartsOfDonor,
} from "~/parts/donor-parts.server";
import { listPartWords, searchParts } from "~/parts/search";
import { DISMANTLED, DISMANTLED_STAFF_FIELDS, PUBLIC_DISMANTLED_STATUSES } from "./dismantled";
import {
  DISMANTLED_FORM,
  type DismantledCardVehicle,
  dismantledVehicleSchema,
  type PublicDismantledVehicle,
} from "./dismantled-schema";
import { findPublicItem } from "./inventory.server";
import { findPublicPage, findPublicSlice, listPublicItems } from "./inventory-lists.server";
import { type DismantledQuery, readDismantledQuery } from "./search";
import type { InventoryStore } from "./store.server";

/** How dismantled vehicles are stored and queried. SQLite has no booleans. */
export const DISMANTLED_STORE: InventoryStore<"dismantled"> = {
  ...DISMANTLED,
  form: DISMANTLED_FORM,
  schema: dismantledVehicleSchema,
  publicStatuses: PUBLIC_DISMANTLED_STATUSES,
  pageStatuses: PUBLIC_DISMANTLED_STATUSES,
  staffFields: DISMANTLED_STAFF_FIELDS,
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
  toColumns: ({ intendedForExport, ...fields }) => ({
    ...fields,
    intendedForExport: intendedForExport === undefined ? undefined : Number(intendedForExport),
  }),
  fromRow: ({ intendedForExport, ...columns }) => ({
    ...columns,
    intendedForExport: intendedForExport === null ? undefined : intendedForExport === 1,
  }),
};

/** One page of the public list of dismantled vehicles. */
export const findDismantledPage = (query: DismantledQuery) => findPublicPage(DISMANTLED_STORE, query);

/** The dismantled vehicles that match the filters: all of them, or a range. */
export const findPublicDismantledSlice = (query: DismantledQuery, range: ListRange) =>
  findPublicSlice(DISMANTLED_STORE, query, range);

/** One dismantled vehicle, unless it is scrapped. */
export const findPublicDismantledVehicle = (id: string) => findPublicItem(DISMANTLED_STORE, id);

/** Every dismantled vehicle that is not scrapped, newest first. */
export const listPublicDismantledVehicles = () => listPublicItems(DISMANTLED_STORE);

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
