import pLimit from "p-limit";

/** Runs a task when a slot is free; returns undefined if too many are waiting. */
type ConcurrencyLimit = <Result>(task: () => Promise<Result>) => Promise<Result | undefined>;

/** Limits expensive work: at most `atOnce` tasks run and at most `waiting` queue. */
export function limitConcurrency({ atOnce, waiting }: { atOnce: number; waiting: number }): ConcurrencyLimit {
  const limit = pLimit(atOnce);
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) return undefined;
    return limit(task);
  };
}
