import type { z } from "zod";
import { imagesText, type VehicleImage } from "~/pictures/image-rows";
import { formatDay, formatMileage, formatPrice } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { formatTypedDay, type IsoDay } from "~/values/typed-date";
import type { InventoryKind } from "./inventory";

/** A form's values: the text of each field by name, empty if unknown. */
export type FormValues<Name extends string = string> = Record<Name, string>;

export interface FieldOption {
  value: string;
  label: string;
}

/** One field of the form. */
export interface ItemFormField {
  label: string;
  /** Replaces `label` above the input, where it needs more context. */
  longLabel?: string;
  /** `short` is a single line of text, `long` is multi-line. */
  input: "pictures" | "vin" | "part" | "short" | "long" | "integer" | "decimal" | "date" | "select";
  optional?: boolean;
  hint?: string;
  /** Displayed inside the field, next to the number. */
  unit?: "dollars" | "miles";
  /** The options of a select; `placeholder` labels the empty one. */
  options?: readonly FieldOption[];
  placeholder?: string;
  /** What a typed value means, a line each. */
  explain?: (typed: string) => string[];
  /** How a value is written in the form, where that is not its own text. */
  format?: (value: never) => string;
}

/** A section of the form with a heading and rows of one or more fields. */
export interface ItemFormSection<Name extends string = string> {
  title: string;
  rows: readonly { fields: readonly Name[]; inPairs?: boolean }[];
}

/** `imageUrl` has no field of its own: it is the first of `images`. */
type FieldName<Fields> = Exclude<keyof Fields & string, "imageUrl">;

/** The form of one inventory, for new and existing items. */
export interface ItemForm<Fields extends object = object> {
  kind: InventoryKind;
  /** The path of its list. */
  list: string;
  titles: { add: string; edit: string };
  /** What one is called in a sentence: `Vehicle`. */
  noun: string;
  /** Every field, in the order of the form. */
  fields: Record<FieldName<Fields>, ItemFormField>;
  sections: readonly ItemFormSection<FieldName<Fields>>[];
  /** The values of a new item, besides today's date. */
  defaults: Partial<Fields>;
  /** Required fields that an imported item may lack, and then goes on without until somebody fills them in. */
  mayLack: readonly FieldName<Fields>[];
  /** @param lacks the required fields that the stored item lacks */
  schema(today: IsoDay, lacks?: readonly string[]): z.ZodType<Fields, Record<string, unknown>>;
  /** The error messages for a valid form that could not be saved. */
  failed(message: string): string[];
}

/** Why a valid form could not be saved. */
export const SAVE_FAILURES = {
  site: "Something went wrong on our end. Please try again.",
  network: "We couldn't reach the site. Please check your connection and try again.",
} as const;

/** A field whose value in the form differs from the stored item, with both as text. */
export interface Difference {
  name: string;
  label: string;
  stored: string;
  typed: string;
}

/** The names of a form's fields, in the order of the form. */
export function fieldNames<Fields extends object>({
  fields,
}: Pick<ItemForm<Fields>, "fields">): FieldName<Fields>[] {
  return Object.keys(fields) as FieldName<Fields>[];
}

/** The required fields that a stored item lacks. */
export function lackingFields<Fields extends object>(
  { mayLack }: Pick<ItemForm<Fields>, "mayLack">,
  item: Partial<Fields>,
): FieldName<Fields>[] {
  return mayLack.filter((name) => item[name] === undefined || item[name] === "");
}

/** An item's values as its form displays them. */
export function toFormValues<Fields extends object>(
  form: Pick<ItemForm<Fields>, "fields">,
  vehicle: Partial<Fields>,
): FormValues<FieldName<Fields>> {
  const values = fieldNames(form).map((name) => [name, toText(name, form.fields[name], vehicle[name])]);
  return Object.fromEntries(values) as FormValues<FieldName<Fields>>;
}

/** The initial values of a new item's form: the defaults, and today as the date acquired. */
export function emptyFormValues<Fields extends object>(form: ItemForm<Fields>, today: IsoDay): FormValues {
  return { ...toFormValues(form, form.defaults), dateAcquired: formatTypedDay(today) };
}

/**
 * The fields that differ between the form and the stored item, in the form's order. An empty date does not count, because
 * saving it keeps the stored one.
 */
export function differences<Fields extends object>(
  form: Pick<ItemForm<Fields>, "fields">,
  typed: Partial<Fields>,
  stored: Partial<Fields>,
): Difference[] {
  const [typedValues, storedValues] = [toFormValues(form, typed), toFormValues(form, stored)];
  return fieldNames(form)
    .filter(
      (name) =>
        typedValues[name] !== storedValues[name] && !(name === "dateAcquired" && typedValues[name] === ""),
    )
    .map((name) =>
      toDifference(form.fields[name], { name, stored: storedValues[name], typed: typedValues[name] }),
    );
}

/** A difference as staff read it, of a field's texts in the form. */
export function toDifference(
  field: ItemFormField,
  { name, stored, typed }: Omit<Difference, "label">,
): Difference {
  return { name, label: field.label, stored: toLabel(field, stored), typed: toLabel(field, typed) };
}

/** A stored value as staff read it: `$13,500`, `84,210 miles`, `Sale Pending`; empty for none. */
export function formatFieldValue(field: ItemFormField, value: unknown): string {
  if (value === undefined || value === null || value === "") return "";
  if (field.unit === "dollars") {
    return Number.isInteger(value) ? formatPrice(Number(value)) : formatExactPrice(Number(value));
  }
  if (field.unit === "miles") return formatMileage(Number(value));
  if (field.input === "date") return formatDay(String(value));
  if (field.format)
    return [value]
      .flat()
      .map(field.format as (item: unknown) => string)
      .join(", ");
  return toLabel(field, Array.isArray(value) ? value.join(", ") : String(value));
}

/** An enumeration's labels as the options of a select. */
export function toOptions(labels: Record<string, string>): FieldOption[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

function toText(name: string, { input, unit, format }: ItemFormField, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (format)
    return [value]
      .flat()
      .map(format as (item: unknown) => string)
      .join("\n");
  if (name === "images") return imagesText(value as VehicleImage[]);
  if (Array.isArray(value)) return value.join("\n");
  if (input === "date") return formatTypedDay(String(value));
  if (unit === "dollars" && !Number.isInteger(value)) return Number(value).toFixed(2);
  return String(value);
}

function toLabel({ options }: ItemFormField, text: string): string {
  return options?.find(({ value }) => value === text)?.label ?? text;
}
