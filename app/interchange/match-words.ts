import type { Match } from "./match";

/** Whether a reason holds as it stands: what comes after its first sentence is an "if", or what differs. */
export function isCertain({ reason }: Pick<Match, "reason">): boolean {
  return !reason.includes("; ");
}

/** `2008–2012 Honda Accord` */
export function matchName({ make, model, yearFrom, yearTo }: Match): string {
  return `${yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`} ${make} ${model}`;
}
