// Decoded vehicles in local storage, an entry a VIN (specification, section 7). Nothing here may fail a decode: the
// storage can be denied, full, or hold what another version or another hand wrote.

import { z } from "zod";
import { type DecodedVehicle, type InventoryType, isDecodedVehicle } from "~/models/vin";
import { inventoryTypeSchema, vehicleInfoSchema } from "~/models/vin-schema";

/** What is needed of local storage. */
export type VinStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export const KEPT_VIN_PREFIX = "vinDecode:";

/** Decodes kept: weeks of a yard's work, in about 30 KB. */
export const MAX_KEPT_VINS = 100;

/** How long a kept decode is answered without asking, in milliseconds: what it says of the inventory ages. */
export const KEPT_VIN_FRESH_MS = 10 * 60 * 1000;

export interface KeptVin {
  vehicleInfo: DecodedVehicle;
  inventoryType: InventoryType | null;
}

/** What is kept of a VIN, and whether it may be answered without asking. */
export function findKept(
  storage: VinStorage,
  vin: string,
  now: Date,
): (KeptVin & { isFresh: boolean }) | undefined {
  const entry = read(storage, KEPT_VIN_PREFIX + vin);
  if (!entry || !isDecodedVehicle(entry.vehicleInfo)) return undefined;
  const age = now.getTime() - entry.keptAt;
  // A clock that was set back makes no entry fresh for ever.
  return {
    vehicleInfo: entry.vehicleInfo,
    inventoryType: entry.inventoryType,
    isFresh: age >= 0 && age < KEPT_VIN_FRESH_MS,
  };
}

/** Keeps a decode, and drops the oldest beyond `MAX_KEPT_VINS` and whatever cannot be read. */
export function keepVin(storage: VinStorage, vin: string, decode: KeptVin, now: Date): void {
  try {
    storage.setItem(KEPT_VIN_PREFIX + vin, JSON.stringify({ ...decode, keptAt: now.getTime() }));
    const readable: { key: string; keptAt: number }[] = [];
    for (const key of keptKeys(storage)) {
      const entry = read(storage, key);
      if (entry) readable.push({ key, keptAt: entry.keptAt });
      else storage.removeItem(key);
    }
    const newestFirst = readable.sort((one, other) => other.keptAt - one.keptAt);
    for (const { key } of newestFirst.slice(MAX_KEPT_VINS)) storage.removeItem(key);
  } catch {
    // A decode that could not be kept is asked for again.
  }
}

/** Local storage, where there is one and it is not denied: the very look at it may throw. */
export function browserStorage(): VinStorage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

const entrySchema = z.object({
  vehicleInfo: vehicleInfoSchema,
  inventoryType: inventoryTypeSchema.nullable(),
  keptAt: z.number(),
});

function read(storage: VinStorage, key: string): z.infer<typeof entrySchema> | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(storage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}

function keptKeys(storage: VinStorage): string[] {
  const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place));
  return keys.flatMap((key) => (key?.startsWith(KEPT_VIN_PREFIX) ? [key] : []));
}
