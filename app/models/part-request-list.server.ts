import { db } from "~/db/connection.server";
import type { Counted, ListWindow } from "./list-window";
import { partRequestOf } from "./part-request.server";
import type { PartRequest } from "./part-request-schema";
import { askForRequests, type RequestQuery, type RequestSource } from "./request-search.server";
import type { StaffPage } from "./staff-list";
import { findStaffPage, findStaffWindow } from "./staff-list.server";

const SOURCE = {
  table: "partRequests",
  prefix: "PR",
  columns: ["partComponent", "partOtherComponent", "partSystem"],
} as const satisfies RequestSource;

/** One page of the part requests, for staff. */
export async function findPartRequestPage(query: RequestQuery): Promise<StaffPage<PartRequest>> {
  return findStaffPage(query, await askForRequests(SOURCE, query, read));
}

/** The part of the same list that a call to the API asks for. */
export async function findPartRequestWindow(
  query: RequestQuery,
  window: ListWindow,
): Promise<Counted<PartRequest>> {
  return findStaffWindow(query, window, await askForRequests(SOURCE, query, read));
}

async function read(ids: string[]): Promise<PartRequest[]> {
  const rows = await db.selectFrom(SOURCE.table).selectAll().where("id", "in", ids).execute();
  return rows.map(partRequestOf);
}
