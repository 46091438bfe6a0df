import { type Db, db } from "~/db/connection.server";

/** Remembers that there was a retail vehicle of this id: whoever still has its address is told that it is gone. */
export async function rememberGone(id: string, within: Db): Promise<void> {
  await within
    .insertInto("goneVehicles")
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** True where a retail vehicle of this id was deleted. */
export async function isGone(id: string): Promise<boolean> {
  const row = await db.selectFrom("goneVehicles").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}
