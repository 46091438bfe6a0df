import type { Field, Fields, FieldsRule, Group, ValuesOf } from "../field";
import { editable, shapeOf, withRules } from "../shape";

interface GroupOptions<All extends Fields> {
  /** Its name when it is on one line, and that line. */
  label?: string;
  format?(value: ValuesOf<All>): string;
  /** Begins the names of its columns: `vehicle` for `vehicleYear`. */
  prefix?: string;
  /** A body may leave it out. */
  mayBeLeftOut?: boolean;
  /** The message for a body without it, or in which it isn't an object; by default each required field has its own message. */
  message?: string;
  rules?: readonly FieldsRule[];
}

/** Fields that are one object in the API, and columns of the table. */
export function group<const All extends Fields>(fields: All, options: GroupOptions<NoInfer<All>> = {}) {
  const { label = "", format, prefix, mayBeLeftOut = false, message, rules = [] } = options;
  return {
    label,
    ...(format ? { format } : {}),
    fields,
    prefix,
    rule: (given) => {
      const { z, NOT_AN_OBJECT } = given;
      const shape = shapeOf(editable(fields), (field) => field.rule(given, false));
      const object = withRules(rules, z.object(shape, message ?? NOT_AN_OBJECT));
      if (message && !mayBeLeftOut) return object;
      const filled = z.preprocess((value) => value ?? {}, object);
      return mayBeLeftOut ? filled.prefault({}) : filled;
    },
    recordRule: (given) =>
      given.z.object(shapeOf(fields, (field) => field.recordRule?.(given) ?? field.rule(given, false))),
  } as const satisfies Field as Group<All>;
}
