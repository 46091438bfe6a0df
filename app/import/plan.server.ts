import type { z } from "zod";
import { business } from "~/business/business.server";
import { type Collection, formFields, uniqueField, uniqueKey } from "~/collections/collection";
import type { Field } from "~/collections/field";
import { type Difference, differences, mayLack, startValues } from "~/collections/form";
import { findHolderOf } from "~/collections/records.server";
import { formSchema } from "~/collections/schema";
import {
  isInvalid,
  type RowIdentity,
  type StoredCollection,
  type StoredRow,
  toRecord,
  toStoredColumns,
} from "~/collections/store.server";
import { STORED_COLLECTIONS } from "~/collections.server";
import type { ImportOutcome } from "~/db/schema";
import { findNamedEntry } from "~/parts/catalog-names";
import { readCsvText } from "~/values/csv";
import { dayInTimeZone, formatCount } from "~/values/format";
import { foldText, MAX_LINE_LENGTH, normalizeLine } from "~/values/normalize";
import type { IsoDay } from "~/values/typed-date";
import { MAX_FEATURES } from "~/vehicles/retail";
import { VIN_DATABASE_PATH } from "~/vin/database.server";
import { openVinDecoder } from "~/vin/decoder.server";
import { toFormFields } from "~/vin/form-fields";
import { isValidVin, stripVin } from "~/vin/validate";
import { buildCarNames } from "./car-names";
import { type Meanings, readCell } from "./cells";
import type { FileRow } from "./file.server";
import { type ColumnMap, PICTURES, SIDE } from "./headings";

/** What is wrong with a row: in which column, with which value, in words. */
export interface Fault {
  /** The column's heading, or the field's label if it has no column. */
  column: string;
  value: string;
  message: string;
}

/** What happens to one row. */
export type RowPlan = { row: number; cells: string[]; stockNumber: string; identities: RowIdentity[] } & (
  | { outcome: "added"; fields: object }
  | { outcome: "changed"; fields: object; stored: StoredRow; changes: Difference[] }
  | { outcome: "unchanged"; stored: StoredRow }
  | { outcome: "refused"; faults: Fault[] }
);

/** A word of a file that is not one of our choices. */
export interface UnknownWord {
  field: string;
  /** As the first row has it. */
  text: string;
  rows: number;
  /** What it meant the last time, or probably means; empty for nothing, undefined if that is unknown. */
  meaning?: string;
}

/** What is chosen for an import besides its columns. */
export interface ImportChoices {
  /** Whether a row may give a known stock number another VIN. */
  changesVins: boolean;
  /** Columns without a field that are kept in the notes. */
  keptColumns: number[];
  /** The file's words that are not our choices, and what each was said to mean. */
  words: UnknownWord[];
  meanings: Meanings;
  /** The sheet of the workbook that is read. */
  sheet?: string;
}

/** What a row is compared with. */
export interface PlanSource {
  store: StoredCollection;
  /** The form's fields with all their choices. */
  fields: Record<string, Field>;
  headings: readonly string[];
  columns: ColumnMap;
  choices: ImportChoices;
  today: IsoDay;
  /** The form's schemas of today for what has a VIN and what lacks one; made once, because making them takes longer than a row. */
  schema: z.ZodType<object, Record<string, unknown>>;
  schemaWithoutVin: z.ZodType<object, Record<string, unknown>>;
  /** For rows with the same content, which one each is, by content. */
  places: Map<string, Map<number, number>>;
  /** The first row of the file that is about a record, by the record's id and by what identifies it. */
  rowOf: Map<string, number>;
  /** The stock numbers of the file, by `uniqueKey`: no other part gets one of them. */
  reserved: Set<string>;
}

/** The field by which a row is found again: the stock number, or whatever else no two records have the same of. */
export function keyOf(collection: Pick<Collection, "fields">): string {
  return uniqueField(collection)?.name ?? "";
}

/** The collection that an import is of. */
export function storeOf(kind: string): StoredCollection {
  const store = STORED_COLLECTIONS.find((one) => one.kind === kind);
  if (!store) throw new Error(`There is no collection ${kind}.`);
  return store;
}

/** An inventory with all the choices of its fields. */
export function importForm(kind: string): Collection {
  const { choices, ...collection } = storeOf(kind);
  const fields = { ...collection.fields };
  for (const [name, options] of Object.entries(choices?.() ?? {})) {
    if (fields[name]) fields[name] = { ...fields[name], options };
  }
  return { ...collection, fields };
}

/** What the rows of an import are compared with. */
export function planSource({
  kind,
  ...source
}: Pick<PlanSource, "headings" | "columns" | "choices"> & { kind: string }): PlanSource {
  const store = storeOf(kind);
  const today = dayInTimeZone(business.timeZone, new Date());
  const lacks = mayLack(store);
  const lacksAllButVin = lacks.filter((name) => name !== "vin");
  const schema = (lacking: readonly string[]) => formSchema(store, today, lacking) as PlanSource["schema"];
  return {
    ...source,
    ...{ store, today, fields: importForm(kind).fields },
    schema: schema(lacksAllButVin),
    schemaWithoutVin: schema(lacks),
    places: new Map(),
    rowOf: new Map(),
    reserved: new Set(),
  };
}

/**
 * Compares a row with the stored record of the same stock number, or with whatever identifies it. A field without a column keeps its value;
 * that of a new vehicle is filled in from its VIN, and without a VIN it needs year, make and model. An empty cell leaves its field empty,
 * except one that the form asks for: that keeps its value or is filled in. The result is checked with the form's schema, and as it is when
 * it is stored.
 */
export async function planRow(source: PlanSource, { row, cells }: FileRow): Promise<RowPlan> {
  const { store, headings } = source;
  const tooLong = findLongCells(source, cells);
  if (tooLong.length > 0)
    return { row, cells, stockNumber: "", identities: [], outcome: "refused", faults: tooLong };
  const typed = readFields(source, cells);
  const stockNumber = normalizeLine(typed[keyOf(store)] ?? "");
  const known = { row, cells, stockNumber, identities: listIdentities(source, typed, stockNumber) };
  const extra = cells.slice(headings.length).some((cell) => cell.trim() !== "");
  if (extra || cells.length < headings.length) {
    const message = `This row has ${cells.length} cells, but there are ${headings.length} headings. Check its quotation marks and separators`;
    return { ...known, outcome: "refused", faults: [{ column: "", value: "", message }] };
  }
  const nth = placeOf(source, row, typed);
  const stored =
    stockNumber === "" ? await store.findSame?.(typed, nth) : await findHolderOf(store, stockNumber);
  const record = stored && (toRecord(store, stored) as object as Record<string, unknown>);
  const given = Object.fromEntries(
    Object.entries(typed).filter(([name, text]) => text !== "" || mayBeEmpty(source, name)),
  );
  const values = record ? updateValues(source, record, given, cells) : await newValues(source, given, cells);
  const isNamed = ["year", "make", "model"].every((name) => values[name]);
  const schema = isNamed ? source.schemaWithoutVin : source.schema;
  const parsed = schema.safeParse(values);
  const isOther = record !== undefined && !source.choices.changesVins && isOtherVin(record, typed);
  if (!parsed.success || isOther) {
    const invalid = parsed.error?.issues ?? [];
    const faults = [
      ...(isOther ? [toFault(source, cells, "vin", OTHER_CAR)] : []),
      ...invalid.map(({ path, message }) => toFault(source, cells, String(path[0] ?? ""), message)),
    ];
    leavePlace(source, row, typed);
    // Named together, so that nobody corrects the file only to find the next error after the next check.
    const others = (await store.findFaults?.(values, { stored, now: new Date() })) ?? {};
    return { ...known, outcome: "refused", faults: [...faults, ...toFaults(source, cells, others)] };
  }
  const columns = await toStoredColumns(store, parsed.data, { stored, now: new Date() });
  if (isInvalid(columns)) {
    leavePlace(source, row, typed);
    return { ...known, outcome: "refused", faults: toFaults(source, cells, columns.invalid) };
  }
  if (!record || !stored) return { ...known, outcome: "added", fields: parsed.data };
  // As it would be stored, because a part's year is its donor's whatever the file says.
  const saved = toRecord(store, { ...stored, ...columns });
  const changes = differences(store, saved, record);
  return changes.length === 0
    ? { ...known, outcome: "unchanged", stored }
    : { ...known, outcome: "changed", fields: parsed.data, stored, changes };
}

/** Counts rows as they were counted before, so that one that is planned again has its place. In the order of the file. */
export function rememberPlace(source: PlanSource, { row, cells }: FileRow): void {
  placeOf(source, row, readFields(source, cells));
}

/** Which of the rows with the same content this one is, from 1. */
function placeOf({ store, places }: PlanSource, row: number, typed: Record<string, string>): number {
  const key = store.sameKey?.(typed);
  if (key === undefined) return 1;
  const rows = places.get(key) ?? new Map<number, number>();
  places.set(key, rows);
  const place = rows.get(row) ?? rows.size + 1;
  rows.set(row, place);
  return place;
}

/** A rejected row isn't a sale, so it doesn't count. */
function leavePlace({ store, places }: PlanSource, row: number, typed: Record<string, string>): void {
  places.get(store.sameKey?.(typed) ?? "")?.delete(row);
}

const OTHER_CAR =
  "These look like different cars: on record, this stock number has another VIN. Correct the stock number, or allow another VIN above the columns";

/** Whether both the record and the row have a VIN, and not the same. */
function isOtherVin(vehicle: object, { vin = "" }: Record<string, string>): boolean {
  const stored = "vin" in vehicle ? String(vehicle.vin) : "";
  return stored !== "" && stripVin(vin) !== "" && stripVin(vin) !== stored;
}

/** What tells which record a row is about: its stock number, or what the collection says. */
function listIdentities(
  { store, fields }: PlanSource,
  typed: Record<string, string>,
  stockNumber: string,
): RowIdentity[] {
  if (stockNumber === "") return store.listIdentities?.(typed) ?? [];
  const field = keyOf(store);
  return [{ field, key: uniqueKey(stockNumber), noun: fields[field]?.label.toLowerCase() ?? "" }];
}

/** The plan of a row, or its rejection if an earlier row of the file is about the same record: it would overwrite that row. */
export function refuseRepeated(source: PlanSource, plan: RowPlan): RowPlan {
  const { row, cells, identities } = plan;
  const faults = identities.flatMap(({ field, key, noun }) => {
    const earlier = claim(source, key, row);
    return earlier === row
      ? []
      : [toFault(source, cells, field, `The same ${noun} is in row ${formatCount(earlier)}`)];
  });
  const earlier = "stored" in plan ? claim(source, plan.stored.id, row) : row;
  if (faults.length > 0) return refuse(plan, faults);
  if (earlier === row) return plan;
  const message = `Row ${formatCount(earlier)} is about the same ${source.store.noun}`;
  return refuse(plan, [toFault(source, cells, identities[0]?.field ?? "", message)]);
}

/** The first row of the file that says this. */
function claim({ rowOf }: PlanSource, key: string, row: number): number {
  const first = rowOf.get(key) ?? row;
  rowOf.set(key, first);
  return first;
}

/**
 * The plan of a row that the check expects to add, or its rejection if it would now change a record: nobody has seen that change, and
 * the record may be of another row of the file.
 */
export function refuseChange(source: PlanSource, plan: RowPlan): RowPlan {
  if (plan.outcome !== "changed") return plan;
  const noun = source.store.noun.toLowerCase();
  const message = `This ${noun} was added after the check. Import the row again to change it`;
  return refuse(plan, [toFault(source, plan.cells, plan.identities[0]?.field ?? "", message)]);
}

function refuse({ row, cells, stockNumber, identities }: RowPlan, faults: Fault[]): RowPlan {
  return { row, cells, stockNumber, identities, outcome: "refused", faults };
}

/** Every outcome, in the order in which pages name them. */
export const OUTCOMES: readonly ImportOutcome[] = ["added", "changed", "unchanged", "refused"];

/** More than any field takes. Longer cells are rejected before anything else reads them. */
const MAX_CELL_CHARACTERS = 6_000;
/** One of the longest that the form takes, one feature per line. */
const MAX_FEATURES_CHARACTERS = MAX_FEATURES * (MAX_LINE_LENGTH + 1);
/** How much of a cell that is too long the report shows. */
const SHOWN_CHARACTERS = 60;

function findLongCells(source: PlanSource, cells: readonly string[]): Fault[] {
  const { columns, choices, headings } = source;
  const read = [
    ...Object.entries(columns).filter(([name]) => name !== PICTURES),
    ...choices.keptColumns.map((column) => ["notes", column] as const),
  ];
  return read.flatMap(([name, column]) => {
    const cell = cells[column] ?? "";
    const limit = name === "features" ? MAX_FEATURES_CHARACTERS : MAX_CELL_CHARACTERS;
    if (cell.length <= limit) return [];
    return {
      column: headings[column] ?? "",
      value: `${cell.slice(0, SHOWN_CHARACTERS)}…`,
      message: `This cell has more than ${formatCount(limit)} characters`,
    };
  });
}

/** The texts of the fields that have a column. */
function readFields(source: PlanSource, cells: readonly string[]) {
  const { store, fields, columns, today, choices } = source;
  const typed: Record<string, string> = {};
  for (const [name] of formFields(store)) {
    const column = columns[name];
    const field = fields[name];
    if (column === undefined || !field || field.input === "pictures") continue;
    typed[name] = readCell(store.kind, name, field, cells[column] ?? "", {
      today,
      meanings: choices.meanings,
    });
  }
  if (typed.entryId) {
    const side = readCsvText(cells[columns[SIDE] ?? -1] ?? "").trim();
    typed.entryId = findNamedEntry(typed.entryId, side) ?? typed.entryId;
  }
  return typed;
}

function mayBeEmpty({ fields }: PlanSource, name: string): boolean {
  const { optional, startsToday, default: preset } = fields[name] ?? {};
  // What is always there is filled in where a form leaves it empty.
  return optional === true && !startsToday && preset === undefined;
}

function updateValues(
  source: PlanSource,
  stored: Record<string, unknown>,
  given: Record<string, string>,
  cells: readonly string[],
): Record<string, unknown> {
  const key = keyOf(source.store);
  // The stock number is matched whatever its case, and never rewritten.
  const values: Record<string, unknown> = { ...stored, ...given, [key]: stored[key] };
  Object.assign(values, inCatalogCapitals(values));
  for (const name of ["make", "model"]) {
    if (isSameInOneCase(given[name], stored[name])) values[name] = stored[name];
  }
  return { ...values, notes: keepInNotes(source, cells, values.notes) };
}

async function newValues(
  source: PlanSource,
  given: Record<string, string>,
  cells: readonly string[],
): Promise<Record<string, unknown>> {
  const { store, today } = source;
  const { kind } = store;
  const decoded = given.vin ? await decode(kind, given.vin) : {};
  const lacking = Object.fromEntries(mayLack(store).map((name) => [name, ""]));
  const values = { ...startValues(store, today), ...lacking, ...decoded, ...given };
  return { ...values, ...inCatalogCapitals(values), notes: keepInNotes(source, cells, given.notes) };
}

/** Whether a cell in all upper or lower case says what is on record: a file in capitals doesn't change a record's. */
function isSameInOneCase(typed: string | undefined, stored: unknown): boolean {
  if (typed === undefined || typed === stored) return true;
  const isOneCase = typed === typed.toUpperCase() || typed === typed.toLowerCase();
  return isOneCase && foldText(typed) === foldText(String(stored ?? ""));
}

/** Make and model as the catalog of VINs writes them. */
function inCatalogCapitals(values: Record<string, unknown>): Record<string, unknown> {
  const { make, model } = values;
  if (typeof make !== "string") return {};
  carNames ??= buildCarNames(decoder.listModels());
  return carNames(make, typeof model === "string" ? model : undefined);
}

let carNames: ReturnType<typeof buildCarNames> | undefined;

/** The notes with a line for each column that is kept in them: `Cost: 450`. A line that is there already is updated in place. */
function keepInNotes({ headings, choices }: PlanSource, cells: readonly string[], notes: unknown): unknown {
  if (choices.keptColumns.length === 0) return notes;
  const lines = typeof notes === "string" && notes !== "" ? notes.split("\n") : [];
  for (const column of choices.keptColumns) {
    const heading = normalizeLine(headings[column] ?? "");
    const text = normalizeLine(readCsvText(cells[column] ?? ""));
    const place = lines.findIndex((line) => line.startsWith(`${heading}: `));
    const line = text === "" ? [] : [`${heading}: ${text}`];
    if (place >= 0) lines.splice(place, 1, ...line);
    else lines.push(...line);
  }
  return lines.join("\n");
}

// Offline and without the cache: ten thousand decodes would push everything else out of it.
const decoder = openVinDecoder({ databasePath: VIN_DATABASE_PATH });

async function decode(kind: string, typed: string): Promise<Record<string, string>> {
  const vin = stripVin(typed);
  if (!isValidVin(vin)) return {};
  const result = await decoder.decode(vin);
  return "vehicleInfo" in result ? toFormFields(kind, result.vehicleInfo) : {};
}

function toFaults(source: PlanSource, cells: readonly string[], invalid: Record<string, string[]>): Fault[] {
  return Object.entries(invalid).flatMap(([name, messages]) =>
    messages.map((message) => toFault(source, cells, name, message)),
  );
}

function toFault(
  { fields, headings, columns }: PlanSource,
  cells: readonly string[],
  name: string,
  message: string,
): Fault {
  const field = fields[name];
  const column = columns[name];
  const choices = field?.options ? ` (${field.options.map(({ label }) => label).join(", ")})` : "";
  return {
    column: (column === undefined ? undefined : headings[column]) || (field?.label ?? ""),
    value: column === undefined ? "" : (cells[column] ?? ""),
    message: message + choices,
  };
}
