import { rememberUntilChange } from "~/db/changes.server";
import { db } from "~/db/connection.server";
import type { Counted, ListWindow } from "./list-window";
import type { RetailVehicle } from "./retail-vehicle";
import { asRetailVehicle } from "./retail-vehicle.server";
import type { RetailListQuery } from "./retail-vehicle-list";
import type { StaffPage, StaffQuery } from "./staff-list";
import { findStaffPage, findStaffWindow, inOrder, type StaffAsk } from "./staff-list.server";
import { all, compared, wordConditions } from "./vehicle.server";

/** One page of the retail vehicles as staff see them, sold ones included. */
export async function findRetailListPage(query: RetailListQuery): Promise<StaffPage<RetailVehicle>> {
  return findStaffPage(query, ask(query));
}

/** The part of the same list that a call to the API asks for. */
export async function findRetailListWindow(
  query: RetailListQuery,
  window: ListWindow,
): Promise<Counted<RetailVehicle>> {
  return findStaffWindow(query, window, ask(query));
}

function ask(query: RetailListQuery): StaffAsk<RetailVehicle> {
  return {
    count: countMatching,
    rows: async ({ limit, offset }) => {
      // Found by what the indexes hold, then read: to sort whole rows would cost many times as much.
      const found = await sorted(query).limit(limit).offset(offset).execute();
      const ids = found.map(({ id }) => id);
      const rows = await db.selectFrom("retailVehicles").selectAll().where("id", "in", ids).execute();
      return inOrder(ids, rows).map(asRetailVehicle);
    },
  };
}

type Filters = Pick<StaffQuery, "q" | "status">;

const countMatching = rememberUntilChange(
  async (filters: Filters): Promise<number> => {
    const { count } = await matching(filters)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  },
  ({ q, status }) => JSON.stringify([q, status]),
);

// A vehicle without a price, mileage, year or make stands behind those that have one.
function sorted(query: RetailListQuery) {
  const found = matching(query).select("id");
  switch (query.sort) {
    case "newest":
      return found.orderBy("dateAcquired", "desc").orderBy("id", "desc");
    case "oldest":
      return found.orderBy("dateAcquired").orderBy("id");
    case "stock-number":
      return found.orderBy("stockNumberKey");
    case "year-new":
      return found.orderBy("year", (order) => order.desc().nullsLast()).orderBy("id", "desc");
    case "year-old":
      return found.orderBy("year", (order) => order.asc().nullsLast()).orderBy("id", "desc");
    case "make":
      return found
        .orderBy("make", (order) => order.asc().nullsLast())
        .orderBy("model", (order) => order.asc().nullsLast())
        .orderBy("year", "desc")
        .orderBy("id", "desc");
    case "price-low":
      return found.orderBy("priceCents", (order) => order.asc().nullsLast()).orderBy("id", "desc");
    case "price-high":
      return found.orderBy("priceCents", (order) => order.desc().nullsLast()).orderBy("id", "desc");
    case "mileage-low":
      return found.orderBy("mileage", (order) => order.asc().nullsLast()).orderBy("id", "desc");
  }
}

function matching({ q, status }: Filters) {
  const found = db.selectFrom("retailVehicles").where(all(compared("status", "=", status)));
  const words = wordConditions(q);
  // Asked for by itself, a search goes through the one index that holds the words, whatever the order.
  return words.length === 0
    ? found
    : found.where("id", "in", (eb) => eb.selectFrom("retailVehicles").select("id").where(all(words)));
}
