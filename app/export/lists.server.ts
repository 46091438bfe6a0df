import { createHash } from "node:crypto";
import { z } from "zod";
import { findAdministrator, listAdministrators } from "~/accounts/administrator.server";
import { business } from "~/business/business.server";
import { type Collection, formFields } from "~/collections/collection";
import { leavesOf } from "~/collections/columns";
import type { Field } from "~/collections/field";
import { toFormValues } from "~/collections/form";
import { listStaffIds } from "~/collections/lists.server";
import { changeRecordStatuses, countFixedStatuses, findRecords } from "~/collections/records.server";
import { unreadableFields } from "~/collections/restricted.server";
import * as rules from "~/collections/rules";
import { type StatusQuestion, type StoredCollection, tableOf } from "~/collections/store.server";
import { deleteRecords } from "~/collections/trash.server";
import { STORED_COLLECTIONS } from "~/collections.server";
import { config } from "~/config.server";
import { asActsNow } from "~/context.server";
import { db } from "~/db/connection.server";
import type { Inventory, RecordKind } from "~/db/schema";
import { TRASH_DAYS } from "~/history/change";
import { exportName, readStaffQuery, type StaffListDefinition } from "~/lists/staff";
import { changePrices, moveParts, pricePart } from "~/parts/actions.server";
import { PARTS } from "~/parts/parts";
import type { VehicleImage } from "~/pictures/image-rows";
import { REQUEST_KINDS } from "~/requests/kinds";
import { findRequestsById, type ListViewer, listRequestIds } from "~/requests/list.server";
import type { RequestNote } from "~/requests/note";
import type { RequestCollection } from "~/requests/request";
import { type CLOSED_AS, LOST_REASONS, type LostReason } from "~/requests/work";
import {
  assignRequests,
  changeStatuses,
  closeRequests,
  deleteRequests,
  markAllSpam,
  markSpam,
  type StatusBefore,
  undoAssign,
  undoStatus,
} from "~/requests/work.server";
import { CSV_START, csvLine } from "~/values/csv";
import { dayInTimeZone } from "~/values/format";
import { formatReference } from "~/values/id";

/** Records that are read at once: a list of any length is never in memory as a whole. */
export const RECORDS_PER_BATCH = 200;

export type Exported = Record<string, unknown> & { _id: string };

/** One column of a list's CSV file. */
export interface ExportColumn {
  heading: string;
  /** Where its value is in the list's JSON: `customerInfo.name`. */
  field: string;
  cell: (record: Exported) => string;
}

/** A staff list that can be exported. */
export interface ExportList {
  /** `retail-vehicles` */
  name: string;
  list: StaffListDefinition;
  table: Inventory | RequestCollection["table"];
  /** What the history calls one of its records. */
  recordKind: RecordKind;
  listIds(params: URLSearchParams, viewer: ListViewer): Promise<string[]>;
  /** At most `RECORDS_PER_BATCH`. */
  findRecords(ids: readonly string[]): Promise<Exported[]>;
  columns(): Promise<ExportColumn[]>;
  /** Sets the status of these records, at most `RECORDS_PER_BATCH`; returns how many were changed. */
  changeStatus(ids: readonly string[], status: string): Promise<number>;
  /** Sets the status of a record back to what it was until `at`; returns how many were changed. */
  undoStatus(id: string, before: StatusBefore): Promise<number>;
  /** Deletes these records, at most `RECORDS_PER_BATCH`; returns how many there were. */
  delete(ids: readonly string[]): Promise<number>;
  /** What is asked before these records get a status; undefined if nothing is. */
  statusQuestion?(ids: readonly string[], status: string): Promise<StatusQuestion | undefined>;
  /** Puts these records in one place, at most `RECORDS_PER_BATCH`; returns how many were elsewhere. */
  move?(ids: readonly string[], location: string | undefined): Promise<number>;
  /** Changes the prices of these records by a percentage, at most `RECORDS_PER_BATCH`; returns how many were changed. */
  changePrices?(ids: readonly string[], percent: number): Promise<number>;
  /** Sets the price of a record, in dollars; returns how many were changed. */
  setPrice?(id: string, price: number): Promise<number>;
  /** What staff do with several requests. */
  work?: {
    /** Each returns how many were not so already; at most `RECORDS_PER_BATCH`. */
    markSpam(ids: readonly string[]): Promise<number>;
    /** @param username undefined for nobody */
    assign(ids: readonly string[], username: string | undefined): Promise<number>;
    close(ids: readonly string[], as: keyof typeof CLOSED_AS): Promise<number>;
    undoSpam(id: string): Promise<boolean>;
    undoAssign(id: string, assigneeId: string | null): Promise<number>;
  };
  /** What a confirmation says about a record: `2012 Honda Accord, stock # D000001`. */
  nameOf(record: Exported): string;
  /** How many of these keep another status than this one because a sale has them; at most `RECORDS_PER_BATCH`. */
  countFixed?(ids: readonly string[], status: string): Promise<number>;
  /** What can be done about a delete of so many records, of which these are the first. */
  deleteNote(records: readonly Exported[], count: number): string;
}

/** What staff change of several parts at once. */
const PART_CHANGES: Pick<ExportList, "move" | "changePrices" | "setPrice"> = {
  move: moveParts,
  changePrices,
  setPrice: async (id, price) => {
    const { outcome } = await pricePart(id, price);
    return outcome === "done" ? 1 : 0;
  },
};

/** Every list. */
export const EXPORT_LISTS: readonly ExportList[] = [
  ...STORED_COLLECTIONS.map((collection) => ({
    ...collectionExport(collection),
    ...(collection.table === PARTS.table ? PART_CHANGES : {}),
  })),
  ...REQUEST_KINDS.map(requestExport),
];

export const EXPORT_FORMATS = { csv: "text/csv; charset=utf-8", json: "application/json" } as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** The lines of these records as a file, with what the actor may read. In JSON, they are the API's records. */
export function exportLines(
  list: ExportList,
  ids: readonly string[],
  format: ExportFormat,
): AsyncGenerator<string> {
  return linesOf(list, ids, format, asActsNow());
}

async function* linesOf(
  list: ExportList,
  ids: readonly string[],
  format: ExportFormat,
  asActor: ReturnType<typeof asActsNow>,
): AsyncGenerator<string> {
  const columns = await asActor(() => list.columns());
  yield* fileLines(columns, records(list, ids, asActor), format);
}

/** The lines of a file of any records. */
export function fileLines(
  columns: readonly ExportColumn[],
  records: AsyncIterable<Exported>,
  format: ExportFormat,
): AsyncGenerator<string> {
  return format === "csv" ? csvLines(columns, records) : jsonLines(records);
}

async function* csvLines(
  columns: readonly ExportColumn[],
  records: AsyncIterable<Exported>,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(columns.map(({ heading }) => heading));
  for await (const record of records) yield csvLine(columns.map(({ cell }) => cell(record)));
}

/** One JSON array. */
async function* jsonLines(records: AsyncIterable<Exported>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const record of records) {
    yield separator + JSON.stringify(record);
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

async function* records(
  { findRecords }: ExportList,
  ids: readonly string[],
  asActor: ReturnType<typeof asActsNow>,
): AsyncGenerator<Exported> {
  for (let start = 0; start < ids.length; start += RECORDS_PER_BATCH) {
    yield* await asActor(() => findRecords(ids.slice(start, start + RECORDS_PER_BATCH)));
    // Pages are answered between two batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function collectionExport(store: StoredCollection): ExportList {
  return {
    name: exportName(store.list),
    list: store.list,
    table: tableOf(store),
    recordKind: store.recordKind,
    listIds: (params) => listStaffIds(store, readStaffQuery(params, store.list)),
    findRecords: async (ids) => {
      const found = await findRecords(store, ids);
      return ((await store.withDetails?.(found)) ?? found) as unknown as Exported[];
    },
    columns: async () => itemColumns(store),
    changeStatus: (ids, status) => changeRecordStatuses(store, ids, status),
    statusQuestion: async (ids, status) => store.statusQuestion?.(ids, status),
    undoStatus: async (id, { status }) =>
      status === undefined ? 0 : changeRecordStatuses(store, [id], status, { isUndo: true }),
    delete: (ids) => deleteRecords(store, ids),
    nameOf: store.nameOf,
    countFixed: (ids, status) => countFixedStatuses(store, ids, status),
    deleteNote: (records, count) =>
      [comesOff(store, records, count), ...(store.list.bulkNote ? [store.list.bulkNote] : [])].join(" "),
  };
}

/** The Grade column is staff's own; this one is also there where the rule gives the grade, and the import leaves it. */
const EFFECTIVE_GRADE: ExportColumn = {
  heading: "Grade in Effect",
  field: "grade",
  cell: ({ grade }) => String(grade ?? ""),
};

/** When a part was sold, which the form doesn't have. */
const SOLD_ON: ExportColumn = {
  heading: "Sold On",
  field: "soldAt",
  cell: ({ soldAt }) =>
    typeof soldAt === "string" ? dayInTimeZone(business.timeZone, new Date(soldAt)) : "",
};

/** The form's fields as the import reads them, and what else the API's record has. */
function itemColumns(
  collection: Pick<Collection, "table" | "fields" | "restricted" | "besides">,
): ExportColumn[] {
  const hidden = unreadableFields(collection);
  const named = formFields(collection).flatMap(([name, field]): ExportColumn[] =>
    hidden.includes(name)
      ? []
      : [{ heading: field.label, field: name, cell: (record) => itemCell(name, field, record) }],
  );
  const known = [...named, ...(collection.table === PARTS.table ? [EFFECTIVE_GRADE, SOLD_ON] : [])];
  return [
    ...known,
    ...besidesColumns(collection).filter(({ field }) => !known.some((column) => column.field === field)),
    { heading: "ID", field: "_id", cell: ({ _id }) => _id },
    { heading: "Added", field: "createdAt", cell: ({ createdAt }) => String(createdAt ?? "") },
  ];
}

/** What a record has besides its fields, except its lists: their lines are separate files (tables.server.ts). */
function besidesColumns(collection: Pick<Collection, "fields" | "besides">): ExportColumn[] {
  return Object.entries(collection.besides?.(rules) ?? {}).flatMap(([name, rule]): ExportColumn[] => {
    const type = rule instanceof z.ZodOptional ? rule.unwrap() : rule;
    const isList = type instanceof z.ZodArray || type instanceof z.ZodObject;
    return isList || name in collection.fields
      ? []
      : [{ heading: toWords(name), field: name, cell: (record) => String(record[name] ?? "") }];
  });
}

/** `completedAt` as `Completed At`, `customerId` as `Customer ID`. */
export function toWords(name: string): string {
  return name
    .replace(/([A-Z])/g, " $1")
    .replace(/^./, (letter) => letter.toUpperCase())
    .replace(/ Id$/, " ID");
}

function itemCell(name: string, field: Field, record: Exported): string {
  const value = record[name];
  if (value === undefined) return "";
  if (field.input === "date") return String(value).slice(0, 10);
  if (field.input === "pictures")
    return (value as VehicleImage[])
      .map(({ imageUrl }) => `${config.PUBLIC_URL ?? ""}${imageUrl}`)
      .join(" | ");
  const form = { fields: { [name]: field } };
  const text = toFormValues(form, { [name]: value })[name] ?? "";
  // The end of a line keeps a single feature with a comma from being read as two.
  if (name === "features") return /[|;,]/.test(text) && !text.includes("\n") ? `${text}\n` : text;
  return field.options?.find((option) => option.value === text)?.label ?? text;
}

/**
 * A hash of these records and their versions. A question shows them and its form sends it back, so that what is confirmed is what
 * was shown.
 */
export async function hashRecords(
  { table }: Pick<ExportList, "table">,
  ids: readonly string[],
): Promise<string> {
  const hash = createHash("sha256");
  const sorted = [...ids].sort();
  for (let start = 0; start < sorted.length; start += RECORDS_PER_BATCH) {
    const rows = await db
      .selectFrom(table as Inventory)
      .select(["id", "updatedAt", "deletedAt"])
      .where("id", "in", sorted.slice(start, start + RECORDS_PER_BATCH))
      .orderBy("id")
      .execute();
    hash.update(JSON.stringify(rows.map(({ id, updatedAt, deletedAt }) => [id, updatedAt, deletedAt])));
    // Pages are answered between two batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return hash.digest("base64url").slice(0, 27);
}

function requestExport(kind: RequestCollection): ExportList {
  const { list } = kind;
  return {
    name: exportName(list),
    list,
    table: kind.table,
    recordKind: kind.recordKind,
    listIds: (params, viewer) => listRequestIds(kind, readStaffQuery(params, list), viewer),
    findRecords: async (ids) => (await findRequestsById(kind, ids)) as unknown as Exported[],
    columns: () => requestColumns(kind),
    changeStatus: (ids, status) => changeStatuses(kind, ids, status),
    undoStatus: (id, before) => undoStatus(kind, id, before),
    delete: (ids) => deleteRequests(kind, ids),
    work: {
      markSpam: (ids) => markAllSpam(kind, ids),
      assign: async (ids, username) => {
        const account = username === undefined ? undefined : await findAdministrator(username);
        // Assigns to nobody only if nobody is named.
        if (username !== undefined && !account) return 0;
        return assignRequests(kind, ids, account?.id ?? null);
      },
      close: (ids, as) => closeRequests(kind, ids, as),
      undoSpam: async (id) => (await markSpam(kind, id, false)).outcome === "done",
      undoAssign: (id, assigneeId) => undoAssign(kind, id, assigneeId),
    },
    nameOf: (record) =>
      [formatReference(kind.prefix, record._id), nameOfCustomer(record)].filter(Boolean).join(", "),
    deleteNote: (_, count) => {
      const what = count === 1 ? "it" : "them";
      return `For ${TRASH_DAYS} days, you can find and restore ${what} under Show: Deleted.`;
    },
  };
}

/** What happens to deleted records: those that visitors see leave the site. */
function comesOff({ shown }: StoredCollection, records: readonly Exported[], count: number): string {
  const restored = `can be restored from the trash for ${TRASH_DAYS} days.`;
  const isPublic = records.map(({ status }) => shown?.list.includes(String(status)) === true);
  const isKnown = records.length === count;
  if (!shown || (isKnown && !isPublic.includes(true))) return `${count === 1 ? "It" : "They"} ${restored}`;
  if (isKnown && !isPublic.includes(false))
    return `${count === 1 ? "It comes" : "They come"} off the public site, and ${restored}`;
  return `Those on the public site come off it, and all ${restored}`;
}

/** The columns of the API's record, whatever the kind has in it. */
async function requestColumns({
  prefix,
  list: { statuses },
  fields,
}: RequestCollection): Promise<ExportColumn[]> {
  const staff = new Map((await listAdministrators()).map(({ id, username }) => [id, username]));
  const shown = (field: string, value: unknown): string => {
    if (value === undefined || value === null) return "";
    if (field === "status") return statuses[String(value)] ?? String(value);
    if (field === "assigneeId") return staff.get(String(value)) ?? String(value);
    if (field === "lostReason") return LOST_REASONS[value as LostReason] ?? String(value);
    if (field === "notes") return (value as RequestNote[]).map(noteText).join("\n");
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  const names = [
    ...leavesOf(fields).map(({ path }) => path.join(".")),
    "deletedAt",
    "duplicateOf",
    "foldedInto",
  ];
  return [
    { heading: "Reference", field: "_id", cell: ({ _id }) => formatReference(prefix, _id) },
    ...names.map((field) => ({
      heading: headingOf(field),
      field,
      cell: (record: Exported) => shown(field, valueAt(record, field)),
    })),
  ];
}

function nameOfCustomer({ customerInfo }: Exported): string {
  return String((customerInfo as { name?: unknown } | undefined)?.name ?? "");
}

function noteText({ author, timestamp, content }: RequestNote): string {
  return `${timestamp} ${author}: ${content}`;
}

/** `customerInfo.address.zipCode` as `Customer Address Zip Code`. */
function headingOf(field: string): string {
  const words = field
    .split(".")
    .map((name) => name.replace(/(Info|Details)$/, "").replace(/Id$/, ""))
    .flatMap((name) => name.replace(/([A-Z])/g, " $1").split(" "))
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1));
  return words
    .join(" ")
    .replace(/^_id$/i, "ID")
    .replace(/\bVin\b/, "VIN");
}

function valueAt(record: Exported, field: string): unknown {
  let value: unknown = record;
  for (const name of field.split(".")) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}
