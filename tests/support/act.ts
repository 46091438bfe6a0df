import { type Actor, actAs } from "~/context.server";

/** Who acts and when; on a page unless said. */
export type By = Partial<Actor> & { now: Date };

/** Does something as somebody, at a time: `as({ username: "marta", now: NOW }, () => markSpam(PART_REQUESTS, id, true))`. */
export function as<Result>({ now, source = "page", ...who }: By, run: () => Result): Result {
  return actAs({ ...who, source }, now, run);
}
