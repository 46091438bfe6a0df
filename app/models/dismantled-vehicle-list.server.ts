import { rememberUntilChange } from "~/db/changes.server";
import { db } from "~/db/connection.server";
import type { DismantledVehicle } from "./dismantled-vehicle";
import { asDismantledVehicle } from "./dismantled-vehicle.server";
import type { DismantledListQuery } from "./dismantled-vehicle-list";
import type { Counted, ListWindow } from "./list-window";
import type { StaffPage, StaffQuery } from "./staff-list";
import { findStaffPage, findStaffWindow, inOrder, type StaffAsk } from "./staff-list.server";
import { all, compared, wordConditions } from "./vehicle.server";

/** One page of the dismantled vehicles as staff see them, scrapped ones included. */
export async function findDismantledListPage(
  query: DismantledListQuery,
): Promise<StaffPage<DismantledVehicle>> {
  return findStaffPage(query, ask(query));
}

/** The part of the same list that a call to the API asks for. */
export async function findDismantledListWindow(
  query: DismantledListQuery,
  window: ListWindow,
): Promise<Counted<DismantledVehicle>> {
  return findStaffWindow(query, window, ask(query));
}

function ask(query: DismantledListQuery): StaffAsk<DismantledVehicle> {
  return {
    count: countMatching,
    rows: async ({ limit, offset }) => {
      // Found by what the indexes hold, then read: to sort whole rows would cost many times as much.
      const found = await sorted(query).limit(limit).offset(offset).execute();
      const ids = found.map(({ id }) => id);
      const rows = await db.selectFrom("dismantledVehicles").selectAll().where("id", "in", ids).execute();
      return inOrder(ids, rows).map(asDismantledVehicle);
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

function sorted(query: DismantledListQuery) {
  const found = matching(query).select("id");
  switch (query.sort) {
    case "newest":
      return found.orderBy("dateAcquired", "desc").orderBy("id", "desc");
    case "oldest":
      return found.orderBy("dateAcquired").orderBy("id");
    case "stock-number":
      return found.orderBy("stockNumberKey");
    case "year-new":
      return found.orderBy("year", "desc").orderBy("id", "desc");
    case "year-old":
      return found.orderBy("year").orderBy("id");
    case "make":
      return found.orderBy("make").orderBy("model").orderBy("year", "desc").orderBy("id", "desc");
  }
}

function matching({ q, status }: Filters) {
  const found = db.selectFrom("dismantledVehicles").where(all(compared("status", "=", status)));
  const words = wordConditions(q);
  // Asked for by itself, a search goes through the one index that holds the words, whatever the order.
  return words.length === 0
    ? found
    : found.where("id", "in", (eb) => eb.selectFrom("dismantledVehicles").select("id").where(all(words)));
}
