import { formatMileage } from "~/values/format";
import { keysOf } from "~/values/query-params";
import type { PartEntry } from "./catalog";
import { damageUnits, parseDamage } from "./damage";

/*
 * Grades by the guidelines of the Automotive Recyclers Association: mechanical parts by the donor's miles, body parts by their
 * damage.
 */

export const GRADE_LABELS = { A: "A", B: "B", C: "C" } as const;
export const GRADES = keysOf(GRADE_LABELS);
export type Grade = keyof typeof GRADE_LABELS;

/** In words, for those who don't know the letters. */
export const GRADE_WORDS: Record<Grade, string> = {
  A: "Best used grade",
  B: "Good used part",
  C: "Worn or damaged, still usable",
};

/** The miles of grade A at any age; the miles a year, and the most miles in all. */
const A_MILES = 60_000;
const A_MILES_A_YEAR = 15_000;
const B_MILES = 200_000;

/** The most damage of grades A and B, in credit cards. */
const A_UNITS = 1;
const B_UNITS = 2;

/** A grade by the rule, and why. */
interface ComputedGrade {
  grade: Grade;
  /** `84,210 miles in 6 years is 14,035 a year, and grade A is up to 15,000`. */
  reason: string;
}

export interface GradedPart {
  entry: Pick<PartEntry, "categoryId"> | undefined;
  mileage?: number | undefined;
  /** The donor's model year. */
  year?: number | undefined;
  /** The day on which the donor came in, otherwise the part: ISO. */
  dateAcquired?: string | undefined;
  /** Damage codes. */
  damage?: string | undefined;
}

/** The grade by the rule; undefined where the rule needs what is not known. */
export function computeGrade({ entry, ...part }: GradedPart): ComputedGrade | undefined {
  return isMechanical(entry) ? gradeByMiles(part) : gradeByDamage(part);
}

/** True for a part that wears by the mile; any other is graded by its damage. */
export function isMechanical(entry: GradedPart["entry"]): boolean {
  return entry !== undefined && MECHANICAL_CATEGORIES.has(entry.categoryId);
}

/** The categories whose parts wear by the mile. */
const MECHANICAL_CATEGORIES: ReadonlySet<string> = new Set([
  "engine",
  "intake-exhaust-fuel",
  "engine-bay",
  "electrical-exterior",
  "transmission-drivetrain",
  "steering-suspension",
]);

function gradeByMiles({ mileage, year, dateAcquired }: Omit<GradedPart, "entry">): ComputedGrade | undefined {
  if (mileage === undefined) return undefined;
  const miles = formatMileage(mileage);
  if (mileage <= A_MILES) return { grade: "A", reason: `${miles}, and grade A is up to ${count(A_MILES)}` };
  if (mileage > B_MILES) return { grade: "C", reason: `${miles}, and grade C is above ${count(B_MILES)}` };
  const acquired = Number(dateAcquired?.slice(0, 4));
  if (year === undefined || Number.isNaN(acquired)) return undefined;
  // A car of this model year, or of the next one, has been driven for less than a year.
  const years = Math.max(1, acquired - year);
  const each = Math.round(mileage / years);
  const driven = `${miles} in ${years === 1 ? "a year" : `${years} years`} is ${count(each)} a year`;
  return mileage / years <= A_MILES_A_YEAR
    ? { grade: "A", reason: `${driven}, and grade A is up to ${count(A_MILES_A_YEAR)}` }
    : { grade: "B", reason: `${driven}, above the ${count(A_MILES_A_YEAR)} of grade A` };
}

function gradeByDamage({ damage }: Omit<GradedPart, "entry">): ComputedGrade | undefined {
  const damages = damage === undefined ? undefined : parseDamage(damage);
  if (!damages) return undefined;
  const units = damageUnits(damages);
  const found = units === 0 ? "No damage" : `${units} ${units === 1 ? "unit" : "units"} of damage`;
  if (units <= A_UNITS) return { grade: "A", reason: `${found}, and grade A is up to ${A_UNITS}` };
  if (units <= B_UNITS) return { grade: "B", reason: `${found}, and grade B is up to ${B_UNITS}` };
  return { grade: "C", reason: `${found}, and grade C is above ${B_UNITS}` };
}

function count(figure: number): string {
  return figure.toLocaleString("en-US");
}

/** `Grade A: best used grade`. */
export function gradeText(grade: Grade): string {
  return `Grade ${grade}: ${GRADE_WORDS[grade].toLowerCase()}`;
}
