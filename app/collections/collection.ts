import type { z } from "zod";
import type { RecordKind } from "~/db/schema";
import type { StaffListDefinition } from "~/lists/staff";
import type { Field, Fields, FieldsOf, FieldsRule, Rules } from "./field";

/** A section of the form with a heading and rows of one or more fields. */
export interface FormSection<Name extends string = string> {
  title: string;
  rows: readonly { fields: readonly Name[]; inPairs?: boolean }[];
}

/** What a kind of record is, as its definition says it. */
interface Definition<All extends Fields> {
  /** Its key in addresses and stored imports: `retail`. */
  kind: string;
  /** What the history calls its records. */
  recordKind: RecordKind;
  table: string;
  /** The path of its staff pages: `/admin/retail-vehicles`, for `…/new` and `…/{id}/edit`. */
  path: string;
  /** What one is called: `Vehicle`. */
  noun: string;
  titles: { add: string; edit: string };
  /** What staff call one: `2012 Honda Accord, stock # D000001`. */
  nameOf(record: Partial<FieldsOf<All>>): string;
  /** The question before one is deleted. */
  deleteQuestion: string;
  /** The error messages for a valid form that could not be saved. */
  failed(message: string): string[];
  fields: All;
  sections: readonly FormSection<NoInfer<keyof All & string>>[];
  rules?: readonly FieldsRule<FieldsOf<NoInfer<All>>, keyof NoInfer<All>>[];
  /** The staff list; its path is the collection's own unless it says another. */
  list: Omit<StaffListDefinition, "path" | "statuses"> & { path?: string };
  /** What a record of the API has besides its fields. */
  besides?(rules: Rules): Record<string, z.ZodType>;
  /** What visitors see besides the public fields, and on a card besides the fields for cards. */
  public?: { page?: readonly string[]; card?: readonly string[] };
}

/**
 * One kind of record. What every kind can do is written once and follows from it: the table's columns, the form and its checks,
 * lists, the API and its description, history, trash, import and export.
 */
export interface Collection<All extends Fields = Fields>
  extends Omit<Definition<All>, "list" | "sections" | "rules" | "nameOf"> {
  sections: readonly FormSection[];
  rules: readonly FieldsRule[];
  list: StaffListDefinition;
  /** Of a record, or of what is known of it. */
  nameOf(record: object): string;
}

/** Defines a kind of record. Its types follow from the fields alone. */
export function defineCollection<All extends Fields>(definition: Definition<All>): Collection<All> {
  const { list, path, fields } = definition;
  const statuses = Object.fromEntries(
    (fields.status?.options ?? []).map(({ value, label }) => [value, label]),
  );
  const { rules = [], ...rest } = definition;
  return { ...rest, rules: rules as readonly FieldsRule[], list: { path, ...list, statuses } };
}

/** The fields that are in the form, by name, in the order of the definition. */
export function formFields({ fields }: Pick<Collection, "fields">): [name: string, field: Field][] {
  return Object.entries(fields).filter(([, { input }]) => input);
}

/** The names of the fields that visitors see: everywhere, or on a card. */
export function publicFields({ fields, public: besides = {} }: Collection, where: "page" | "card"): string[] {
  const own =
    where === "page" ? ["_id", "createdAt", ...(besides.page ?? [])] : ["_id", ...(besides.card ?? [])];
  const named = Object.keys(fields).filter((name) => {
    const visibility = fields[name]?.visibility;
    return visibility !== undefined && (where === "page" || visibility === "card");
  });
  return [...own, ...named];
}

/** What a card in a list shows of a public record, with the number of its pictures in place of them. */
export function toCard<Card>(
  collection: Collection,
  { images, ...record }: { images: readonly unknown[] },
): Card & { imageCount: number } {
  const names = new Set(publicFields(collection, "card"));
  const shown = Object.entries(record).filter(([name]) => names.has(name));
  return { ...Object.fromEntries(shown), imageCount: images.length } as Card & { imageCount: number };
}
