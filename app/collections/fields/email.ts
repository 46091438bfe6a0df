import { described, type Field, type FieldOptions, type OptionalField, type Visibility } from "../field";

/** An email address. */
export function email<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: FieldOptions<Seen> = {},
) {
  const message = "Please enter a valid email address";
  return {
    ...described(label, options),
    input: "email",
    optional: true,
    rule: ({ orBlank, emailSchema }) => orBlank(emailSchema({ missing: message, malformed: message })),
  } as const satisfies Field as OptionalField<string, Seen>;
}
