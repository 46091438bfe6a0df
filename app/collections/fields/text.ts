import { MAX_LINE_LENGTH } from "~/values/normalize";
import { described, type Field, type FieldOptions, type PresenceOf, type Visibility } from "../field";

interface TextOptions<Required extends string | undefined, Seen extends Visibility | undefined>
  extends FieldOptions<Seen> {
  /** The message for an empty field; without it the field may be empty. */
  required?: Required;
  /** The most characters. */
  max?: number;
}

/** A line of text. */
export function text<
  const Required extends string | undefined = undefined,
  const Seen extends Visibility | undefined = undefined,
>(label: string, options: TextOptions<Required, Seen> = {}) {
  const { required, max = MAX_LINE_LENGTH } = options;
  return {
    ...described(label, options),
    input: "short",
    optional: required === undefined,
    rule: ({ requiredLine, optionalLine }) => (required ? requiredLine(required, max) : optionalLine(max)),
  } as const satisfies Field as Field<{
    value: string;
    presence: PresenceOf<Required>;
    visibility: Seen;
    suffix: "";
    stored: Required extends string ? string : string | null;
  }>;
}
