import { lookupTable } from "~/values/lookup-table";
import type { IsoDay } from "~/values/typed-date";
import states from "./states.json";

const STATES = lookupTable<StateRules>(states);

/** What a state requires of a business that buys cars to dismantle, each with its source. */
interface StateRules {
  name: string;
  /** The form that goes to the state for each car, and within how many business days. */
  form?: { name: string; businessDays: number; notFor: readonly string[]; source: string };
  asks: readonly { text: string; source: string }[];
}

/** The rules of a state by its two letters; undefined for one that `states.json` does not have. */
export function findStateRules(state: string): StateRules | undefined {
  return STATES[state];
}

/** The day so many business days after another one. Holidays are not known here, so a deadline is rather too early than too late. */
export function addBusinessDays(day: IsoDay, count: number): IsoDay {
  const date = new Date(`${day}T00:00:00.000Z`);
  for (let left = count; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}
