import { z } from "zod";
import { vehicleInfoSchema } from "./schema";
import { type DecodedVehicle, isDecodedVehicle } from "./vehicle-info";

/*
 * Caches decoded VINs in local storage, one entry per VIN. Storage may be denied, full or contain
 * another version's entries; a decode must succeed anyway.
 */

/** The part of local storage that the cache uses. */
export type VinStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const VIN_CACHE_PREFIX = "vinDecode:";

/** How many decodes are cached; together they take about 30 KB. */
const MAX_CACHED_VINS = 100;

/** The cached decode of a VIN, for when the server cannot be asked. */
export function findCachedVin(storage: VinStorage, vin: string): DecodedVehicle | undefined {
  const vehicleInfo = readEntry(storage, VIN_CACHE_PREFIX + vin)?.vehicleInfo;
  return vehicleInfo && isDecodedVehicle(vehicleInfo) ? vehicleInfo : undefined;
}

/** Caches a decode, and removes unreadable entries and the oldest beyond `MAX_CACHED_VINS`. */
export function cacheVin(storage: VinStorage, vin: string, vehicleInfo: DecodedVehicle, now: Date): void {
  try {
    storage.setItem(VIN_CACHE_PREFIX + vin, JSON.stringify({ vehicleInfo, cachedAt: now.getTime() }));
    const newestFirst = cachedKeys(storage)
      .map((key) => ({ key, cachedAt: readEntry(storage, key)?.cachedAt ?? Number.NEGATIVE_INFINITY }))
      .sort((a, b) => b.cachedAt - a.cachedAt);
    newestFirst.forEach(({ key, cachedAt }, index) => {
      if (index >= MAX_CACHED_VINS || cachedAt === Number.NEGATIVE_INFINITY) storage.removeItem(key);
    });
  } catch {
    // A decode that could not be cached is requested again.
  }
}

/** Local storage, or undefined if the browser denies access to it. */
export function browserStorage(): VinStorage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

const entrySchema = z.object({
  vehicleInfo: vehicleInfoSchema,
  cachedAt: z.number(),
});

function readEntry(storage: VinStorage, key: string): z.infer<typeof entrySchema> | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(storage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}

function cachedKeys(storage: VinStorage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  return keys.filter((key): key is string => key?.startsWith(VIN_CACHE_PREFIX) ?? false);
}
