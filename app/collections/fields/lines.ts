import type { z } from "zod";
import { MAX_LINE_LENGTH, normalizeLine } from "~/values/normalize";
import { described, type Field, type FieldOptions, type Rules, type Visibility } from "../field";

interface LinesOptions<Seen extends Visibility | undefined> extends FieldOptions<Seen> {
  /** What a line is called in messages: `["feature", "features"]`. */
  nouns: readonly [one: string, several: string];
  /** The most lines. */
  max: number;
  /** The rule of each line, if it is more than text; a line that is there twice is then stored once. */
  each?: (rules: Rules) => z.ZodType<string>;
}

/** Lines of text: an array in the API, one a line in a form, JSON in the table. Messages apply to the whole field. */
export function lines<const Seen extends Visibility | undefined = undefined>(
  label: string,
  options: LinesOptions<Seen>,
) {
  const {
    nouns: [one, several],
    max,
    each,
  } = options;
  const message = `Please enter one ${one} per line`;
  return {
    ...described(label, options),
    input: "long",
    optional: true,
    rule: (rules) => {
      const { z } = rules;
      const line = each?.(rules);
      return z
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
                )
                .transform((given, context) => (line ? checkLines(given, line, context) : given))
                .pipe(z.array(z.string())),
            ),
        )
        .prefault([]);
    },
    column: { write: JSON.stringify, read: (stored) => JSON.parse(stored as string) },
  } as const satisfies Field as Field<{
    value: string[];
    presence: "always";
    visibility: Seen;
    suffix: "";
    stored: string;
  }>;
}

/** Every line as its rule gives it, once. */
function checkLines(
  given: readonly string[],
  line: z.ZodType<string>,
  { issues }: z.RefinementCtx<string[]>,
): string[] {
  const checked = given.map((text) => {
    const { data, error } = line.safeParse(text);
    const [issue] = error?.issues ?? [];
    if (issue) issues.push({ code: "custom", message: `${issue.message}: ${text}`, input: text });
    return data ?? text;
  });
  return [...new Set(checked)];
}
