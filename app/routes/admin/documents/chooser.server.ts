import { readStaffQuery, type StaffQuery } from "~/lists/staff";
import { partTitle } from "~/parts/part";
import { isValidId } from "~/values/id";
import { vehicleName } from "~/vehicles/inventory";
import { findItems } from "~/vehicles/inventory.server";
import { findStaffSlice } from "~/vehicles/inventory-lists.server";
import type { InventoryStore, Item, Kind } from "~/vehicles/store.server";
import type { ChooserPage } from "./chooser";

/** How many vehicles the chooser lists. */
const MAX_LISTED = 100;

/** The vehicles that a paper can be printed for, by the search in the URL; without one, those in `status`. */
export async function loadChooser<K extends Kind>(
  store: InventoryStore<K>,
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
      name: store.kind === "part" ? partTitle(vehicle) : vehicleName(vehicle),
      stockNumber: vehicle.stockNumber,
      status: store.list.statuses[vehicle.status] ?? vehicle.status,
    })),
  };
}

/** The vehicles that the chooser's form names: those with a check mark, or all that match its search. */
export async function loadChosen<K extends Kind>(
  store: InventoryStore<K>,
  request: Request,
  max: number,
): Promise<Item<K>[]> {
  const params = new URL(request.url).searchParams;
  if (params.has("all"))
    return (await findStaffSlice(store, readQuery(store, params), { limit: max })).records;
  const ids = new Set(params.getAll("id").filter(isValidId));
  return findItems(store, [...ids].slice(0, max));
}

function readQuery<K extends Kind>(
  { list }: InventoryStore<K>,
  params: URLSearchParams,
  status?: string,
): StaffQuery {
  const query: StaffQuery = readStaffQuery(params, list);
  // An empty status in the URL means that any was asked for.
  return params.has("status") ? query : { ...query, status };
}
