import { MAX_ROWS } from "~/business/rows";
import { withoutThousands } from "~/values/thousands";
import { removePictureField, type SettingField, type SettingRows, type SettingsSection } from "./sections";

/*
 * A section's values: nested as in the business file, by name as its form and its history have them, and as text that is typed.
 */

/** A part of the business file. */
export type SectionValue = Record<string, unknown>;

/** What is typed, by the field's name; rows are `team.0.name`. */
export type TypedValues = Record<string, string>;

/** The value at a path such as `address.street` or `shipping.transitDays.1`. */
export function getAt(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (at, key) => (typeof at === "object" && at !== null ? (at as SectionValue)[key] : undefined),
      value,
    );
}

/** A copy with a value at a path; undefined takes it away, and what is empty without it. */
export function setAt(value: unknown, path: string, set: unknown): unknown {
  const [key = "", ...rest] = path.split(".");
  const within = rest.length > 0 ? setAt(getAt(value, key), rest.join("."), set) : set;
  if (/^\d+$/.test(key)) {
    const list = Array.isArray(value) ? [...value] : [];
    list[Number(key)] = within;
    return list.some((item) => item !== undefined) ? list : undefined;
  }
  const { [key]: _former, ...others } = (value ?? {}) as SectionValue;
  const copy = within === undefined ? others : { ...others, [key]: within };
  return Object.keys(copy).length > 0 ? copy : undefined;
}

/** A section's values by the names of its fields, and its rows whole, for its history. */
export function byName({ fields, rows }: SettingsSection, value: SectionValue): SectionValue {
  const named = fields
    .filter(({ input }) => input !== "secret")
    .map(({ name }) => [name, getAt(value, name)] as const);
  return Object.fromEntries(rows ? [...named, [rows.name, value[rows.name]]] : named);
}

/** How many rows a form shows: those there are, within what a form may have. */
function countRows({ rows }: SettingsSection, value: SectionValue): number {
  return rows ? Math.min(listOf(value[rows.name]).length, maxRows(rows)) : 0;
}

/** A form with more has more fields than a form may have; further rows stay as they are. */
const MAX_ROWS_IN_FORM = 45;

/** The most rows that a form shows. */
export function maxRows({ name }: SettingRows): number {
  return Math.min(MAX_ROWS[name], MAX_ROWS_IN_FORM);
}

/** The names of a section's form fields, without those of files. */
export function fieldNames({ fields, rows }: SettingsSection): string[] {
  const inRows = rows
    ? Array.from({ length: maxRows(rows) + 1 }, (_, row) =>
        rows.fields.map(({ name }) => `${rows.name}.${row}.${name}`),
      ).flat()
    : [];
  const own = fields.flatMap(({ name, input }) =>
    input === "picture" ? [name, removePictureField(name)] : [name],
  );
  return [...own, ...inRows];
}

/** A section's values as its form shows them. */
export function toTyped(section: SettingsSection, value: SectionValue): TypedValues {
  const { fields, rows } = section;
  const typed = fields
    .filter(({ input }) => input !== "secret")
    .map((field) => [field.name, toText(field, getAt(value, field.name))] as const);
  const inRows = Array.from({ length: countRows(section, value) }, (_, row) =>
    (rows?.fields ?? []).map((field) => {
      const name = `${rows?.name}.${row}.${field.name}`;
      return [name, toText(field, getAt(value, name))] as const;
    }),
  ).flat();
  return Object.fromEntries([...typed, ...inRows]);
}

/**
 * The section as it was typed, over what it has now: what no field has stays. Anything that isn't a number stays text, so that the schema
 * reports it. A row without any text is dropped.
 * @param privateAddress makes the key of a feed that is to have one
 */
export function fromTyped(
  { fields, rows }: SettingsSection,
  typed: TypedValues,
  { current, privateAddress }: { current: SectionValue; privateAddress: () => string },
): SectionValue {
  const value = fields.reduce<unknown>((made, field) => {
    const { name } = field;
    if (field.input === "secret") return made;
    const set =
      field.input === "feed"
        ? toFeed(typed[name], getAt(current, name), privateAddress)
        : fromField(field, typed[name], [getAt(current, name)]);
    return setAt(made, name, set);
  }, current);
  if (!rows) return (value ?? {}) as SectionValue;
  const stored = listOf(current[rows.name]);
  const list = filledRows(rows, typed).map((row) =>
    Object.fromEntries(
      rows.fields.map((field) => {
        const values = stored.map((one) => getAt(one, field.name));
        return [field.name, fromField(field, typed[`${rows.name}.${row}.${field.name}`], values)];
      }),
    ),
  );
  const beyond = stored.slice(maxRows(rows));
  return { ...((value ?? {}) as SectionValue), [rows.name]: [...list, ...beyond] };
}

/** The numbers of the rows in which something was typed. */
export function filledRows({ name, fields }: SettingRows, typed: TypedValues): number[] {
  const all = Array.from({ length: rowsTyped(name, typed) }, (_, row) => row);
  // A choice has always a value.
  const typedIn = fields.filter(({ input }) => input !== "choice");
  return all.filter((row) => typedIn.some((field) => typed[`${name}.${row}.${field.name}`]?.trim()));
}

/** How many rows were typed, empty ones included. */
export function rowsTyped(name: string, typed: TypedValues): number {
  const numbers = Object.keys(typed).flatMap((key) => {
    const [first, row] = key.split(".");
    return first === name && row !== undefined ? [Number(row) + 1] : [];
  });
  return Math.max(0, ...numbers);
}

/** What was typed without one of its rows; the rows below it move up. */
export function withoutRow(name: string, typed: TypedValues, removed: number): TypedValues {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([key, text]) => {
      const [first, row, ...rest] = key.split(".");
      const number = Number(row);
      if (first !== name || number < removed) return [[key, text]];
      return number === removed ? [] : [[[name, number - 1, ...rest].join("."), text]];
    }),
  );
}

function toText({ input }: SettingField, value: unknown): string {
  if (input === "feed") return typeof value === "string" ? "key" : value === true ? "on" : "off";
  if (input === "yes-no") return value === true ? "yes" : "";
  if (Array.isArray(value)) return value.join("\n");
  return value === undefined || value === null ? "" : String(value);
}

/** What a field says. What nobody can type is one of those that are stored, or nothing: a file's name would publish the file. */
function fromField(field: SettingField, typed: string | undefined, stored: readonly unknown[]): unknown {
  const value = fromText(field, typed ?? "");
  return field.input === "kept" && !stored.includes(value) ? undefined : value;
}

function fromText({ input, tidy }: SettingField, typed: string): unknown {
  const text = typed.trim();
  if (input === "yes-no") return text === "yes";
  if (input === "lines") {
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  }
  if (text === "") return undefined;
  if (input !== "number") return (tidy ? tidy(text) : text.replaceAll("\r\n", "\n")) || undefined;
  const number = withoutThousands(text.replace(/[$%\s]/g, ""));
  return /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : text;
}

function toFeed(choice: string | undefined, current: unknown, privateAddress: () => string): unknown {
  if (choice === "key") return typeof current === "string" ? current : privateAddress();
  return choice === "on";
}

/** A list, or an empty one in the place of anything else. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
