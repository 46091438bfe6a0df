import { db } from "~/db/connection.server";
import type { Counted, ListWindow } from "./list-window";
import { repairRequestOf } from "./repair-request.server";
import type { RepairRequest } from "./repair-request-schema";
import { askForRequests, type RequestQuery, type RequestSource } from "./request-search.server";
import type { StaffPage } from "./staff-list";
import { findStaffPage, findStaffWindow } from "./staff-list.server";

const SOURCE = {
  table: "repairRequests",
  prefix: "RR",
  columns: ["serviceType", "otherServiceType", "addressCity"],
} as const satisfies RequestSource;

/** One page of the repair requests, for staff: what the customer gave, nothing in its place. */
export async function findRepairRequestPage(query: RequestQuery): Promise<StaffPage<RepairRequest>> {
  return findStaffPage(query, await askForRequests(SOURCE, query, read));
}

/** The part of the same list that a call to the API asks for. */
export async function findRepairRequestWindow(
  query: RequestQuery,
  window: ListWindow,
): Promise<Counted<RepairRequest>> {
  return findStaffWindow(query, window, await askForRequests(SOURCE, query, read));
}

async function read(ids: string[]): Promise<RepairRequest[]> {
  const rows = await db.selectFrom(SOURCE.table).selectAll().where("id", "in", ids).execute();
  return rows.map(repairRequestOf);
}
