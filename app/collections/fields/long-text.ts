import { described, type Field, type FieldOptions, type OptionalField, type Visibility } from "../field";

/** Text of several lines, which may be empty. */
export function longText<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: FieldOptions<Seen> = {},
) {
  return {
    ...described(label, options),
    input: "long",
    optional: true,
    rule: ({ optionalMessage }) => optionalMessage(),
  } as const satisfies Field as OptionalField<string, Seen>;
}
