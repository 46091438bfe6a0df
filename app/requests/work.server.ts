import { db } from "~/db/connection.server";
import { mergeNotes, type RequestNote, type RequestUpdate } from "./note";
import type { RequestKind, RequestRow } from "./record.server";

/** Who acts on a request, and when. */
export interface Actor {
  author: string;
  now: Date;
}

/** Updates status and notes, as the API does; a field that is left out is not changed. Undefined if there is no such request. */
export async function updateRequest<Request extends { _id: string }>(
  { table, toRecord }: RequestKind<Request>,
  id: string,
  { status, notes = [] }: RequestUpdate,
  by: Actor,
): Promise<Request | undefined> {
  const updatedAt = by.now.toISOString();
  return db.transaction().execute(async (within) => {
    // Written first, so that nobody else can write between this and the rest of the transaction.
    const locked = await within
      .updateTable(table)
      .set({ ...(status ? { status } : {}), updatedAt, updatedBy: by.author })
      .where("id", "=", id)
      .where("deletedAt", "is", null)
      .returning(["notes", "firstAnsweredAt"])
      .executeTakeFirst();
    if (!locked) return undefined;
    const stored = JSON.parse(locked.notes) as RequestNote[];
    const merged = mergeNotes(notes, stored, by);
    const isAnswered = merged.length > stored.length || (status !== undefined && status !== "pending");
    const row = await within
      .updateTable(table)
      .set({
        notes: JSON.stringify(merged),
        firstAnsweredAt: locked.firstAnsweredAt ?? (isAnswered ? updatedAt : null),
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row as RequestRow);
  });
}
