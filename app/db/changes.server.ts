import { transactionDb } from "../context.server";
import { engine } from "./connection.server";
import type { Versioned } from "./schema";

/** The most results that one cache stores; the oldest is dropped first. */
const MAX_CACHED_RESULTS = 200;

/**
 * A string that changes with every committed write to the database: at once with this process's own, within a second with
 * another's (docs/decisions/processes.md).
 */
export function dataVersion(): string {
  return engine.dataVersion();
}

/**
 * A number that increases whenever any process adds, changes or deletes a vehicle or part in this inventory, or a setting; in any
 * of them if none is given. Triggers maintain it, so writes to other tables leave it alone.
 */
export function inventoryVersion(inventory?: Versioned): number {
  const versions = engine.inventoryVersions();
  return inventory ? versions[inventory] : Object.values(versions).reduce((sum, number) => sum + number, 0);
}

/** Whether a table has such a number; otherwise only the whole database's version shows that it changed. */
export function hasVersion(table: string): boolean {
  return table in engine.inventoryVersions();
}

/** A query for one count. */
interface CountQuery {
  compile(): { sql: string; parameters: readonly unknown[] };
  executeTakeFirstOrThrow(): Promise<{ count: number }>;
}

export async function countNow(query: CountQuery): Promise<number> {
  return (await query.executeTakeFirstOrThrow()).count;
}

/** Counts, caching each query's result until `version` changes: a count reads every matching row. */
export function cachedCount(version?: () => string | number): (query: CountQuery) => Promise<number> {
  return cacheUntilChange(
    countNow,
    (query) => {
      const { sql, parameters } = query.compile();
      return JSON.stringify([sql, parameters]);
    },
    version,
  );
}

interface CachedResult<Result> {
  version: string | number;
  result: Promise<Result>;
  keptUntil: number;
}

/**
 * Caches the results of `query` until `version` changes, so an expensive count runs once per change. A transaction always queries.
 * @param key a string that differs for arguments whose results differ
 * @param keepMs for how many milliseconds a result is good even if the data changes
 */
export function cacheUntilChange<Argument, Result>(
  query: (argument: Argument) => Promise<Result>,
  key: (argument: Argument) => string,
  version: () => string | number = dataVersion,
  keepMs: (result: Result) => number = () => 0,
): (argument: Argument) => Promise<Result> {
  const results = new Map<string, CachedResult<Result>>();
  return (argument) => {
    // Others must not see what may be rolled back.
    if (transactionDb()) return query(argument);
    const current = version();
    const name = key(argument);
    const cached = results.get(name);
    if (cached && (cached.version === current || cached.keptUntil > performance.now())) return cached.result;
    const result = query(argument);
    const entry = { version: current, result, keptUntil: 0 };
    results.delete(name);
    results.set(name, entry);
    result.then(
      (value) => {
        const kept = keepMs(value);
        if (kept > 0) entry.keptUntil = performance.now() + kept;
      },
      () => {
        if (results.get(name) === entry) results.delete(name);
      },
    );
    const oldest = results.size > MAX_CACHED_RESULTS ? results.keys().next().value : undefined;
    if (oldest !== undefined) results.delete(oldest);
    return result;
  };
}
