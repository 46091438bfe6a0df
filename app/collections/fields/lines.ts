import { MAX_LINE_LENGTH, normalizeLine } from "~/values/normalize";
import { described, type Field, type FieldOptions, type Visibility } from "../field";

interface LinesOptions<Seen extends Visibility | undefined> extends FieldOptions<Seen> {
  /** What a line is called in messages: `["feature", "features"]`. */
  nouns: readonly [one: string, several: string];
  /** The most lines. */
  max: number;
}

/** Lines of text: an array in the API, one a line in a form, JSON in the table. Messages apply to the whole field. */
export function lines<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: LinesOptions<Seen>,
) {
  const {
    nouns: [one, several],
    max,
  } = options;
  const message = `Please enter one ${one} per line`;
  return {
    ...described(label, options),
    input: "long",
    optional: true,
    rule: ({ z }) =>
      z
        .preprocess(
          (value) => (typeof value === "string" ? value.split("\n") : (value ?? [])),
          z
            .array(z.string(message).transform(normalizeLine), message)
            .transform((given) => given.filter(Boolean))
            .pipe(
              z
                .array(z.string())
                .max(max, `Please enter at most ${max} ${several}`)
                .refine(
                  (given) => given.every((line) => line.length <= MAX_LINE_LENGTH),
                  `Please use at most ${MAX_LINE_LENGTH} characters for each ${one}`,
                ),
            ),
        )
        .prefault([]),
    column: { write: JSON.stringify, read: (stored) => JSON.parse(stored as string) },
  } as const satisfies Field as Field<{
    value: string[];
    presence: "always";
    visibility: Seen;
    suffix: "";
    stored: string;
  }>;
}
