import { setTimeout as sleep } from "node:timers/promises";
import { mayStill } from "~/accounts/administrator.server";
import { uniqueKey } from "~/collections/collection";
import { createRecord, updateRecord } from "~/collections/records.server";
import { indexRecord } from "~/collections/search-index.server";
import {
  findStoredRow,
  type StoredRow,
  searchTextOf,
  tableOf,
  toHistoryRecord,
  toHistoryValues,
  toRecord,
} from "~/collections/store.server";
import { undoCreation } from "~/collections/trash.server";
import { type Actor, actAs, now } from "~/context.server";
import { db, engine, transaction } from "~/db/connection.server";
import type { ImportOutcome, NewRow, Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { log } from "~/http/log.server";
import { formatCount } from "~/values/format";
import { FileProblem, readRows } from "./file.server";
import {
  beginAttempt,
  deleteImportFile,
  failAfterAttempts,
  findNextWork,
  finishStep,
  forgetAttempts,
  type Import,
  readImportFile,
  stopStep,
} from "./import.server";
import {
  keyOf,
  type PlanSource,
  planRow,
  planSource,
  type RowPlan,
  refuseChange,
  refuseRepeated,
  rememberPlace,
  storeOf,
} from "./plan.server";

/*
 * What the job does with an import, in small transactions: each marks its rows as done, so that a restart continues after the last one, and
 * two processes never do the same row twice.
 */

/** Rows of one transaction: a page waits for that long. */
const ROWS_PER_BATCH = 20;

/** Works on every import that waits, one after the other, unless another process already does (docs/decisions/processes.md). */
export async function runImports(): Promise<void> {
  if (!(await findNextWork())) return;
  const lock = await engine.takeLock("import");
  if (!lock) return;
  try {
    // One that fails waits for the next run, and the others continue.
    const failed: string[] = [];
    for (let work = await findNextWork(); work; work = await findNextWork(failed)) {
      if (!(await tryStep(work))) failed.push(work.id);
    }
  } finally {
    await lock.release();
  }
}

/** False if the step is to be tried again. */
async function tryStep(work: Import): Promise<boolean> {
  if (!(await beginAttempt(work))) return failAfterAttempts(work, INTERRUPTED, new Date());
  try {
    if (work.status === "checking") await checkImport(work, { pause: true });
    if (work.status === "importing") await storeImport(work, { pause: true });
    if (work.status === "undoing") await undoRows(work, { pause: true });
    return true;
  } catch (error) {
    if (error instanceof NoLongerAllowed) return stopStep(work, error.message, new Date());
    log.error({ error, import: work.id, step: work.status }, "import failed");
    return failAfterAttempts(work, describeFailure(error), new Date());
  }
}

/** The person who asked for an import was turned off, or has another role now. */
class NoLongerAllowed extends Error {
  override name = "NoLongerAllowed";
  override message = "The person who started it may no longer import. Someone else can continue it.";
}

/** @throws NoLongerAllowed before the rows of a batch, in its transaction; a command has no account */
async function requireAllowed({ id, accountId }: Import): Promise<void> {
  const asked = { path: `/admin/import/${id}`, method: "POST" };
  if (accountId !== null && !(await mayStill(accountId, asked))) throw new NoLongerAllowed();
}

const INTERRUPTED = "The site stopped three times while it worked on this import.";

/** An error with the row that it happened at. */
class RowError extends Error {
  override name = "RowError";
  constructor(
    readonly row: number,
    cause: unknown,
  ) {
    super(`Row ${row} of an import failed`, { cause });
  }
}

/** Does one row, as the person who asked for it. */
async function atRow<Result>(row: number, work: Import, run: () => Promise<Result>): Promise<Result> {
  try {
    return await actAs(actorOf(work), new Date(), run);
  } catch (error) {
    throw new RowError(row, error);
  }
}

/** What happened, as the import's page says it. */
function describeFailure(error: unknown): string {
  const cause = error instanceof RowError ? error.cause : error;
  const place = error instanceof RowError ? `, at row ${formatCount(error.row)}` : "";
  return `${describeCause(cause)}${place}. The site tried three times; its log says more.`;
}

function describeCause(cause: unknown): string {
  if (engine.isBusy(cause)) return "The database was busy for too long";
  if (!engine.isReachable()) return "The database couldn't be reached";
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return DISK_FULL.includes(String(code)) ? "The disk is full" : "Something went wrong on our end";
}

/** As SQLite, PostgreSQL and the system say it. */
const DISK_FULL = ["SQLITE_FULL", "53100", "ENOSPC"];

interface RunOptions {
  /** Leaves half of the time to the site's visitors. */
  pause?: boolean;
}

/** Plans every row of the file. Nothing is changed but the import itself. */
export async function checkImport(work: Import, options: RunOptions = {}): Promise<void> {
  try {
    await planRows(work, options);
    await finishStep(work, { status: "checked" }, new Date());
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    await finishStep(work, { status: "failed", problem: error.message }, new Date());
  }
}

async function planRows(work: Import, { pause = false }: RunOptions): Promise<void> {
  const source = planSource(work);
  // A check that was interrupted starts again.
  await db.deleteFrom("importRows").where("importId", "=", work.id).execute();
  let batch: NewRow<"importRows">[] = [];
  const store = async () => {
    if (batch.length > 0)
      await db
        .insertInto("importRows")
        .values(batch)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    batch = [];
  };
  const wait = throttle(pause);
  for await (const row of readRows(readImportFile(work), work)) {
    const plan = await atRow(row.row, work, () => planRow(source, row));
    batch.push(toNewRow(work, refuseRepeated(source, plan)));
    if (batch.length < ROWS_PER_BATCH) continue;
    await store();
    await wait();
  }
  await store();
}

/** Stores the rows that the check expects to add or change. */
export async function storeImport(work: Import, { pause = false }: RunOptions = {}): Promise<void> {
  const wait = throttle(pause);
  const source = planSource(work);
  await rememberPlaces(work, source);
  await reserveNumbers(work, source);
  for (const outcome of ["added", "changed"] as const) {
    while ((await storeBatch(work, source, outcome)) > 0) await wait();
  }
  await finishStep(work, { status: "imported" }, new Date());
  await deleteImportFile(work);
}

/** Rows that are read at once. */
const ROWS_PER_READ = 1000;

/** Of rows that say the same, which one each is: as the check has counted them. */
async function rememberPlaces(work: Import, source: PlanSource): Promise<void> {
  if (!source.store.sameKey) return;
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom("importRows")
      .select(["row", "cells"])
      .where("importId", "=", work.id)
      .where("outcome", "!=", "refused")
      .where("row", ">", last)
      .orderBy("row")
      .limit(ROWS_PER_READ)
      .execute();
    for (const { row, cells } of rows)
      await atRow(row, work, async () => rememberPlace(source, { row, cells: JSON.parse(cells) }));
    last = rows.at(-1)?.row ?? 0;
    if (rows.length < ROWS_PER_READ) return;
  }
}

/** Keeps the file's own stock numbers, those of rejected rows too, from parts that have none yet. */
async function reserveNumbers({ id }: Import, { reserved }: PlanSource): Promise<void> {
  const rows = await db
    .selectFrom("importRows")
    .select("stockNumber")
    .where("importId", "=", id)
    .where("stockNumber", "is not", null)
    .execute();
  for (const { stockNumber } of rows) reserved.add(uniqueKey(stockNumber ?? ""));
}

function storeBatch(work: Import, source: PlanSource, outcome: ImportOutcome): Promise<number> {
  return transaction(async () => {
    await requireAllowed(work);
    const rows = await db
      .selectFrom("importRows")
      .select(["row", "cells"])
      .where("importId", "=", work.id)
      .where("outcome", "=", outcome)
      .where("isStored", "=", 0)
      .orderBy("row")
      .limit(ROWS_PER_BATCH)
      .execute();
    for (const { row, cells } of rows) {
      await atRow(row, work, async () => {
        // Planned again: someone may have changed the vehicle since the check.
        const planned = await planRow(source, { row, cells: JSON.parse(cells) });
        const plan = outcome === "added" ? refuseChange(source, planned) : planned;
        await db
          .updateTable("importRows")
          .set({ ...toPlannedColumns(plan), ...(await storeRow(source, plan)) })
          .where("importId", "=", work.id)
          .where("row", "=", row)
          .execute();
      });
    }
    if (rows.length > 0) await forgetAttempts(work);
    return rows.length;
  });
}

type StoredColumns = Partial<
  Pick<Row<"importRows">, "isStored" | "vehicleId" | "before" | "version" | "stockNumber">
>;

async function storeRow({ store, reserved }: PlanSource, plan: RowPlan): Promise<StoredColumns> {
  if (plan.outcome === "added") {
    const created = await createRecord(store, plan.fields, { reserved });
    if (created.outcome !== "saved")
      throw new Error(`Row ${plan.row} could not be added: ${created.outcome}`);
    const { _id: vehicleId } = created.item;
    // A part without a stock number has got one.
    const stockNumber = (created.item as object as Record<string, string>)[keyOf(store)] ?? null;
    return { isStored: 1, vehicleId, stockNumber, version: now().toISOString() };
  }
  if (plan.outcome === "changed") {
    const { id } = plan.stored;
    const updated = await updateRecord(store, id, plan.fields);
    if (updated.outcome !== "saved")
      throw new Error(`Row ${plan.row} could not be saved: ${updated.outcome}`);
    const version = (await findStoredRow(store, id))?.updatedAt ?? "";
    return { isStored: 1, vehicleId: id, before: JSON.stringify(plan.stored), version };
  }
  return {};
}

/**
 * Restores every record that the import changed and permanently removes those that it added. A record that someone has changed, used or
 * deleted since is skipped.
 */
async function undoRows(work: Import, { pause = false }: RunOptions = {}): Promise<void> {
  const wait = throttle(pause);
  for (const outcome of ["added", "changed"] as const) {
    while ((await undoBatch(work, outcome)) > 0) await wait();
  }
  await finishStep(work, { status: "undone" }, new Date());
}

function undoBatch(work: Import, outcome: ImportOutcome): Promise<number> {
  return transaction(async () => {
    await requireAllowed(work);
    const rows = await db
      .selectFrom("importRows")
      .select(["row", "vehicleId", "before", "version"])
      .where("importId", "=", work.id)
      .where("outcome", "=", outcome)
      .where("isStored", "=", 1)
      .where("undo", "is", null)
      .orderBy("row")
      .limit(ROWS_PER_BATCH)
      .execute();
    for (const row of rows) {
      const undo = await atRow(row.row, work, () => undoRow(work, row));
      await db
        .updateTable("importRows")
        .set({ undo })
        .where("importId", "=", work.id)
        .where("row", "=", row.row)
        .execute();
    }
    if (rows.length > 0) await forgetAttempts(work);
    return rows.length;
  });
}

async function undoRow(
  work: Import,
  { vehicleId, before, version }: Pick<Row<"importRows">, "vehicleId" | "before" | "version">,
): Promise<"restored" | "left"> {
  const store = storeOf(work.kind);
  const current = await findStoredRow(store, vehicleId ?? "");
  if (!current || current.updatedAt !== version) return "left";
  if (before === null) {
    return (await undoCreation(store, current)) ? "restored" : "left";
  }
  const row = { ...current, ...(JSON.parse(before) as StoredRow) };
  // A column that a newer version has dropped since.
  const columns = Object.entries(row).filter(([name]) => name in current);
  const searchText = searchTextOf(store, toRecord(store, row) as object as Record<string, unknown>);
  const stored: StoredRow = await db
    .updateTable(tableOf(store))
    .set({ ...Object.fromEntries(columns), searchText })
    .where("id", "=", current.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await store.afterWrite?.(stored);
  await store.afterUpdate?.(stored, { before: current });
  await indexRecord(store, stored);
  const [undone, restored] = [toHistoryValues(store, current), toHistoryValues(store, row)];
  await recordChange({
    record: toHistoryRecord(store, row),
    action: "changed",
    before: undone,
    after: restored,
  });
  return "restored";
}

/** Who the history names: the person who confirmed the import, or undid it. */
function actorOf({ accountId, username }: Import): Actor {
  return { accountId: accountId ?? undefined, username: username ?? undefined, source: "import" };
}

function toNewRow({ id }: Import, plan: RowPlan): NewRow<"importRows"> {
  return { importId: id, row: plan.row, cells: JSON.stringify(plan.cells), ...toPlannedColumns(plan) };
}

function toPlannedColumns(plan: RowPlan) {
  return {
    stockNumber: plan.stockNumber || null,
    outcome: plan.outcome,
    faults: plan.outcome === "refused" ? JSON.stringify(plan.faults) : null,
    changes: plan.outcome === "changed" ? JSON.stringify(plan.changes) : null,
  };
}

/** Lets requests be answered between two batches. */
function throttle(pause: boolean): () => Promise<void> {
  let started = performance.now();
  return async () => {
    const elapsed = performance.now() - started;
    await sleep(pause ? elapsed : 0);
    started = performance.now();
  };
}
