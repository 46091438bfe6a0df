import type { z } from "zod";
import { business } from "~/business/business.server";
import { type Db, db } from "~/db/connection.server";
import type { ImportOutcome } from "~/db/schema";
import { PART_STORE } from "~/parts/part.server";
import { readCsvText } from "~/values/csv";
import { dayInTimeZone } from "~/values/format";
import { normalizeLine } from "~/values/normalize";
import type { IsoDay } from "~/values/typed-date";
import { DISMANTLED_STORE } from "~/vehicles/dismantled.server";
import { type Difference, differences, fieldNames, type ItemForm, type ItemFormField } from "~/vehicles/form";
import { findStockNumberHolder } from "~/vehicles/inventory.server";
import { RETAIL_STORE } from "~/vehicles/retail.server";
import {
  type Fields,
  type InventoryStore,
  type Kind,
  type StoredRow,
  toColumns,
  toItem,
} from "~/vehicles/store.server";
import { VIN_DATABASE_PATH } from "~/vin/database.server";
import { openVinDecoder } from "~/vin/decoder.server";
import { toFormFields } from "~/vin/form-fields";
import { isValidVin, stripVin } from "~/vin/validate";
import { readCell } from "./cells";
import type { FileRow } from "./file.server";
import { type ColumnMap, SIDE } from "./headings";
import { findNamedEntry } from "./part-names";

/** What is wrong with a row: in which column, with which value, in words. */
export interface Fault {
  /** The column's heading, or the field's label if it has no column. */
  column: string;
  value: string;
  message: string;
}

/** What becomes of one row. */
export type RowPlan<K extends Kind> = { row: number; cells: string[]; stockNumber: string } & (
  | { outcome: "added"; fields: Fields<K> }
  | { outcome: "changed"; fields: Fields<K>; stored: StoredRow<K>; changes: Difference[] }
  | { outcome: "unchanged" }
  | { outcome: "refused"; faults: Fault[] }
);

/** What a row is compared with. */
export interface PlanSource<K extends Kind> {
  store: InventoryStore<K>;
  /** The form's fields with all their choices. */
  fields: Record<string, ItemFormField>;
  headings: readonly string[];
  columns: ColumnMap;
  today: IsoDay;
  /** The form's schema of today; made once, because making it takes longer than a row. */
  schema: z.ZodType<Fields<K>, Record<string, unknown>>;
}

const STORES = { dismantled: DISMANTLED_STORE, retail: RETAIL_STORE, part: PART_STORE };

/** The store of an inventory. */
export function storeOf(kind: Kind): InventoryStore<Kind> {
  return STORES[kind] as unknown as InventoryStore<Kind>;
}

/** The form of an inventory with all its choices. */
export function importForm(kind: Kind): ItemForm {
  const { form, choices } = storeOf(kind);
  const fields: Record<string, ItemFormField> = { ...form.fields };
  for (const [name, options] of Object.entries(choices?.() ?? {})) {
    if (fields[name]) fields[name] = { ...fields[name], options };
  }
  return { ...form, fields } as ItemForm;
}

/** What the rows of an import are compared with. */
export function planSource({
  kind,
  headings,
  columns,
}: Pick<PlanSource<Kind>, "headings" | "columns"> & { kind: Kind }) {
  const store = storeOf(kind);
  const today = dayInTimeZone(business.timeZone, new Date());
  const { fields } = importForm(kind);
  return {
    ...{ store, fields, headings, columns, today },
    schema: store.form.schema(today),
  } satisfies PlanSource<Kind>;
}

/**
 * Compares a row with the stored vehicle of the same stock number. A field without a column keeps its value. An empty cell
 * clears the field, unless its value is what the VIN says; status and date acquired are never cleared. What a new vehicle lacks
 * is filled in from its VIN. The result is checked with the form's schema, and as it is when it is stored.
 */
export async function planRow<K extends Kind>(
  source: PlanSource<K>,
  { row, cells }: FileRow,
  within: Db = db,
): Promise<RowPlan<K>> {
  const { store, headings, schema, today } = source;
  const typed = readFields(source, cells);
  const stockNumber = normalizeLine(typed.stockNumber ?? "");
  const known = { row, cells, stockNumber };
  const extra = cells.slice(headings.length).some((cell) => cell.trim() !== "");
  if (extra || cells.length < headings.length) {
    const message = `This row has ${cells.length} cells, but there are ${headings.length} headings. Check its quotation marks and separators`;
    return { ...known, outcome: "refused", faults: [{ column: "", value: "", message }] };
  }
  const stored = stockNumber === "" ? undefined : await findStockNumberHolder(store, stockNumber, within);
  const vehicle = stored && (toItem(store, stored) as Partial<Fields<K>>);
  const values = vehicle ? await updateValues(store, vehicle, typed) : await newValues(store, typed, today);
  const parsed = schema.safeParse(values);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) =>
      toFault(source, cells, String(path[0] ?? ""), message),
    );
    // Named together, because whoever corrects the file should not find the next fault after the next check.
    const others = (await store.findFaults?.(values, { stored, now: new Date(), within })) ?? {};
    return { ...known, outcome: "refused", faults: [...faults, ...toFaults(source, cells, others)] };
  }
  const columns = await toColumns(store, parsed.data, { stored, now: new Date(), within });
  if ("invalid" in columns)
    return { ...known, outcome: "refused", faults: toFaults(source, cells, columns.invalid) };
  if (!vehicle || !stored) return { ...known, outcome: "added", fields: parsed.data };
  // As it would be stored, because a part's year is its donor's whatever the file says.
  const saved = toItem(store, { ...stored, ...columns } as StoredRow<K>) as Partial<Fields<K>>;
  const changes = differences(store.form, saved, vehicle);
  return changes.length === 0
    ? { ...known, outcome: "unchanged" }
    : { ...known, outcome: "changed", fields: parsed.data, stored, changes };
}

/** The refusal of a row whose stock number is in an earlier row of the same file. */
export function repeatedRow<K extends Kind>(
  source: PlanSource<K>,
  { row, cells, stockNumber }: RowPlan<K>,
  earlier: number,
): RowPlan<K> {
  const message = `The same stock number is in row ${earlier}`;
  return {
    row,
    cells,
    stockNumber,
    outcome: "refused",
    faults: [toFault(source, cells, "stockNumber", message)],
  };
}

/** Every outcome, in the order in which pages name them. */
export const OUTCOMES: readonly ImportOutcome[] = ["added", "changed", "unchanged", "refused"];

/** The texts of the fields that have a column. */
function readFields<K extends Kind>({ store, fields, columns }: PlanSource<K>, cells: readonly string[]) {
  const typed: Record<string, string> = {};
  for (const name of fieldNames(store.form)) {
    const column = columns[name];
    const field = fields[name];
    if (column === undefined || !field || field.input === "pictures") continue;
    typed[name] = readCell(store.kind, name, field, cells[column] ?? "");
  }
  if (typed.entryId) {
    const side = readCsvText(cells[columns[SIDE] ?? -1] ?? "").trim();
    typed.entryId = findNamedEntry(typed.entryId, side) ?? typed.entryId;
  }
  return typed;
}

/** A select or a date that a vehicle always has; an empty cell keeps it. */
const KEPT_FIELDS = ["status", "dateAcquired"];

async function updateValues<K extends Kind>(
  store: InventoryStore<K>,
  vehicle: Partial<Fields<K>>,
  typed: Record<string, string>,
): Promise<Record<string, unknown>> {
  const stored = vehicle as Record<string, unknown>;
  const values: Record<string, unknown> = { ...stored };
  const empty = Object.keys(typed).filter((name) => typed[name] === "" && stored[name] !== undefined);
  const decoded = empty.length > 0 ? await decode(store.kind, String(typed.vin ?? stored.vin)) : {};
  for (const [name, text] of Object.entries(typed)) {
    const isKept = KEPT_FIELDS.includes(name) || String(stored[name]) === decoded[name];
    if (text !== "" || !isKept) values[name] = text;
  }
  return values;
}

async function newValues<K extends Kind>(
  { kind, form }: InventoryStore<K>,
  typed: Record<string, string>,
  today: IsoDay,
): Promise<Record<string, unknown>> {
  const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ""));
  const decoded = given.vin ? await decode(kind, given.vin) : {};
  return { ...form.defaults, dateAcquired: today, ...decoded, ...given };
}

// Offline and without the cache: ten thousand decodes would push everything else out of it.
const decoder = openVinDecoder({ databasePath: VIN_DATABASE_PATH });

async function decode(kind: Kind, typed: string): Promise<Record<string, string>> {
  const vin = stripVin(typed);
  if (!isValidVin(vin)) return {};
  const result = await decoder.decode(vin);
  return "vehicleInfo" in result ? toFormFields(kind, result.vehicleInfo) : {};
}

function toFaults<K extends Kind>(
  source: PlanSource<K>,
  cells: readonly string[],
  invalid: Record<string, string[]>,
): Fault[] {
  return Object.entries(invalid).flatMap(([name, messages]) =>
    messages.map((message) => toFault(source, cells, name, message)),
  );
}

function toFault<K extends Kind>(
  { fields, headings, columns }: PlanSource<K>,
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
