import { formatYears } from "~/values/years";
import type { Match } from "./match";

/** Whether a reason holds as is: what comes after its first sentence is an "if", or what differs. */
export function isCertain({ reason }: Pick<Match, "reason">): boolean {
  return !reason.includes("; ");
}

/** Whether a reason holds only of some cars: "if yours is a coupe". */
export function isCondition({ reason }: Pick<Match, "reason">): boolean {
  return reason.includes("; if ");
}

/** The grade in words, and why: `Same generation: same car as the Ford Fusion under another name (2006–2012).` */
export function gradeAndReason({ grade, reason }: Pick<Match, "grade" | "reason">): string {
  if (reason.toLowerCase().includes(grade)) return reason;
  const word = grade.charAt(0).toUpperCase() + grade.slice(1);
  return `${word}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

/** `2008–2012 Honda Accord` */
export function matchName({ make, model, yearFrom, yearTo }: Match): string {
  return `${formatYears(yearFrom, yearTo)} ${make} ${model}`;
}
