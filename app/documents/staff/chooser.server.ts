import type { Collection } from "~/collections/collection";
import type { StoredRecord } from "~/collections/field";
import { findStaffSlice } from "~/collections/lists.server";
import { findRecords } from "~/collections/records.server";
import type { RecordTypes, StoredCollection } from "~/collections/store.server";
import { readStaffQuery, type StaffQuery } from "~/lists/staff";
import { partTitle } from "~/parts/part";
import type { Part } from "~/parts/parts";
import { isValidId } from "~/values/id";
import { type StockedItem, vehicleName } from "~/vehicles/inventory";
import type { ChooserPage } from "./chooser";

/** Vehicles or parts, which have a stock number and a status. */
export interface StockedTypes extends RecordTypes {
  record: StoredRecord & StockedItem & { status: string; vin?: string | undefined };
}

/** How many vehicles the chooser lists. */
const MAX_LISTED = 100;

/** The vehicles that a document can be printed for, by the search in the URL; without one, those in `status`. */
export async function loadChooser<T extends StockedTypes>(
  store: StoredCollection<T>,
  request: Request,
  { max, status }: { max: number; status?: string },
): Promise<ChooserPage> {
  const query = readQuery(store, new URL(request.url).searchParams, status);
  const { records, total } = await findStaffSlice(store, query, { limit: MAX_LISTED });
  return {
    q: query.q,
    status: query.status,
    total,
    canPrintAll: total <= max,
    max,
    vehicles: records.map((vehicle) => ({
      id: vehicle._id,
      name: store.kind === "part" ? partTitle(vehicle as object as Part) : vehicleName(vehicle),
      stockNumber: vehicle.stockNumber,
      status: store.list.statuses[vehicle.status] ?? vehicle.status,
    })),
  };
}

/** The vehicles that the chooser's form names: those with a check mark, or all that match its search. */
export async function loadChosen<T extends StockedTypes>(
  store: StoredCollection<T>,
  request: Request,
  max: number,
): Promise<T["record"][]> {
  const params = new URL(request.url).searchParams;
  if (params.has("all"))
    return (await findStaffSlice(store, readQuery(store, params), { limit: max })).records;
  const ids = new Set(params.getAll("id").filter(isValidId));
  return findRecords(store, [...ids].slice(0, max));
}

function readQuery({ list }: Pick<Collection, "list">, params: URLSearchParams, status?: string): StaffQuery {
  const query: StaffQuery = readStaffQuery(params, list);
  // An empty status in the URL means that any was asked for.
  return params.has("status") ? query : { ...query, status };
}
