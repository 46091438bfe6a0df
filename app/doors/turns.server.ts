import pLimit from "p-limit";

/** Runs a task when it is its turn; undefined where the line is too long to wait in. */
export type Turns = <Answer>(task: () => Promise<Answer>) => Promise<Answer | undefined>;

/** A short line for what is heavy: at most `atOnce` tasks run, at most `waiting` wait (decisions, section 9). */
export function turns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const limit = pLimit(atOnce);
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) return undefined;
    return limit(task);
  };
}
