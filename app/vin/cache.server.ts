import { db } from "~/db/connection.server";
import { DAY_MS } from "~/values/days";
import type { VinCache } from "./decoder.server";

/** The most cached VINs; a yard takes years to decode this many. */
const MAX_CACHED_DECODES = 5000;
const DECODE_LIFETIME_MS = 365 * DAY_MS;

/** Decoded VINs in the database. */
export const vinCache: VinCache = {
  async find(vin) {
    const row = await db.selectFrom("vinDecodes").select("entry").where("vin", "=", vin).executeTakeFirst();
    return row && JSON.parse(row.entry);
  },
  async store(vin, decoded) {
    const entry = JSON.stringify(decoded);
    const decodedAt = new Date().toISOString();
    await db
      .insertInto("vinDecodes")
      .values({ vin, entry, decodedAt })
      .onConflict((conflict) => conflict.column("vin").doUpdateSet({ entry, decodedAt }))
      .execute();
  },
};

/** Deletes cached decodes older than a year, and the oldest beyond `keep`. */
export async function trimVinCache(now: Date, keep = MAX_CACHED_DECODES): Promise<void> {
  const yearAgo = new Date(now.getTime() - DECODE_LIFETIME_MS).toISOString();
  const firstBeyond = await db
    .selectFrom("vinDecodes")
    .select("decodedAt")
    .orderBy("decodedAt", "desc")
    .limit(1)
    .offset(keep)
    .executeTakeFirst();
  const bound = firstBeyond && firstBeyond.decodedAt > yearAgo ? firstBeyond.decodedAt : yearAgo;
  await db.deleteFrom("vinDecodes").where("decodedAt", "<=", bound).execute();
}
