import {
  described,
  type Field,
  type FieldOptions,
  type OptionalField,
  toOptions,
  type Visibility,
} from "../field";

interface YesOrNoOptions<Seen extends Visibility | undefined> extends FieldOptions<Seen> {
  /** What each answer is called, in the order of the options. */
  labels?: Readonly<Record<"true" | "false", string>>;
}

/** True, false or not known; stored as 1 or 0, because SQLite has no booleans. */
export function yesOrNo<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: YesOrNoOptions<Seen> = {},
) {
  return {
    ...described(label, options),
    input: "select",
    optional: true,
    options: toOptions(options.labels ?? { false: "No", true: "Yes" }),
    placeholder: "Not specified",
    rule: ({ z, orBlank }) =>
      orBlank(
        // A form's select sends the word.
        z.preprocess(
          (value) => (value === "true" ? true : value === "false" ? false : value),
          z.boolean("Please select yes or no"),
        ),
      ),
    recordRule: ({ z }) => z.boolean().optional(),
    column: { write: Number, read: (stored) => stored === 1 },
  } as const satisfies Field as OptionalField<boolean, Seen, number>;
}
