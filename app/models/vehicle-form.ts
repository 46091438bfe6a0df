import type { z } from "zod";
import { type IsoDay, typedDay } from "./typed-date";
import type { InventoryType } from "./vin";

/** What a form holds: the text of each field by its name, empty where nothing is known. */
export type Words<Name extends string = string> = Record<Name, string>;

export interface FieldChoice {
  value: string;
  label: string;
}

/** The form of one inventory, alike for a new vehicle and a stored one (specification, sections 2, 3 and 5). */
export interface VehicleForm<Fields extends object = object> {
  kind: InventoryType;
  /** The address of its list. */
  list: string;
  titles: { add: string; edit: string };
  /** Every field with its label, in the order of the form. */
  labels: Record<keyof Fields & string, string>;
  /** What the fields with a list to choose from offer. */
  choices: Partial<Record<keyof Fields & string, readonly FieldChoice[]>>;
  /** What a new vehicle starts with, beside today as its day. */
  starts: Partial<Fields>;
  schema(today: IsoDay): z.ZodType<Fields, Record<string, unknown>>;
  /** What is said where nothing was wrong with the form, but it could not be sent or stored. */
  failed(message: string): string[];
}

/** Why a form was not stored though nothing was wrong with it. */
export const SAVE_FAILURES = {
  site: "Something went wrong on our side. Please try again.",
  network: "The site could not be reached. Please check your connection and try again.",
} as const;

/** A field in which what was typed differs from what stands in the stored vehicle, both in words. */
export interface Difference {
  name: string;
  label: string;
  stands: string;
  typed: string;
}

/** A vehicle as its form shows it. */
export function wordsOf<Fields extends object>(
  { labels }: Pick<VehicleForm<Fields>, "labels">,
  vehicle: Partial<Fields>,
): Words<keyof Fields & string> {
  const names = Object.keys(labels) as (keyof Fields & string)[];
  return Object.fromEntries(names.map((name) => [name, wordOf(name, vehicle[name])])) as Words<
    keyof Fields & string
  >;
}

/** What a new vehicle's form starts with: the defaults, acquired today. */
export function newWords<Fields extends object>(form: VehicleForm<Fields>, today: IsoDay): Words {
  return { ...wordsOf(form, form.starts), dateAcquired: typedDay(today) };
}

/**
 * The fields in which what was typed differs from what stands, as the form words them, in its order. A day left empty
 * is no difference: the one that stands would stay.
 */
export function differences<Fields extends object>(
  form: Pick<VehicleForm<Fields>, "labels" | "choices">,
  typed: Partial<Fields>,
  stands: Partial<Fields>,
): Difference[] {
  const [mine, theirs] = [wordsOf(form, typed), wordsOf(form, stands)];
  const names = Object.keys(form.labels) as (keyof Fields & string)[];
  return names
    .filter((name) => mine[name] !== theirs[name] && !(name === "dateAcquired" && mine[name] === ""))
    .map((name) => ({
      name,
      label: form.labels[name],
      stands: shown(form, name, theirs[name]),
      typed: shown(form, name, mine[name]),
    }));
}

/** An enumeration with its labels, as a field offers it. */
export function choicesOf<Value extends string>(
  values: readonly Value[],
  labels?: Record<Value, string>,
): FieldChoice[] {
  return values.map((value) => ({ value, label: labels?.[value] ?? value }));
}

function wordOf(name: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.join("\n");
  if (name === "dateAcquired") return typedDay(String(value));
  if (name === "price" && !Number.isInteger(value)) return Number(value).toFixed(2);
  return String(value);
}

function shown<Fields extends object>(
  { choices }: Pick<VehicleForm<Fields>, "choices">,
  name: keyof Fields & string,
  word: string,
): string {
  return choices[name]?.find(({ value }) => value === word)?.label ?? word;
}
