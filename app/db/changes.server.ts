import { engine } from "./connection.server";
import type { Inventory } from "./schema";

/** The most results that one cache stores; the oldest is dropped first. */
const MAX_CACHED_RESULTS = 200;

/**
 * A string that changes with every committed write to the database: at once with this process's own, and with another one's at
 * once on SQLite, within a second on PostgreSQL.
 */
export function dataVersion(): string {
  return engine.dataVersion();
}

/**
 * A number that increases whenever any process adds, changes or deletes a vehicle or part in this inventory, or in any one if
 * none is given. Triggers maintain it, so writes to other tables leave it alone.
 */
export function inventoryVersion(inventory?: Inventory): number {
  const versions = engine.inventoryVersions();
  return inventory ? versions[inventory] : Object.values(versions).reduce((sum, number) => sum + number, 0);
}

/**
 * Caches the results of `query` until `version` changes, so an expensive count runs once per change.
 * @param key a string that differs for arguments whose results differ
 */
export function cacheUntilChange<Argument, Result>(
  query: (argument: Argument) => Promise<Result>,
  key: (argument: Argument) => string,
  version: () => string | number = dataVersion,
): (argument: Argument) => Promise<Result> {
  let cachedVersion: string | number = "";
  const results = new Map<string, Promise<Result>>();
  return (argument) => {
    const current = version();
    if (current !== cachedVersion) {
      results.clear();
      cachedVersion = current;
    }
    const name = key(argument);
    const cached = results.get(name);
    if (cached) return cached;
    const result = query(argument);
    results.set(name, result);
    result.catch(() => results.delete(name));
    const oldest = results.size > MAX_CACHED_RESULTS ? results.keys().next().value : undefined;
    if (oldest !== undefined) results.delete(oldest);
    return result;
  };
}
