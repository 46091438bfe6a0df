import { described, type Field, type FieldOptions, type PresenceOf, type Visibility } from "../field";

interface EmailOptions<Required extends string | undefined, Seen extends Visibility | undefined>
  extends FieldOptions<Seen> {
  /** The message for an empty field; without it the field may be empty. */
  required?: Required;
  /** The message for anything else. */
  message?: string;
  /** The message for anything that isn't text; by default, the one for an empty field or for anything else. */
  missing?: string;
}

/** An email address. */
export function email<
  const Required extends string | undefined = undefined,
  const Seen extends Visibility | undefined = undefined,
>(label: string, options: EmailOptions<Required, Seen> = {}) {
  const { required, message = "Please enter a valid email address" } = options;
  const { missing = required ?? message } = options;
  return {
    ...described(label, options),
    input: "email",
    optional: required === undefined,
    rule: ({ orBlank, emailSchema }) => {
      const rule = emailSchema({ missing, malformed: message });
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
