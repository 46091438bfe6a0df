import { EventEmitter } from "node:events";
import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Difference } from "~/collections/form";
import { config } from "~/config.server";
import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { makeFolder } from "~/db/owner.server";
import type { ImportOutcome, ImportStatus, ImportStep, NewRow, Row } from "~/db/schema";
import { log } from "~/http/log.server";
import { DAY_MS } from "~/values/days";
import { newId } from "~/values/id.server";
import type { Meanings } from "./cells";
import { FileProblem, inspectFile, readRows } from "./file.server";
import { type ColumnMap, keptByDefault, matchHeadings } from "./headings";
import { findMeanings, listUnknownWords, rememberMeanings } from "./meanings.server";
import { type Fault, type ImportChoices, importForm, type UnknownWord } from "./plan.server";
import { convertWorkbook } from "./workbook.server";

/*
 * An import is stored as a row, so that it survives a restart: a file is uploaded, its columns are matched, the job checks it, someone
 * confirms it, and the job stores it (run.server.ts).
 */

/** How many days an import is kept, and can be undone. */
export const IMPORT_DAYS = 30;

/** How much of a file is in one row. */
const PART_BYTES = 64 * 1024;
const FILE_GONE = "The file isn't here anymore. Please upload it again.";

/** An import as its pages show it. */
export interface Import {
  id: string;
  kind: string;
  fileName: string;
  encoding: string;
  delimiter: string;
  headings: string[];
  samples: string[][];
  rows: number;
  columns: ColumnMap;
  choices: ImportChoices;
  status: ImportStatus;
  problem: string | null;
  /** The step that failed three times; null if the file itself is at fault. */
  failedStep: ImportStep | null;
  createdAt: string;
  createdBy: string;
  /** The account that confirmed it or undid it last; null for the command line. */
  accountId: string | null;
  username: string | null;
}

/** One row of an import with what becomes of it. */
export interface ImportRow {
  row: number;
  stockNumber: string;
  cells: string[];
  outcome: ImportOutcome;
  faults: Fault[];
  changes: Difference[];
  vehicleId: string | null;
  undo: "restored" | "left" | null;
}

/** How many rows of an import have which outcome. */
type ImportCounts = Record<ImportOutcome, number> & {
  /** Rows that the import has stored, restored, or skipped because someone changed them. */
  stored: number;
  restored: number;
  left: number;
};

/** Where a file is while it is being uploaded; readable by the site's user alone. */
export function importFolder(): string {
  const folder = path.join(config.DATA_DIR, "imports");
  makeFolder(folder, { like: config.DATA_DIR });
  return folder;
}

interface UploadedFile {
  kind: string;
  /** A file in the import folder, which is deleted. */
  path: string;
  fileName: string;
  by: string;
}

/**
 * Starts an import with an uploaded file, and matches its columns by their headings. The file goes to the
 * database (docs/decisions/processes.md).
 */
export async function createImport(
  { kind, path: uploaded, fileName, by }: UploadedFile,
  now: Date,
): Promise<{ ok: true; id: string } | { ok: false; message: string }> {
  try {
    const sheet = await convertWorkbook(uploaded);
    const { headings, samples, rows, encoding, delimiter } = await inspectFile(uploaded);
    const id = newId(now);
    const form = importForm(kind);
    const columns = matchHeadings(form, headings, samples, await findMeanings(kind));
    const choices: Partial<ImportChoices> = {
      keptColumns: keptByDefault(form, headings, columns),
      ...(sheet === undefined ? {} : { sheet }),
    };
    const row: NewRow<"imports"> = {
      id,
      kind,
      fileName,
      encoding,
      delimiter,
      headings: JSON.stringify(headings),
      samples: JSON.stringify(samples),
      rows,
      columns: JSON.stringify(columns),
      choices: JSON.stringify(choices),
      status: "columns",
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      createdBy: by,
    };
    await transaction(async () => {
      await db.insertInto("imports").values(row).execute();
      await storeFile(id, uploaded);
    });
    return { ok: true, id };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, message: error.message };
    throw error;
  } finally {
    await rm(uploaded, { force: true });
  }
}

async function storeFile(importId: string, file: string): Promise<void> {
  let part = 0;
  for await (const bytes of createReadStream(file, { highWaterMark: PART_BYTES }) as AsyncIterable<Buffer>) {
    const content = bytes.toString("base64");
    await db.insertInto("importFiles").values({ importId, part, content }).execute();
    part += 1;
  }
}

/**
 * An import's file, as it was uploaded.
 * @throws FileProblem if it is no longer stored
 */
export async function* readImportFile({ id }: Pick<Import, "id">): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const row = await db
      .selectFrom("importFiles")
      .select("content")
      .where("importId", "=", id)
      .where("part", "=", part)
      .executeTakeFirst();
    if (row) yield Buffer.from(row.content, "base64");
    else if (part > 0) return;
    else throw new FileProblem(FILE_GONE);
  }
}

/** The import with this id. */
export async function findImport(id: string): Promise<Import | undefined> {
  const row = await db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toImport(row);
}

/** The imports of the last 30 days, newest first. */
export async function listImports(): Promise<Import[]> {
  const rows = await db.selectFrom("imports").selectAll().orderBy("id", "desc").limit(50).execute();
  return rows.map(toImport);
}

/** Matches the columns and has the file checked, or first asks what its words mean; false if the import has moved on in the meantime. */
export async function matchColumns(
  id: string,
  columns: ColumnMap,
  now: Date,
  choices?: ImportChoices,
): Promise<boolean> {
  const change = {
    status: choices && choices.words.length > 0 ? ("values" as const) : ("checking" as const),
    columns: JSON.stringify(columns),
    ...(choices ? { choices: JSON.stringify(choices) } : {}),
  };
  return advance(id, ["columns", "checked"], change, now);
}

/** The unknown words in the file's columns of choices; none where the file is gone, which its check will say. */
export async function findUnknownWords(work: Import, columns: ColumnMap): Promise<UnknownWord[]> {
  try {
    return await listUnknownWords(work.kind, columns, readRows(readImportFile(work), work));
  } catch (error) {
    if (error instanceof FileProblem) return [];
    throw error;
  }
}

/** Says what a file's words mean, has it checked, and remembers them for the next file. */
export async function answerMeanings(
  { id, kind, choices }: Import,
  meanings: Meanings,
  now: Date,
): Promise<boolean> {
  const change = { status: "checking", choices: JSON.stringify({ ...choices, meanings }) } as const;
  const isDone = await advance(id, ["values"], change, now);
  if (isDone) await rememberMeanings(kind, meanings);
  return isDone;
}

/** Goes back to the columns of an import that is checked or waits for the meaning of its words. */
export async function reopenColumns(id: string, now: Date): Promise<boolean> {
  return advance(id, ["checked", "values"], { status: "columns" }, now);
}

/** Has a checked import stored. */
export async function confirmImport(id: string): Promise<boolean> {
  return advance(id, ["checked"], { status: "importing", ...account() }, now());
}

/** Has an import undone, with whatever it has stored. */
export async function undoImport(id: string): Promise<boolean> {
  return advance(id, ["imported", "failed"], { status: "undoing", ...NOT_FAILED, ...account() }, now());
}

/** Has the job retry the step that failed, as the person who asks for it. */
export async function retryImport(id: string): Promise<boolean> {
  const step = (await findImport(id))?.failedStep;
  const again = { status: step as ImportStep, ...NOT_FAILED, ...account() };
  return Boolean(step) && advance(id, ["failed"], again, now());
}

const NOT_FAILED = { problem: null, failedStep: null };

/** Who the history of the vehicles names. */
function account() {
  const { accountId = null, username = null } = actor();
  return { accountId, username };
}

/** Deletes an import that waits for someone or has failed, with its file; what it stored stays. */
export async function discardImport(id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("imports")
    .where("id", "=", id)
    .where("status", "in", ["columns", "values", "checked", "failed"])
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends a step of an import. */
export async function finishStep(
  { id, status: from }: Pick<Import, "id" | "status">,
  change: { status: ImportStatus; problem?: string },
  now: Date,
): Promise<void> {
  await advance(id, [from], change, now);
}

/** Deletes the file of an import that needs it no more. */
export async function deleteImportFile({ id }: Pick<Import, "id">): Promise<void> {
  await db.deleteFrom("importFiles").where("importId", "=", id).execute();
}

/** Counts an import's rows by outcome. */
export async function countOutcomes(id: string): Promise<ImportCounts> {
  const rows = await db
    .selectFrom("importRows")
    .select(["outcome", "isStored", "undo", (eb) => eb.fn.countAll<number>().as("count")])
    .where("importId", "=", id)
    .groupBy(["outcome", "isStored", "undo"])
    .execute();
  const counts: ImportCounts = {
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    stored: 0,
    restored: 0,
    left: 0,
  };
  for (const { outcome, isStored, undo, count } of rows) {
    counts[outcome] += count;
    if (isStored) counts.stored += count;
    if (undo) counts[undo] += count;
  }
  return counts;
}

interface RowRange {
  outcome?: ImportOutcome;
  undo?: "left";
  /** Only rows after this one. */
  after?: number;
  limit: number;
}

/** A range of an import's rows, in the file's order. */
export async function listRows(
  id: string,
  { outcome, undo, after = 0, limit }: RowRange,
): Promise<ImportRow[]> {
  let rows = db
    .selectFrom("importRows")
    .selectAll()
    .where("importId", "=", id)
    .where("row", ">", after)
    .orderBy("row")
    .limit(limit);
  if (outcome) rows = rows.where("outcome", "=", outcome);
  if (undo) rows = rows.where("undo", "=", undo);
  return (await rows.execute()).map(toImportRow);
}

/** How often the same thing is wrong with the same column. */
interface FaultCount {
  column: string;
  message: string;
  rows: number;
}

/** What is wrong with the rejected rows, the most frequent first. */
export async function countFaults(id: string): Promise<FaultCount[]> {
  const rows = await db
    .selectFrom("importRows")
    .select("faults")
    .where("importId", "=", id)
    .where("outcome", "=", "refused")
    .execute();
  const counts = new Map<string, FaultCount>();
  for (const { faults } of rows) {
    for (const { column, message } of JSON.parse(faults ?? "[]") as Fault[]) {
      const key = JSON.stringify([column, message]);
      const count = counts.get(key) ?? { column, message, rows: 0 };
      counts.set(key, { ...count, rows: count.rows + 1 });
    }
  }
  return [...counts.values()].sort((one, other) => other.rows - one.rows);
}

/** Deletes imports that are older than 30 days, and files whose upload broke off. */
export async function deleteOldImports(now: Date): Promise<void> {
  const expiry = new Date(now.getTime() - IMPORT_DAYS * DAY_MS).toISOString();
  await db.deleteFrom("imports").where("createdAt", "<", expiry).where("status", "not in", WORK).execute();
  for (const name of await readdir(importFolder())) {
    const file = path.join(importFolder(), name);
    // It may be gone by now.
    const stats = await stat(file).catch(() => undefined);
    // A younger one may be on its way.
    if (stats && now.getTime() - stats.mtimeMs > DAY_MS) await deleteFile(file);
  }
}

/** The statuses in which the job has something to do. */
export const WORK: readonly ImportStatus[] = ["checking", "importing", "undoing"] satisfies ImportStep[];

/** How often a step is started without getting any further. */
const MAX_ATTEMPTS = 3;

/**
 * Counts an attempt at a step, before it: one that ends with the process counts, too.
 * @returns false if there were three already
 */
export async function beginAttempt({ id }: Pick<Import, "id">): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("attempts", "<", MAX_ATTEMPTS)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Resets the count of attempts: the import has got further. */
export async function forgetAttempts({ id }: Pick<Import, "id">): Promise<void> {
  await db.updateTable("imports").set({ attempts: 0 }).where("id", "=", id).execute();
}

/** Ends an import whose step has failed three times; false if there is an attempt left. */
export function failAfterAttempts(work: Step, problem: string, now: Date): Promise<boolean> {
  return stopStep(work, problem, now, MAX_ATTEMPTS);
}

type Step = Pick<Import, "id" | "status">;

/** Ends a step that can't continue, after so many attempts; false if there is one left. */
export async function stopStep({ id, status }: Step, problem: string, now: Date, attempts = 0) {
  const stopped = { status: "failed", failedStep: status as ImportStep, problem, attempts: 0 } as const;
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({ ...stopped, updatedAt: now.toISOString() })
    .where("id", "=", id)
    .where("status", "=", status)
    .where("attempts", ">=", attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The import that the job continues with: the one that has waited longest, except `others`. */
export async function findNextWork(others: readonly string[] = []): Promise<Import | undefined> {
  const row = await db
    .selectFrom("imports")
    .selectAll()
    .where("status", "in", WORK)
    .$if(others.length > 0, (query) => query.where("id", "not in", others))
    .orderBy("updatedAt")
    .limit(1)
    .executeTakeFirst();
  return row && toImport(row);
}

const waiting = new EventEmitter();

/** Calls `run` when an import waits for the job; returns a function that ends it. */
export function onImportWaiting(run: () => void): () => void {
  waiting.on("import", run);
  return () => waiting.off("import", run);
}

async function advance(
  id: string,
  from: readonly ImportStatus[],
  change: Partial<
    Pick<Row<"imports">, "columns" | "choices" | "problem" | "failedStep" | "accountId" | "username">
  > & {
    status: ImportStatus;
  },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({ ...change, attempts: 0, updatedAt: now.toISOString() })
    .where("id", "=", id)
    .where("status", "in", from)
    .executeTakeFirst();
  if (WORK.includes(change.status)) waiting.emit("import");
  return numUpdatedRows > 0n;
}

async function deleteFile(file: string): Promise<void> {
  await rm(file, { force: true }).catch((error: Error) =>
    log.warn({ error }, "an uploaded file can't be deleted"),
  );
}

const NO_CHOICES: ImportChoices = { changesVins: false, keptColumns: [], words: [], meanings: {} };

function toImport({
  updatedAt: _updatedAt,
  file: _file,
  attempts: _attempts,
  ...row
}: Row<"imports">): Import {
  return {
    ...row,
    headings: JSON.parse(row.headings),
    samples: JSON.parse(row.samples),
    columns: JSON.parse(row.columns),
    choices: { ...NO_CHOICES, ...JSON.parse(row.choices) },
  };
}

function toImportRow(row: Row<"importRows">): ImportRow {
  const { cells, faults, changes, stockNumber, outcome, vehicleId, undo } = row;
  return {
    row: row.row,
    stockNumber: stockNumber ?? "",
    cells: JSON.parse(cells),
    outcome,
    faults: JSON.parse(faults ?? "[]"),
    changes: JSON.parse(changes ?? "[]"),
    vehicleId,
    undo,
  };
}
