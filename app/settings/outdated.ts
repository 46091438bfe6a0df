import type { SectionId } from "./sections";
import { getAt, type SectionValue } from "./values";

/** What is no longer true once something else in its section has changed, unless it changes with it. */
interface Dependent {
  section: SectionId;
  /** What it depends on, if a change matters. */
  of: (value: SectionValue) => string;
  /** Stated with these fields, any of which may change. */
  fields: readonly [string, ...string[]];
  message: string;
}

const isOpenOn = (value: SectionValue, day: string) => Boolean(getAt(value, `hours.week.${day}`));
const openWeekend = (value: SectionValue) =>
  ["saturday", "sunday"].filter((day) => isOpenOn(value, day)).join();
const WEEKEND_MESSAGE =
  "Your hours on Saturday or Sunday have changed: say here what's true on weekends now, or leave it empty";

const DEPENDENTS: readonly Dependent[] = [
  {
    section: "business",
    of: (value) => String(getAt(value, "address.zipCode") ?? "").slice(0, 5),
    fields: ["coordinates.latitude", "coordinates.longitude"],
    message:
      "Latitude and longitude are still the old address's. Change them too, or leave both empty for no map",
  },
  {
    section: "hours",
    of: openWeekend,
    fields: ["hours.weekends"],
    message: WEEKEND_MESSAGE,
  },
  {
    section: "hours",
    of: openWeekend,
    fields: ["hours.weekendsShort"],
    message: WEEKEND_MESSAGE,
  },
];

/** The messages of the fields that a change would leave wrong, by the field's name. */
export function outdatedFields(
  section: SectionId,
  before: SectionValue,
  after: SectionValue,
): Record<string, string[]> {
  const outdated = DEPENDENTS.filter(
    ({ section: id, of, fields }) =>
      id === section &&
      of(before) !== of(after) &&
      fields.some((name) => getAt(after, name) !== undefined) &&
      fields.every((name) => getAt(before, name) === getAt(after, name)),
  );
  return Object.fromEntries(outdated.map(({ fields: [name], message }) => [name, [message]]));
}
