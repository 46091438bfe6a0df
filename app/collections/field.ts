import type { z } from "zod";
import type { IsoDay } from "~/values/typed-date";
import type * as rules from "./rules";

/** What rules are made of: zod and the schemas of values. Passed in, so that only forms and the API load zod. */
export type Rules = typeof rules;

/** Who sees a field besides staff: visitors on the record's own page, or in lists as well. */
export type Visibility = "page" | "card";

/** Whether a value is always there, only once its record is stored, or not for certain. */
export type Presence = "always" | "stored" | "maybe";

export interface FieldOption {
  value: string;
  label: string;
}

/** The types of a field, for those that follow from a definition; nothing at run time. */
interface FieldTypes {
  value: unknown;
  presence: Presence;
  visibility: Visibility | undefined;
  /** The columns of a field `Name`: `price` with the suffix `Cents` has `priceCents`. */
  suffix: string;
  stored: unknown;
}

/** One field of a kind of record: what its form, its table, its API and its history need to know of it. */
export interface Field<Types extends FieldTypes = FieldTypes> {
  readonly types?: Types;
  label: string;
  /** Replaces `label` above the input, where it needs more context. */
  longLabel?: string | undefined;
  /** Replaces `label` next to the value, if the value says the rest. */
  shortLabel?: string | undefined;
  /** Replaces `label` where visitors read it. */
  publicLabel?: string | undefined;
  /** `short` is a single line of text, `long` is multi-line; a field without an input is not in the form. */
  input?:
    | "pictures"
    | "vin"
    | "part"
    | "short"
    | "long"
    | "phone"
    | "email"
    | "integer"
    | "decimal"
    | "date"
    | "select";
  optional?: boolean;
  hint?: string | undefined;
  /** Displayed inside the field, next to the number. */
  unit?: "dollars" | "miles" | "percent" | undefined;
  /** The options of a select; `placeholder` labels the empty one. */
  options?: readonly FieldOption[];
  placeholder?: string | undefined;
  /** What a typed value means, a line each. */
  explain?: (typed: string) => string[];
  /** How a value is written in the form, if not as its own text. */
  format?: (value: never) => string;
  /** The value of a new record. */
  default?: string;
  /** Today for a new record, and what is stored for one whose form leaves it empty. */
  startsToday?: boolean | undefined;
  /** The message if two records have the same value, ignoring case, unless one is in the trash. The table also has it in `{name}Key`. */
  unique?: string;
  /** What is stored, if not what the form or an API body has. */
  complete?(given: unknown, write: FieldWrite): unknown;
  visibility?: Types["visibility"];
  /** The fields of a group: an object in the API. */
  fields?: Fields;
  /** Begins the names of a group's columns: `vehicle` for `vehicleYear`. */
  prefix?: string | undefined;
  /** The site sets it, and no form or body does. */
  readOnly?: boolean;
  /** It is set when the record is created, and stays: no form of a stored record has it, and a body doesn't change it. */
  setOnce?: boolean;
  /** A required field that an imported record may lack until it is filled in. */
  mayLack?: boolean | undefined;
  /**
   * The rule of an API body, and of the form unless it has one of its own.
   * @param isLacking true for a record that came without
   */
  rule(rules: Rules, isLacking: boolean): z.ZodType;
  /** The rule for what is typed. */
  typedRule?(rules: Rules, today: IsoDay): z.ZodType;
  /** The value as the API returns it, where the rule's output does not say. */
  recordRule?(rules: Rules): z.ZodType;
  column?: Column;
}

/** What a field is stored with. */
export interface FieldWrite {
  name: string;
  /** All fields as they are given. */
  given: Readonly<Record<string, unknown>>;
  /** The record's row until now; undefined for a new one. */
  stored: object | undefined;
  today: IsoDay;
}

/** A field that may be empty: `null` in its column, left out of the API's record. */
export type OptionalField<
  Value,
  Seen extends Visibility | undefined,
  Stored = string,
  Suffix extends string = "",
> = Field<{ value: Value; presence: "maybe"; visibility: Seen; suffix: Suffix; stored: Stored | null }>;

/** A group of fields. */
export type Group<All extends Fields, Known extends Presence = "always"> = Omit<
  Field<{
    value: ValuesOf<All>;
    presence: Known;
    visibility: undefined;
    suffix: string;
    stored: unknown;
  }>,
  "fields"
> & { fields: All };

/** How a value is stored, if not unchanged in the column of the field's own name. */
export interface Column {
  /** In place of the field's name, with its suffix. */
  name?: string;
  /** Follows the field's name. */
  suffix?: string;
  /** @param value never undefined */
  write?(value: unknown): unknown;
  /** @param stored never null */
  read?(stored: unknown): unknown;
  /** The value of an empty column, where a record always has one. */
  empty?: unknown;
}

export type Fields = Readonly<Record<string, Field>>;

/** A rule about several fields. */
export interface FieldsRule<Given = never, Name = string> {
  /** The field that the message is about. */
  at: Name;
  /** The fields that it looks at: it waits until each of them is valid. */
  with: readonly Name[];
  message: string;
  holds(given: Given): boolean;
}

/** What every field type takes besides its own options. */
export interface FieldOptions<Seen extends Visibility | undefined> {
  /** Replaces the label above the input. */
  longLabel?: string;
  /** Replaces the label next to the value. */
  shortLabel?: string;
  /** Replaces the label where visitors read it. */
  publicLabel?: string;
  hint?: string;
  /** Visitors see it; a field without this is for staff only. */
  public?: Seen;
}

/** The options that every field has. */
export function described<Seen extends Visibility | undefined>(
  label: string,
  { longLabel, shortLabel, publicLabel, hint, public: visibility }: FieldOptions<Seen>,
) {
  return { label, longLabel, shortLabel, publicLabel, hint, visibility };
}

/** An enumeration's labels as the options of a select. */
export function toOptions(labels: Readonly<Record<string, string>>): FieldOption[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** The same field in a column of another name: `quoteCents`. */
export function inColumn<F extends Field>(name: string, field: F): F {
  return { ...field, column: { ...field.column, name } };
}

/** The same field as one that no form or body has. */
export function readOnly<F extends Field>(field: F): F & { readOnly: true } {
  return { ...field, readOnly: true };
}

/** The same field as one that is set when the record is created, and stays. */
export function setOnce<F extends Field>(field: F): F & { setOnce: true } {
  return { ...field, setOnce: true };
}

/** Present if the field is required, or has a default. */
export type PresenceOf<Required extends string | undefined> = Required extends string ? "always" : "maybe";

type TypesOf<F> = F extends Field<infer Types> ? Types : never;
type Named<All extends Fields, Which extends Presence> = {
  [Name in keyof All]: TypesOf<All[Name]>["presence"] extends Which ? Name : never;
}[keyof All];
type Flat<Type> = { [Name in keyof Type]: Type[Name] };

/** The values of fields, where a record has those that are `Always` there. */
export type ValuesOf<All extends Fields, Always extends Presence = "always" | "stored"> = Flat<
  { [Name in Named<All, Always>]: TypesOf<All[Name]>["value"] } & {
    [Name in Named<All, Exclude<Presence, Always>>]?: TypesOf<All[Name]>["value"] | undefined;
  }
>;

/** The fields that a form or body has. */
export type Editable<All extends Fields> = {
  [Name in keyof All as All[Name] extends { readOnly: true } ? never : Name]: All[Name];
};

/** The editable fields of a record, as its form or an API body gives them. */
export type FieldsOf<All extends Fields> = ValuesOf<Editable<All>, "always">;

/** What every stored record has. */
export interface StoredRecord {
  _id: string;
  createdAt: string;
  /** Its version, which every change of it raises. */
  updatedAt: string;
}

/** A record as the API returns it to staff. */
export type RecordOf<All extends Fields> = Flat<StoredRecord & ValuesOf<All>>;

/** The names of fields and groups: `customerInfo`, `customerInfo.name`. */
export type PathOf<All extends Fields> = {
  [Name in keyof All & string]: All[Name] extends { fields: infer Inner extends Fields }
    ? Name | `${Name}.${PathOf<Inner>}`
    : Name;
}[keyof All & string];

/** A record as visitors see it: everywhere, or on a card. */
export type PublicRecordOf<All extends Fields, Where extends Visibility = "page"> = Flat<
  Pick<RecordOf<All>, Extract<keyof RecordOf<All>, "_id" | SeenNames<All, Where>>> &
    (Where extends "page" ? Pick<StoredRecord, "createdAt"> : unknown)
>;

/** What is seen on a card is seen on the record's page too. */
type SeenNames<All extends Fields, Where extends Visibility> = {
  [Name in keyof All]: [TypesOf<All[Name]>["visibility"]] extends [Where | "card"] ? Name : never;
}[keyof All];
