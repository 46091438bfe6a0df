import { described, type Field, type FieldOptions, type FieldWrite, type Visibility } from "../field";

interface DayOptions<
  Required extends string | undefined,
  Today extends boolean,
  Seen extends Visibility | undefined,
> extends FieldOptions<Seen> {
  /** The message for an empty field; without it the field may be empty. */
  required?: Required;
  /** Today for a new record, and what is stored for one whose form leaves it empty. */
  startsToday?: Today;
}

/** A day, typed as MM/DD/YYYY and stored as midnight UTC. */
export function day<
  const Required extends string | undefined = undefined,
  const Today extends boolean = false,
  const Seen extends Visibility | undefined = undefined,
>(label: string, options: DayOptions<Required, Today, Seen> = {}) {
  const { required, startsToday } = options;
  return {
    ...described(label, options),
    input: "date",
    optional: required === undefined,
    startsToday,
    ...(startsToday ? { complete: keepOrStartToday } : {}),
    rule: ({ daySchema, orBlank }) => (required ? daySchema(required) : orBlank(daySchema())),
    typedRule: ({ typedDaySchema, orBlank }, today) =>
      required ? typedDaySchema(today, required) : orBlank(typedDaySchema(today)),
    recordRule: ({ z }) => (required || startsToday ? z.iso.datetime() : z.iso.datetime().optional()),
  } as const satisfies Field as Field<{
    value: string;
    presence: Required extends string ? "always" : Today extends true ? "stored" : "maybe";
    visibility: Seen;
    suffix: "";
    stored: Required extends string ? string : Today extends true ? string : string | null;
  }>;
}

/** A stored day stays if the form leaves it empty; a new record's is today. */
function keepOrStartToday(given: unknown, { name, stored, today }: FieldWrite): unknown {
  return given ?? (stored as Record<string, unknown> | undefined)?.[name] ?? `${today}T00:00:00.000Z`;
}
