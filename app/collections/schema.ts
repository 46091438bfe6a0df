import type { z } from "zod";
import type { IsoDay } from "~/values/typed-date";
import type { Collection } from "./collection";
import type { Fields, FieldsOf } from "./field";
import * as rules from "./rules";

/*
 * The schemas that follow from a definition: of an API body, of the form, and of a record as the API returns it. Making one takes
 * longer than checking a record, so each is made once.
 */

/** The editable fields, as an API body gives them. @param lacks the required fields that the stored record lacks */
export function bodySchema<All extends Fields>(collection: Collection<All>, lacks: readonly string[] = []) {
  return made(collection, `body ${lacks}`, () => {
    const shape = shapeOf(collection, (field, name) => field.rule(rules, lacks.includes(name)));
    return withRules(collection, rules.z.object(shape)) as z.ZodType<FieldsOf<All>>;
  });
}

/** The editable fields, as typed in the form. @param lacks as in `bodySchema` */
export function formSchema<All extends Fields>(
  collection: Collection<All>,
  today: IsoDay,
  lacks: readonly string[] = [],
) {
  return made(collection, `form ${today} ${lacks}`, () => {
    const shape = shapeOf(
      collection,
      (field, name) => field.typedRule?.(rules, today) ?? field.rule(rules, lacks.includes(name)),
    );
    return withRules(collection, rules.z.object(shape)) as z.ZodType<FieldsOf<All>, Record<string, unknown>>;
  });
}

/** A record as the API returns it to staff. */
export function recordSchema<All extends Fields>(collection: Collection<All>) {
  return made(collection, "record", () => {
    const { z } = rules;
    const stored = { _id: z.string().min(10), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() };
    const shape = shapeOf(collection, (field) => field.recordRule?.(rules) ?? field.rule(rules, false));
    return z.object<Record<string, z.ZodType>>({ ...stored, ...shape, ...collection.besides?.(rules) });
  });
}

const schemas = new WeakMap<object, Map<string, unknown>>();

/** Made once for a collection, and again for another key: a form's dates depend on the day. */
function made<Schema>(collection: object, key: string, make: () => Schema): Schema {
  const known = schemas.get(collection) ?? new Map<string, unknown>();
  schemas.set(collection, known);
  // Yesterday's are of no use.
  if (known.size > MOST_KEPT) known.clear();
  const schema = (known.get(key) as Schema | undefined) ?? make();
  known.set(key, schema);
  return schema;
}

const MOST_KEPT = 20;

function shapeOf(
  { fields }: Pick<Collection, "fields">,
  ruleOf: (field: Fields[string], name: string) => z.ZodType,
): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, ruleOf(field, name)]));
}

function withRules({ rules: given }: Pick<Collection, "rules">, schema: z.ZodObject): z.ZodType {
  return given.reduce<z.ZodType>(
    (checked, { at, with: names, message, holds }) =>
      checked.refine((value) => holds(value as never), {
        path: [at],
        error: message,
        // Even if other fields are wrong, as long as these are right.
        when: ({ issues }) =>
          !issues.some(({ path = [] }) => path.length === 0 || names.includes(String(path[0]))),
      }),
    schema,
  );
}
