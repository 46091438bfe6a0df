import type { Collection } from "~/collections/collection";
import { uniqueField } from "~/collections/collection";
import type { FieldOption } from "~/collections/field";
import { findOption, type Meanings, meaningOf, suggestOption } from "./cells";
import otherHeadings from "./headings.json";

/*
 * Which column of a file holds which field: our own names and labels, and those of other dealer and yard programs.
 */

/** Picture addresses have a column too, but nothing is fetched from them. */
export const PICTURES = "pictures";
/** Of a part: "Left" next to "Fender". */
export const SIDE = "side";
const PART_NAME = "entryId";

/** What is needed from a kind of record. */
export type FormFields = Pick<Collection, "kind" | "fields" | "list">;

/** The column of each field, from 0; fields without a column are left out. */
export type ColumnMap = Record<string, number>;

/** A field that a column can be matched to. */
interface ImportField {
  name: string;
  label: string;
  hint?: string;
  options?: readonly FieldOption[];
}

/** The fields of an inventory that a file can fill, in the form's order; the picture addresses last. */
export function importFields({ kind, fields }: FormFields): ImportField[] {
  const named = Object.entries(fields)
    // Pictures are uploaded, and the site itself says what no form has.
    .filter(([, { input, readOnly }]) => input && input !== "pictures" && !readOnly)
    .map(([name, { label, options }]) => ({ name, label, ...(options ? { options } : {}) }));
  const hasPictures = Object.values(fields).some(({ input }) => input === "pictures");
  return [
    ...named,
    ...(kind === "part" ? [{ name: SIDE, label: "Side", hint: "Read with the part's name: Left, RH." }] : []),
    ...(hasPictures
      ? [{ name: PICTURES, label: "Picture addresses", hint: "Listed in the report, not fetched." }]
      : []),
  ];
}

/**
 * Other programs' headings by field, normalized as in `normalizeHeading`; the likeliest first, because some programs have several
 * prices. Yard programs keep their own remarks in plain "Comments", which must not become public, so these are notes.
 */
const HEADINGS = wordsByField(otherHeadings.vehicle);

/** The same for parts, if they mean something else or a vehicle has no such field. */
const PART_HEADINGS = wordsByField(otherHeadings.part);
const CUSTOMER_HEADINGS = wordsByField(otherHeadings.customer);
const OLD_SALE_HEADINGS = wordsByField(otherHeadings.oldSale);

function wordsByField(words: Record<string, string>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(words).map(([field, known]) => [field, known.split(" ")]));
}

/**
 * The columns whose headings name a field. A field of choices is left out if none of the samples is one of them, or known to mean
 * one: another program's "Condition" may be New or Used. So is a part's name if the samples are numbers.
 */
export function matchHeadings(
  form: FormFields,
  headings: readonly string[],
  samples: readonly (readonly string[])[],
  meanings: Meanings = {},
): ColumnMap {
  const matched: ColumnMap = {};
  for (const field of importFields(form)) {
    const column = namedColumns(form, field, headings).find(
      (index) => !isTaken(matched, index) && fits(form.kind, field, samples[index], meanings),
    );
    if (column !== undefined) matched[field.name] = column;
  }
  return matched;
}

/** Columns whose headings name a field that has no column because we do not know their values. */
export function unfitColumns(form: FormFields, headings: readonly string[], columns: ColumnMap): ColumnMap {
  const unfit: ColumnMap = {};
  for (const field of importFields(form).filter(({ name }) => columns[name] === undefined)) {
    if (!field.options && field.name !== PART_NAME) continue;
    const column = namedColumns(form, field, headings).find(
      (index) => !isTaken(columns, index) && !isTaken(unfit, index),
    );
    if (column !== undefined) unfit[field.name] = column;
  }
  return unfit;
}

/** The columns that no field takes and none could, by number; a column without a heading has nothing to be kept by. */
export function unmatchedColumns(
  form: FormFields,
  headings: readonly string[],
  columns: ColumnMap,
): number[] {
  const taken = [
    ...Object.values({ ...columns, ...unfitColumns(form, headings, columns) }),
    ...pictureColumns(headings, columns),
  ];
  return headings.flatMap((heading, column) => (heading === "" || taken.includes(column) ? [] : [column]));
}

/** What no field of ours takes, and a yard would miss. */
const KEPT_IN_NOTES = otherHeadings.keptInNotes.split(" ");

/** The columns that are kept in the notes by default: cost, location and title. */
export function keptByDefault(form: FormFields, headings: readonly string[], columns: ColumnMap): number[] {
  return unmatchedColumns(form, headings, columns).filter((column) =>
    KEPT_IN_NOTES.includes(normalizeHeading(headings[column] ?? "")),
  );
}

/** The headings of the kinds whose files are not lists of cars. */
const HEADINGS_OF: Partial<Record<string, Record<string, readonly string[]>>> = {
  customer: CUSTOMER_HEADINGS,
  part: { ...HEADINGS, ...PART_HEADINGS },
  oldSale: { ...HEADINGS, ...OLD_SALE_HEADINGS },
};

/** By a field's own name and label and other programs' words for it, the likeliest first. */
function namedColumns({ kind }: FormFields, { name, label }: ImportField, headings: readonly string[]) {
  const others = HEADINGS_OF[kind] ?? HEADINGS;
  const normalized = headings.map(normalizeHeading);
  return [name, label]
    .map(normalizeHeading)
    .concat(others[name] ?? [])
    .map((known) => normalized.indexOf(known))
    .filter((column) => column >= 0);
}

/** `Stock #`, `stock_no.` and `Odometer (mi)` as `stockno`, `stockno` and `odometer`: an "Item #" isn't an item. */
function normalizeHeading(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/\([^()]*\)/g, "")
    .replaceAll("#", "no")
    .replace(/[^a-z0-9]/g, "");
}

/**
 * A hand-written map, as `npm run import -- --columns` takes it: `price=Asking,notes=` gives the price the column "Asking" and
 * the notes none. Fields are named or labeled, columns by heading or by number from 1.
 * @returns the sentence that says what is wrong, if something is
 */
export function readColumnMap(
  form: FormFields,
  headings: readonly string[],
  text: string,
): { ok: true; columns: Record<string, number | undefined> } | { ok: false; message: string } {
  const columns: Record<string, number | undefined> = {};
  for (const pair of text.split(",").filter((part) => part.trim() !== "")) {
    const [left = "", right = ""] = pair.split(/=(.*)/s).map((part) => part.trim());
    const field = importFields(form).find(({ name, label }) =>
      [name, label].map(normalizeHeading).includes(normalizeHeading(left)),
    );
    if (!field)
      return {
        ok: false,
        message: `"${left}" isn't a field of these ${form.list.nouns[1]}.`,
      };
    const column = right === "" ? undefined : findColumn(headings, right);
    if (column === -1) return { ok: false, message: `The file has no column "${right}".` };
    columns[field.name] = column;
  }
  return { ok: true, columns };
}

/**
 * The columns that are kept in the notes, as `npm run import -- --keep-in-notes` takes them: `Cost,Yard Row`, by heading or number, or
 * `all` that no field takes; the default ones if nothing is given.
 * @returns the sentence that says what is wrong, if something is
 */
export function readKeptColumns(
  form: FormFields,
  headings: readonly string[],
  columns: ColumnMap,
  text: string | undefined,
): { ok: true; columns: number[] } | { ok: false; message: string } {
  if (text === undefined) return { ok: true, columns: keptByDefault(form, headings, columns) };
  if (text.trim() === "all") return { ok: true, columns: unmatchedColumns(form, headings, columns) };
  const names = text.split(",").filter((name) => name.trim() !== "");
  const kept = names.map((name) => findColumn(headings, name.trim()));
  const unknown = names[kept.indexOf(-1)];
  if (unknown !== undefined) return { ok: false, message: `The file has no column "${unknown.trim()}".` };
  return { ok: true, columns: kept };
}

/** Every column of picture addresses: the chosen one, and others that differ only in a number. */
export function pictureColumns(headings: readonly string[], columns: ColumnMap): number[] {
  const chosen = columns[PICTURES];
  if (chosen === undefined) return [];
  const stem = (column: number) => /^.*\D/.exec(normalizeHeading(headings[column] ?? ""))?.[0] ?? "";
  return headings.map((_, column) => column).filter((column) => stem(column) === stem(chosen));
}

/** The names of the fields that a form posts, for one inventory. */
export function columnFields(form: FormFields): string[] {
  return importFields(form).map(({ name }) => name);
}

function findColumn(headings: readonly string[], name: string): number {
  const exact = headings.findIndex((heading) => normalizeHeading(heading) === normalizeHeading(name));
  if (exact >= 0 || !/^\d+$/.test(name)) return exact;
  return Number(name) >= 1 && Number(name) <= headings.length ? Number(name) - 1 : -1;
}

function isTaken(matched: ColumnMap, column: number): boolean {
  return Object.values(matched).includes(column);
}

function fits(
  kind: string,
  { name, options }: ImportField,
  samples: readonly string[] = [],
  meanings: Meanings,
): boolean {
  if (samples.length === 0) return true;
  // Numbers are another program's codes.
  if (name === PART_NAME) return samples.some((sample) => /\p{L}{2}/u.test(sample));
  if (!options) return true;
  return samples.some(
    (sample) =>
      meaningOf(meanings, name, sample) !== undefined ||
      findOption(kind, name, options, sample) !== undefined ||
      suggestOption(kind, name, options, sample) !== undefined,
  );
}

/** The message if no column holds what rows are matched by. A part without a stock number gets one, so its file needs none. */
export function missingColumn(form: FormFields, columns: ColumnMap): string | undefined {
  const key = uniqueField(form);
  if (!key || columns[key.name] !== undefined) return undefined;
  const message = `Choose the column of the ${key.field.label.toLowerCase()}`;
  if (form.kind !== "part") return message;
  return columns.entryId === undefined ? `${message}, or of the part` : undefined;
}
