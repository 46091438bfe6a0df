import { db } from "~/db/connection.server";
import { type RequestNote, type RequestUpdate, signed } from "./request-note";

/**
 * Changes the status and the notes of a request; what is left out stays as it is.
 * @returns false where there is none of this id
 */
export async function updateRequest(
  table: "partRequests" | "repairRequests",
  id: string,
  { status, notes }: RequestUpdate,
  by: { author: string; now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    const stored = await within.selectFrom(table).select("notes").where("id", "=", id).executeTakeFirst();
    if (!stored) return false;
    await within
      .updateTable(table)
      .set({
        ...(status ? { status } : {}),
        ...(notes
          ? { notes: JSON.stringify(signed(notes, JSON.parse(stored.notes) as RequestNote[], by)) }
          : {}),
        updatedAt: by.now.toISOString(),
      })
      .where("id", "=", id)
      .execute();
    return true;
  });
}
