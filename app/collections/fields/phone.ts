import { described, type Field, type FieldOptions, type PresenceOf, type Visibility } from "../field";

interface PhoneOptions<Required extends string | undefined, Seen extends Visibility | undefined>
  extends FieldOptions<Seen> {
  /** The message for an empty field; without it the field may be empty. */
  required?: Required;
  /** The message for anything else. */
  message?: string;
  /** The message for anything that isn't text; by default, the one for an empty field or for anything else. */
  missing?: string;
}

/** A US phone number, in any common format; stored as `(555) 555-5555`. */
export function phone<
  const Required extends string | undefined = undefined,
  const Seen extends Visibility | undefined = undefined,
>(label: string, options: PhoneOptions<Required, Seen> = {}) {
  const { required, message = "Please enter a valid 10-digit phone number" } = options;
  const { missing = required ?? message } = options;
  return {
    ...described(label, options),
    input: "phone",
    optional: required === undefined,
    rule: ({ orBlank, phoneSchema }) => {
      const rule = phoneSchema({ missing, malformed: message });
      return required === undefined ? orBlank(rule) : rule;
    },
    // A record from before it was required has none.
    ...(required === undefined ? {} : { column: { empty: "" } }),
  } as const satisfies Field as Field<{
    value: string;
    presence: PresenceOf<Required>;
    visibility: Seen;
    suffix: "";
    stored: Required extends string ? string : string | null;
  }>;
}
