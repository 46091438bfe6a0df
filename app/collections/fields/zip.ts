import { described, type Field, type FieldOptions, type OptionalField, type Visibility } from "../field";

/** A US ZIP code, or the postal code of another country. */
export function zip<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: FieldOptions<Seen> = {},
) {
  return {
    ...described(label, options),
    input: "short",
    optional: true,
    rule: ({ optionalZip }) => optionalZip(),
  } as const satisfies Field as OptionalField<string, Seen>;
}
