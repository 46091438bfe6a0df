import { described, type Field, type FieldOptions, type OptionalField, type Visibility } from "../field";

/** A US phone number, in any common format; stored as `(555) 555-5555`. */
export function phone<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: FieldOptions<Seen> = {},
) {
  const message = "Please enter a valid 10-digit phone number";
  return {
    ...described(label, options),
    input: "phone",
    optional: true,
    rule: ({ orBlank, phoneSchema }) => orBlank(phoneSchema({ missing: message, malformed: message })),
  } as const satisfies Field as OptionalField<string, Seen>;
}
