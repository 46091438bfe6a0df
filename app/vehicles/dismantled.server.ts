import { toCard } from "~/collections/collection";
import { findPublicSlice, openPublicList } from "~/collections/lists.server";
import { findPublicRecord } from "~/collections/records.server";
import type { RecordWrite, StoredCollection } from "~/collections/store.server";
import { isReferredTo } from "~/db/references.server";
import type { Row } from "~/db/schema";
import type { RequestedRange } from "~/lists/window";
import { listPartWords, searchParts } from "~/parts/catalog-search";
import {
  askBeforeScrapping,
  countPartsForSale,
  describePartsFollowing,
  describePartsLeft,
  findOnShelf,
  updatePartsOfDonor,
} from "~/parts/donor-parts.server";
import { hasLeft } from "./dismantled";
import {
  DISMANTLED_VEHICLES,
  type DismantledCardVehicle,
  type DismantledVehicle,
  type DismantledVehicleFields,
  type PublicDismantledVehicle,
} from "./dismantled-vehicles";
import { findOtherOfVin } from "./in-stock.server";
import { recordAddedAsGone, recordLeaving } from "./leaving.server";
import { type DismantledQuery, readDismantledQuery } from "./list-query";
import { findPublicPage, staffSearch, vehicleConditions, vehicleSearchText } from "./search.server";
import { suggestStockNumber } from "./stock-number.server";

export interface DismantledTypes {
  row: Row<"dismantledVehicles">;
  fields: DismantledVehicleFields;
  record: DismantledVehicle;
  publicRecord: PublicDismantledVehicle;
  publicQuery: DismantledQuery;
}

/** The dismantled vehicles, how they are searched, and what else changes with one. */
export const DISMANTLED_RECORDS: StoredCollection<DismantledTypes> = {
  ...DISMANTLED_VEHICLES,
  readQuery: readDismantledQuery,
  publicConditions: (query) => vehicleConditions("dismantledVehicles", query, { partWords: listPartWords }),
  searchConditions: staffSearch("dismantledVehicles"),
  searchText: vehicleSearchText,
  findTwin: findOtherOfVin,
  startValues: async () => ({ stockNumber: await suggestStockNumber("dismantled") }),
  afterCreate: recordAddedAsGone,
  afterUpdate: async (row, change) => {
    await updatePartsOfDonor(row, change);
    await recordLeaving(row, change);
  },
  isUsed: (id) =>
    isReferredTo(id, [
      ["parts", "donorId"],
      ["saleLines", "donorId"],
      ["carCosts", "vehicleId"],
      ["purchases", "vehicleId"],
    ]),
  listBesides: countPartsForSale,
  editNote: describePartsFollowing,
  deleteNote: describePartsLeft,
  statusQuestion: askBeforeScrapping,
  fieldNotes,
  deriveColumns: (fields, write) => ({ leftAt: timeOfLeaving(fields, write) }),
  statusColumns: (status, write) => ({ leftAt: timeOfLeaving({ ...write.stored, status }, write) ?? null }),
};

const STILL_SHOWN =
  "According to its NMVTIS facts below, it has left, but the public site still shows it. Scrapped takes it off.";

/** For one that has left only by its NMVTIS fields: what the public sees goes by the status. */
async function fieldNotes(vehicle: DismantledVehicle): Promise<Record<string, string>> {
  return hasLeft(vehicle) && vehicle.status !== "Scrapped" ? { status: STILL_SHOWN } : {};
}

/** One page of the public list of dismantled vehicles. */
export const findDismantledPage = (query: DismantledQuery) =>
  findPublicPage(DISMANTLED_RECORDS, query, {
    partWords: listPartWords,
    nameOfPart: (q) => searchParts(q, 1)[0]?.label,
  });

/** A range of the dismantled vehicles that match the filters. */
export const findPublicDismantledSlice = (query: DismantledQuery, range: RequestedRange) =>
  findPublicSlice(DISMANTLED_RECORDS, query, range);

/** One dismantled vehicle, unless it is scrapped. */
export const findPublicDismantledVehicle = (id: string) => findPublicRecord(DISMANTLED_RECORDS, id);

/** Every dismantled vehicle that is not scrapped, newest first. */
export const openDismantledList = () =>
  openPublicList(DISMANTLED_RECORDS, readDismantledQuery(new URLSearchParams()));

/** The vehicles as their cards show them: without what only their own pages show. */
export function withoutShelf(vehicles: readonly PublicDismantledVehicle[]): DismantledCardVehicle[] {
  return vehicles.map((vehicle) => toCard<DismantledCardVehicle>(DISMANTLED_VEHICLES, vehicle));
}

/** The same with what is on the shelf of each. */
export async function toDismantledCards(
  vehicles: readonly PublicDismantledVehicle[],
): Promise<DismantledCardVehicle[]> {
  const onShelf = await findOnShelf(vehicles.map(({ _id }) => _id));
  return withoutShelf(vehicles).map((card) => ({ ...card, onShelf: onShelf.get(card._id) }));
}

/**
 * When it was first stored that a vehicle has left. One that is back keeps the former time, unseen, so that an Undo of its status
 * finds it.
 */
function timeOfLeaving(
  vehicle: Parameters<typeof hasLeft>[0],
  { stored, now }: Pick<RecordWrite<DismantledTypes>, "stored" | "now">,
): string | undefined {
  const isLeaving = hasLeft(vehicle) && !(stored && hasLeft(stored));
  return isLeaving ? now.toISOString() : (stored?.leftAt ?? undefined);
}
