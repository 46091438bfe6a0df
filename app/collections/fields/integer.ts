import { described, type Field, type FieldOptions, type PresenceOf, type Visibility } from "../field";

interface IntegerOptions<
  Required extends string | undefined,
  Lacking extends boolean,
  Seen extends Visibility | undefined,
> extends FieldOptions<Seen> {
  /** The message for an empty field; without it the field may be empty. */
  required?: Required;
  /** An imported record may lack it although it is required. */
  mayLack?: Lacking;
  min?: number;
  /** A function for one that follows the clock. */
  max: number | (() => number);
  /** The message for anything else than such a number. */
  message: string;
  unit?: "miles" | "percent";
}

/** A whole number; commas between thousands and spaces are ignored. */
export function integer<
  const Required extends string | undefined = undefined,
  const Lacking extends boolean = false,
  const Seen extends Visibility | undefined = undefined,
>(label: string, options: IntegerOptions<Required, Lacking, Seen>) {
  const { required, mayLack, min = 0, max, message, unit } = options;
  return {
    ...described(label, options),
    input: "integer",
    unit,
    optional: required === undefined,
    mayLack,
    rule: ({ wholeNumber, orBlank }, isLacking) => {
      const sign = unit === "percent" ? "%" : "";
      const rule = wholeNumber({ min, max, sign }, { malformed: message, missing: required });
      return required === undefined || isLacking ? orBlank(rule) : rule;
    },
    ...(mayLack ? { recordRule: ({ z }) => z.number().int().optional() } : {}),
  } as const satisfies Field as Field<{
    value: number;
    presence: Lacking extends true ? "maybe" : PresenceOf<Required>;
    visibility: Seen;
    suffix: "";
    stored: Lacking extends true ? number | null : Required extends string ? number : number | null;
  }>;
}
