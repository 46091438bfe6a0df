import { business } from "~/business/business.server";
import { type Collection, uniqueField } from "~/collections/collection";
import { findHolderOf } from "~/collections/records.server";
import type { ImportStatus } from "~/db/schema";
import { entryName } from "~/parts/catalog";
import { findNamedEntry } from "~/parts/catalog-names";
import { findSource } from "~/parts/donor.server";
import { PART_RECORDS } from "~/parts/part.server";
import { readCsvText } from "~/values/csv";
import { DAY_MS } from "~/values/days";
import { formatDateTime, formatDayInTimeZone } from "~/values/format";
import { MAX_LINE_LENGTH } from "~/values/normalize";
import { importFields, PICTURES, SIDE, unfitColumns, unmatchedColumns } from "./headings";
import {
  countFaults,
  countOutcomes,
  IMPORT_DAYS,
  type Import,
  type ImportRow,
  listRows,
  WORK,
} from "./import.server";
import { choiceFields } from "./meanings.server";
import { importForm, keyOf, OUTCOMES, storeOf } from "./plan.server";
import { countPictures, OUTCOME_LABELS } from "./report.server";

/** Rows of each outcome, and kinds of faults, that a page shows; the report has all. */
const SHOWN_ROWS = 10;
const SHOWN_FAULTS = 12;
const SHOWN_SKIPPED = 200;
/** The most columns that a page offers to keep in the notes: a form has a limit of fields. */
const MAX_KEPT_COLUMNS = 60;

const STATUS_LABELS: Record<ImportStatus, string> = {
  columns: "Columns to be matched",
  values: "Values to be matched",
  checking: "Being checked",
  checked: "Ready to import",
  importing: "Being imported",
  imported: "Imported",
  undoing: "Being undone",
  undone: "Undone",
  failed: "Failed",
};

const ENCODINGS: Record<string, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
};
const DELIMITERS: Record<string, string> = { ",": "commas", ";": "semicolons", "\t": "tabs" };

/** An import in a list. */
export function toImportSummary({ id, kind, fileName, rows, status, createdAt, createdBy }: Import) {
  return {
    id,
    fileName,
    rows,
    kind,
    kindLabel: storeOf(kind).titles.many,
    status,
    statusLabel: STATUS_LABELS[status],
    startedAt: formatDateTime(createdAt, business.timeZone),
    createdBy,
  };
}

export type ImportView = Awaited<ReturnType<typeof toImportView>>;

/** An import's page. */
export async function toImportView(work: Import) {
  const counts = await countOutcomes(work.id);
  const isWorking = WORK.includes(work.status);
  const collection = storeOf(work.kind);
  const until = new Date(Date.parse(work.createdAt) + IMPORT_DAYS * DAY_MS);
  return {
    ...toImportSummary(work),
    problem: work.problem,
    failedStep: work.failedStep,
    format: work.choices.sheet
      ? `Excel workbook, sheet "${work.choices.sheet}"`
      : `${ENCODINGS[work.encoding]}, separated by ${DELIMITERS[work.delimiter]}`,
    listPath: collection.list.path,
    nouns: collection.list.nouns,
    ...importNotes(collection),
    keptUntil: formatDayInTimeZone(until, business.timeZone),
    isWorking,
    done: progressOf(work.status, counts),
    counts,
    columns: work.status === "columns" ? toColumnsView(work) : undefined,
    words: work.status === "values" ? toWords(work) : undefined,
    review: isWorking || ["columns", "values"].includes(work.status) ? undefined : await toReview(work),
  };
}

/** What the page says about the collection's rows, unless its definition says more. */
function importNotes({ importNotes, fields, list }: Collection) {
  const key = uniqueField({ fields })?.field.label.toLowerCase();
  const matched = key ? `A ${list.nouns[0]} whose ${key} we have is changed; the others are added.` : "";
  return {
    matchNote: importNotes?.matched ?? matched,
    fieldsNote:
      importNotes?.fields ?? "A field without a column keeps its value. An empty cell clears its field.",
    key: keyOf({ fields }),
    hasVins: "vin" in fields,
  };
}

type Counts = Awaited<ReturnType<typeof countOutcomes>>;

/** How many rows the job has done in its present step. */
function progressOf(status: ImportStatus, counts: Counts): number {
  const { added, changed, unchanged, refused, stored, restored, left } = counts;
  if (status === "importing") return unchanged + refused + stored;
  if (status === "undoing") return unchanged + refused + restored + left;
  return added + changed + unchanged + refused;
}

/** The fields with the columns that they may have, and what happens to the other columns. */
function toColumnsView({ kind, headings, samples, columns, choices }: Import) {
  const form = importForm(kind);
  const unfit = unfitColumns(form, headings, columns);
  const unmatched = unmatchedColumns(form, headings, columns);
  return {
    headings: headings.map((heading, column) => ({
      name: heading || `Column ${column + 1}`,
      samples: samples[column] ?? [],
    })),
    fields: importFields(form).map(({ name, label, hint }) => ({
      name,
      label,
      hint,
      column: columns[name],
      // Named by its heading, with its own values.
      unfit: unfit[name],
    })),
    unmatched: unmatched.slice(0, MAX_KEPT_COLUMNS),
    further: unmatched.slice(MAX_KEPT_COLUMNS).map((column) => headings[column] ?? ""),
    kept: choices.keptColumns,
    changesVins: choices.changesVins,
  };
}

/** The file's words that are not our choices, with the choices that they may mean. */
function toWords({ kind, headings, columns, choices: { words } }: Import) {
  const fields = new Map(choiceFields(importForm(kind)).map((field) => [field.name, field]));
  return words.map(({ field, text, rows, meaning }) => ({
    heading: headings[columns[field] ?? -1] || fields.get(field)?.label || field,
    label: fields.get(field)?.label ?? field,
    text,
    rows,
    meaning: meaning ?? "",
    options: fields.get(field)?.options ?? [],
  }));
}

async function toReview(work: Import) {
  const [faults, pictures, skipped, ...shown] = await Promise.all([
    countFaults(work.id),
    work.columns[PICTURES] === undefined ? 0 : countPictures(work),
    listRows(work.id, { undo: "left", limit: SHOWN_SKIPPED }),
    ...OUTCOMES.map((outcome) => listRows(work.id, { outcome, limit: SHOWN_ROWS })),
  ]);
  const views = await Promise.all(shown.map((rows) => Promise.all(rows.map((row) => toRowView(work, row)))));
  return {
    faults: faults.slice(0, SHOWN_FAULTS),
    pictures,
    skipped: await Promise.all(
      skipped.map(async (row) => ({ row: row.row, name: row.stockNumber || (await nameRow(work, row)) })),
    ),
    outcomes: OUTCOMES.map((outcome, index) => ({
      outcome,
      label: OUTCOME_LABELS[outcome],
      rows: views[index] ?? [],
    })),
  };
}

async function toRowView(work: Import, row: ImportRow) {
  const { stockNumber, faults, changes } = row;
  return { row: row.row, stockNumber, name: await nameRow(work, row), faults, changes };
}

/** What a row is about, as its cells say; a part and its car also as they are on record, where the file leaves them out. */
async function nameRow({ kind, columns }: Import, { cells, stockNumber }: ImportRow): Promise<string> {
  const cell = (name: string) =>
    readCsvText(cells[columns[name] ?? -1] ?? "")
      .trim()
      .slice(0, MAX_LINE_LENGTH) || undefined;
  const {
    fields,
    columns: [first = ""],
  } = storeOf(kind);
  const typed = ("make" in fields ? ["year", "make", "model"] : [keyOf({ fields }) || first]).map(cell);
  if (kind !== "part") return typed.filter(Boolean).join(" ");
  const stored = stockNumber ? await findHolderOf(PART_RECORDS, stockNumber) : undefined;
  const donor = cell("donor");
  const car = donor ? await findSource({ donor }, stored) : stored;
  const part = cell("entryId");
  const entryId = part === undefined ? stored?.entryId : findNamedEntry(part, cell(SIDE));
  return [
    ...(car ? [car.year, car.make, car.model] : typed),
    entryId === undefined ? part : entryName(entryId),
  ]
    .filter(Boolean)
    .join(" ");
}
