import { type Db, db } from "~/db/connection.server";
import type { Inventory, Row } from "~/db/schema";
import { restoreRecord } from "~/history/bin.server";
import { type Actor, toChangedBy } from "~/requests/work.server";
import { BATCH, type ExportList } from "./lists.server";

/** What an Undo did. */
export interface UndoneBulk {
  undone: number;
  /** The names of the records that stay as they are: somebody has changed them since, or their stock number is taken. */
  left: string[];
}

/**
 * Takes back what one bulk action did to a list, as the history has it: each status is what it was, each deleted record is back.
 * @param at the time of the action, which all its changes share
 * @param by the account that did it, and now undoes it
 */
export async function undoBulk(list: ExportList, at: string, by: Actor): Promise<UndoneBulk> {
  const result: UndoneBulk = { undone: 0, left: [] };
  for (let after = 0; ; ) {
    const changes = await findChanges(list, { at, after, by });
    const last = changes.at(-1);
    if (!last) return result;
    after = last.id;
    const left = await db.transaction().execute((within) => undoChanges(list, changes, { at, by, within }));
    result.undone += changes.length - left.length;
    result.left.push(...left);
    // Pages are answered between two batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

type BulkChange = Pick<Row<"changes">, "id" | "recordId" | "recordName" | "action" | "before">;

function findChanges(
  { recordKind }: ExportList,
  { at, after, by }: { at: string; after: number; by: Actor },
): Promise<BulkChange[]> {
  return db
    .selectFrom("changes")
    .select(["id", "recordId", "recordName", "action", "before"])
    .where("at", "=", at)
    .where("recordKind", "=", recordKind)
    .where("accountId", "=", by.accountId ?? "")
    .where("source", "=", "page")
    .where("action", "in", ["changed", "deleted"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(BATCH)
    .execute();
}

interface UndoOptions {
  at: string;
  by: Actor;
  within: Db;
}

/** Returns the names of those that are left. */
async function undoChanges(
  list: ExportList,
  changes: readonly BulkChange[],
  options: UndoOptions,
): Promise<string[]> {
  const statuses = await findStatuses(list, changes, options.within);
  const changedSince = await findChangedSince(list, changes, options.within);
  const left: string[] = [];
  for (const change of changes) {
    const status = statusBefore(change);
    const stored = statuses.get(change.recordId);
    // An Undo that is posted twice finds its own changes.
    const isBack = stored !== undefined && (status ?? stored) === stored;
    if (isBack) continue;
    const isUndone = !changedSince.has(change.recordId) && (await undoChange(list, change, status, options));
    if (!isUndone) left.push(change.recordName);
  }
  return left;
}

async function undoChange(
  list: ExportList,
  { recordId: id, action }: BulkChange,
  status: string | undefined,
  { at, by, within }: UndoOptions,
): Promise<boolean> {
  if (action === "deleted") {
    const options = { now: by.now, by: toChangedBy(by), within };
    return (await restoreRecord({ kind: list.recordKind, id }, options)).outcome === "restored";
  }
  return status !== undefined && (await list.undoStatus(id, { status, at }, by, within)) > 0;
}

/** The statuses of those that are not deleted. */
async function findStatuses(
  { table }: ExportList,
  changes: readonly BulkChange[],
  within: Db,
): Promise<Map<string, string>> {
  const rows = await within
    .selectFrom(table as Inventory)
    .select(["id", "status"])
    .where("id", "in", idsOf(changes))
    .where("deletedAt", "is", null)
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

async function findChangedSince(
  { recordKind }: ExportList,
  changes: readonly BulkChange[],
  within: Db,
): Promise<Set<string>> {
  const last = await within
    .selectFrom("changes")
    .select(["recordId", ({ fn }) => fn.max("id").as("id")])
    .where("recordId", "in", idsOf(changes))
    .where("recordKind", "=", recordKind)
    .groupBy("recordId")
    .execute();
  const own = new Map(changes.map(({ recordId, id }) => [recordId, id]));
  return new Set(last.filter(({ recordId, id }) => id !== own.get(recordId)).map(({ recordId }) => recordId));
}

function idsOf(changes: readonly BulkChange[]): string[] {
  return changes.map(({ recordId }) => recordId);
}

/** Undefined for a delete. */
function statusBefore({ before }: BulkChange): string | undefined {
  return before === null ? undefined : (JSON.parse(before) as { status?: string }).status;
}
