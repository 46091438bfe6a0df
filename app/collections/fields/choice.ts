import { keysOf } from "~/values/query-params";
import {
  described,
  type Field,
  type FieldOptions,
  type PresenceOf,
  toOptions,
  type Visibility,
} from "../field";

interface ChoiceOptions<
  Value extends string,
  Default extends Value | undefined,
  Seen extends Visibility | undefined,
  Required extends boolean = false,
> extends FieldOptions<Seen> {
  /** Whether it must be chosen; otherwise it may be empty, or has a default. */
  required?: Required;
  /** The value of a record whose form or body leaves it out. */
  default?: Default;
  /** Whether an empty field is an error, where only a body without the field means the default. */
  isAsked?: boolean;
  /** Labels the empty option. */
  placeholder?: string;
  /** The message for anything that isn't a choice. */
  message?: string;
}

/**
 * One of an enumeration's values.
 * @param labels what staff and visitors read, by value
 */
export function choice<
  Value extends string,
  const Default extends Value | undefined = undefined,
  const Seen extends Visibility | undefined = undefined,
  const Required extends boolean = false,
>(
  label: string,
  labels: Readonly<Record<Value, string>>,
  options: ChoiceOptions<Value, Default, Seen, Required> = {},
) {
  const { required, default: preset, isAsked, placeholder = "Not specified" } = options;
  const { message = `Please select a ${label.toLowerCase()}` } = options;
  const values = keysOf(labels);
  return {
    ...described(label, options),
    input: "select",
    optional: !required && preset === undefined,
    options: toOptions(labels),
    placeholder: preset === undefined ? placeholder : undefined,
    ...(preset === undefined ? {} : { default: preset }),
    rule: ({ z, orBlank }) => {
      const rule = z.enum<readonly string[]>(values, message);
      if (required) return rule;
      if (preset === undefined) return orBlank(rule);
      return isAsked
        ? rule.default(preset)
        : orBlank(rule)
            .transform((value) => value ?? preset)
            .pipe(z.enum(values));
    },
    ...(preset === undefined ? {} : { recordRule: ({ z }) => z.enum(values) }),
  } as const satisfies Field as Field<{
    value: Value;
    presence: Required extends true ? "always" : PresenceOf<Default>;
    visibility: Seen;
    suffix: "";
    stored: Required extends true ? string : Default extends string ? string : string | null;
  }>;
}
