import { imagesText, type VehicleImage } from "~/pictures/image-rows";
import { formatDay, formatMileage, formatPrice } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { formatTypedDay, type IsoDay } from "~/values/typed-date";
import { type Collection, formFields } from "./collection";
import type { Field } from "./field";

/** A form's values: the text of each field by name, empty if unknown. */
export type FormValues = Record<string, string>;

type WithFields = Pick<Collection, "fields">;

/** Why a valid form could not be saved. */
export const SAVE_FAILURES = {
  site: "Something went wrong on our end. Please try again.",
  network: "We couldn't reach the site. Please check your connection and try again.",
} as const;

/** A field whose value in the form differs from the stored record, with both as text. */
export interface Difference {
  name: string;
  label: string;
  stored: string;
  typed: string;
}

/** The required fields that a stored record lacks. */
export function lackingFields(collection: WithFields, record: object): string[] {
  const values = record as Record<string, unknown>;
  return mayLack(collection).filter((name) => values[name] === undefined || values[name] === "");
}

/** The required fields that an imported record may lack until they are filled in. */
export function mayLack({ fields }: WithFields): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.mayLack);
}

/** A record's values as its form displays them. */
export function toFormValues({ fields }: WithFields, record: object): FormValues {
  const values = record as Record<string, unknown>;
  return Object.fromEntries(
    formFields({ fields }).map(([name, field]) => [name, toText(name, field, values[name])]),
  );
}

/** The values that a new record's form starts with. */
export function emptyFormValues(collection: WithFields, today: IsoDay): FormValues {
  return toFormValues(collection, startValues(collection, today));
}

/** What a new record has before anything is typed: defaults, and today. */
export function startValues({ fields }: WithFields, today: IsoDay): Record<string, string> {
  const values = Object.entries(fields).flatMap(([name, field]) => {
    const value = field.startsToday ? today : field.default;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

/**
 * The fields that differ between the form and the stored record, in the form's order. A day that defaults when left empty doesn't count
 * while it is empty, because saving keeps the stored one.
 */
export function differences(collection: WithFields, typed: object, stored: object): Difference[] {
  const [typedValues, storedValues] = [toFormValues(collection, typed), toFormValues(collection, stored)];
  return formFields(collection).flatMap(([name, field]) => {
    const texts = { name, stored: storedValues[name] ?? "", typed: typedValues[name] ?? "" };
    const isKept = field.startsToday && texts.typed === "";
    return texts.typed === texts.stored || isKept ? [] : [toDifference(field, texts)];
  });
}

/** A difference as staff read it, of a field's texts in the form. */
export function toDifference(field: Field, { name, stored, typed }: Omit<Difference, "label">): Difference {
  return { name, label: field.label, stored: toLabel(field, stored), typed: toLabel(field, typed) };
}

/** A stored value as staff read it: `$13,500`, `84,210 miles`, `Sale Pending`; empty for none. */
export function formatFieldValue(field: Partial<Field>, value: unknown): string {
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

function toText(name: string, { input, unit, format }: Field, value: unknown): string {
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

function toLabel({ options }: Partial<Field>, text: string): string {
  return options?.find(({ value }) => value === text)?.label ?? text;
}
