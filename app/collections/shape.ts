import type { z } from "zod";
import type { Editable, Fields, FieldsRule } from "./field";

type Shape = Record<string, z.ZodType>;

/** A schema for each field, by name. */
export function shapeOf(fields: Fields, ruleOf: (field: Fields[string], name: string) => z.ZodType): Shape {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, ruleOf(field, name)]));
}

/** The fields that a form or body has. */
export function editable<All extends Fields>(fields: All): Editable<All> {
  const named = Object.entries(fields).filter(([, { readOnly }]) => !readOnly);
  return Object.fromEntries(named) as Editable<All>;
}

/** A schema of several fields, with the rules about more than one of them. */
export function withRules(rules: readonly FieldsRule[], schema: z.ZodObject): z.ZodType {
  return rules.reduce<z.ZodType>(
    (checked, { at, with: names, message, holds }) =>
      checked.refine((value) => holds(value as never), {
        path: at.split("."),
        error: message,
        // Even if other fields are wrong, as long as these are right.
        when: ({ issues }) =>
          !issues.some(({ path = [] }) => path.length === 0 || names.includes(String(path[0]))),
      }),
    schema,
  );
}
