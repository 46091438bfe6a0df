import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { mergeNotes, type RequestNote, type RequestUpdate } from "./note";

/** What differs between part requests and repair requests, for the functions that both share. */
export interface RequestKind<Request extends { _id: string }> {
  table: "partRequests" | "repairRequests";
  /** The prefix of the customer's reference: `PR-7K3Q9D`. */
  prefix: "PR" | "RR";
  /** Columns that a search matches, in addition to customer and vehicle. */
  searchColumns: readonly string[];
  toRecord: (row: RequestRow) => Request;
}

/** A row of either table; each `toRecord` reads only its own columns. */
export type RequestRow = Row<"partRequests"> & Row<"repairRequests">;

/** The request with this id. */
export async function findRequest<Request extends { _id: string }>(
  { table, toRecord }: RequestKind<Request>,
  id: string,
): Promise<Request | undefined> {
  const row = await db.selectFrom(table).selectAll().where("id", "=", id).executeTakeFirst();
  return row && toRecord(row as RequestRow);
}

/** Updates status and notes; a field that is left out is not changed. Undefined if there is no such request. */
export async function updateRequest<Request extends { _id: string }>(
  kind: RequestKind<Request>,
  id: string,
  { status, notes }: RequestUpdate,
  by: { author: string; now: Date },
): Promise<Request | undefined> {
  const { table } = kind;
  await db.transaction().execute(async (within) => {
    const row = await within.selectFrom(table).select("notes").where("id", "=", id).executeTakeFirst();
    if (!row) return;
    const stored = JSON.parse(row.notes) as RequestNote[];
    await within
      .updateTable(table)
      .set({
        ...(status ? { status } : {}),
        ...(notes ? { notes: JSON.stringify(mergeNotes(notes, stored, by)) } : {}),
        updatedAt: by.now.toISOString(),
      })
      .where("id", "=", id)
      .execute();
  });
  return findRequest(kind, id);
}
