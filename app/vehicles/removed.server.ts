import { db } from "~/db/connection.server";

/** Records that a retail vehicle was deleted, so that its URL responds with 410 instead of 404. */
export async function recordRemoval(id: string): Promise<void> {
  await db
    .insertInto("removedVehicles")
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Forgets that a retail vehicle was deleted, because it was restored. */
export async function forgetRemoval(id: string): Promise<void> {
  await db.deleteFrom("removedVehicles").where("id", "=", id).execute();
}

/** True if a retail vehicle with this id was deleted. */
export async function wasRemoved(id: string): Promise<boolean> {
  const row = await db.selectFrom("removedVehicles").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}
