import type { z } from "zod";
import type { IsoDay } from "~/values/typed-date";
import type { Collection } from "./collection";
import type { Fields, FieldsOf, ValuesOf } from "./field";
import * as rules from "./rules";
import { editable, shapeOf, withRules } from "./shape";

/*
 * The schemas that follow from a definition: of an API body, of the form, and of a record as the API returns it. Making one takes
 * longer than checking a record, so each is made once.
 */

type WithRules<All extends Fields> = Pick<Collection<All>, "fields" | "rules">;

/** The editable fields, as an API body gives them. @param lacks the required fields that the stored record lacks */
export function bodySchema<All extends Fields>(collection: WithRules<All>, lacks: readonly string[] = []) {
  return made(collection, `body ${lacks}`, () => {
    const shape = shapeOf(editable(collection.fields), (field, name) =>
      field.rule(rules, lacks.includes(name)),
    );
    return withRules(collection.rules, rules.z.object(shape)) as z.ZodType<FieldsOf<All>>;
  });
}

/** The editable fields, as typed in the form. @param lacks as in `bodySchema` */
export function formSchema<All extends Fields>(
  collection: WithRules<All>,
  today: IsoDay,
  lacks: readonly string[] = [],
) {
  return made(collection, `form ${today} ${lacks}`, () => {
    const shape = typedShape(collection.fields, today, lacks);
    return withRules(collection.rules, rules.z.object(shape)) as z.ZodType<
      FieldsOf<All>,
      Record<string, unknown>
    >;
  });
}

/**
 * Whether a rule rejects the record without this field, which the field's own rule lets be empty: a car has a VIN, a core none.
 * @param typed what a field of the form has, by its name
 */
export function isNeeded(
  collection: WithRules<Fields>,
  name: string,
  typed: (name: string) => unknown,
  today: IsoDay,
): boolean {
  const shape = made(collection, `typed ${today}`, () => typedShape(collection.fields, today, []));
  return collection.rules.some(({ at, with: names, holds }) => {
    if (at !== name) return false;
    const read = names.map((one) => [one, shape[one]?.safeParse(one === name ? "" : typed(one))] as const);
    if (!read.every(([, value]) => value?.success)) return false;
    return !holds(Object.fromEntries(read.map(([one, value]) => [one, value?.data])) as never);
  });
}

function typedShape(fields: Fields, today: IsoDay, lacks: readonly string[]) {
  return shapeOf(
    editable(fields),
    (field, name) => field.typedRule?.(rules, today) ?? field.rule(rules, lacks.includes(name)),
  );
}

/** A record as the API returns it to staff. */
export function recordSchema(collection: Pick<Collection, "fields" | "besides">) {
  return made(collection, "record", () => {
    const { z } = rules;
    const stored = { _id: z.string().min(10), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() };
    const shape = shapeOf(
      collection.fields,
      (field) => field.recordRule?.(rules) ?? field.rule(rules, false),
    );
    return z.object<Record<string, z.ZodType>>({ ...stored, ...shape, ...collection.besides?.(rules) });
  });
}

/** A schema for each of these fields, for a form that has only some of a record's. */
export function fieldSchemas<All extends Fields>(fields: All) {
  return shapeOf(fields, (field) => field.rule(rules, false)) as {
    [Name in keyof All]: z.ZodType<ValuesOf<All>[Name & keyof ValuesOf<All>]>;
  };
}

const schemas = new WeakMap<object, Map<string, unknown>>();

/** Made once for a collection, and again for another key: a form's dates depend on the day. */
function made<Schema>(collection: object, key: string, make: () => Schema): Schema {
  const known = schemas.get(collection) ?? new Map<string, unknown>();
  schemas.set(collection, known);
  // Yesterday's are useless.
  if (known.size > MOST_KEPT) known.clear();
  const schema = (known.get(key) as Schema | undefined) ?? make();
  known.set(key, schema);
  return schema;
}

const MOST_KEPT = 20;
