import path from "node:path";
import { config } from "~/config.server";
import { db } from "~/db/connection.server";
import { PUBLIC_DISMANTLED_STATUSES } from "./dismantled-vehicle";
import { PUBLIC_RETAIL_STATUSES } from "./retail-vehicle";
import type { InventoryType, VinDecodeResult } from "./vin";
import { openVinDecoder, type VinCache } from "./vin-decoder.server";
import { nhtsaLookup } from "./vin-online.server";

export interface VehicleLookup {
  result: VinDecodeResult;
  inInventory: boolean;
  inventoryType: InventoryType | null;
}

/** Decoded VINs kept: enough for years of a yard's business, little enough to never matter on disk. */
export const MAX_KEPT_DECODES = 5000;
const DECODE_LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;
/** The cache is swept once in so many decodes. */
const DECODES_A_SWEEP = 100;

/**
 * Decodes a valid VIN and says whether the vehicle is one of ours: the one place that does, for pages and API
 * (specification, sections 3 and 7).
 */
export async function lookUpVin(vin: string): Promise<VehicleLookup> {
  const [result, inventoryType] = await Promise.all([decoder.decode(vin), findInventoryType(vin)]);
  return { result, inInventory: inventoryType !== null, inventoryType };
}

/** Drops what is older than a year, and the oldest beyond `keep`, from the cache of decoded VINs. */
export async function sweepVinDecodes(now: Date, keep = MAX_KEPT_DECODES): Promise<void> {
  const oldest = new Date(now.getTime() - DECODE_LIFETIME_MS).toISOString();
  const first = await db
    .selectFrom("vinDecodes")
    .select("decodedAt")
    .orderBy("decodedAt", "desc")
    .limit(1)
    .offset(keep)
    .executeTakeFirst();
  const bound = first && first.decodedAt > oldest ? first.decodedAt : oldest;
  await db.deleteFrom("vinDecodes").where("decodedAt", "<=", bound).execute();
}

let keptSinceSweep = 0;

const cache: VinCache = {
  async find(vin) {
    const row = await db.selectFrom("vinDecodes").select("entry").where("vin", "=", vin).executeTakeFirst();
    return row && JSON.parse(row.entry);
  },
  async keep(vin, decoded) {
    const now = new Date();
    const entry = JSON.stringify(decoded);
    const decodedAt = now.toISOString();
    await db
      .insertInto("vinDecodes")
      .values({ vin, entry, decodedAt })
      .onConflict((conflict) => conflict.column("vin").doUpdateSet({ entry, decodedAt }))
      .execute();
    keptSinceSweep += 1;
    if (keptSinceSweep < DECODES_A_SWEEP) return;
    keptSinceSweep = 0;
    await sweepVinDecodes(now);
  },
};

const decoder = openVinDecoder({
  databasePath: path.resolve("build/vin/vin.db"),
  cache,
  ...(config.VIN_ONLINE ? { online: nhtsaLookup({ fetch }) } : {}),
});

// A scrapped or sold vehicle has left the inventory.
async function findInventoryType(vin: string): Promise<InventoryType | null> {
  const dismantled = await db
    .selectFrom("dismantledVehicles")
    .select("id")
    .where("vin", "=", vin)
    .where("status", "in", PUBLIC_DISMANTLED_STATUSES)
    .executeTakeFirst();
  if (dismantled) return "dismantled";
  const retail = await db
    .selectFrom("retailVehicles")
    .select("id")
    .where("vin", "=", vin)
    .where("status", "in", PUBLIC_RETAIL_STATUSES)
    .executeTakeFirst();
  return retail ? "retail" : null;
}
