import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { restoreRecord } from "~/history/trash.server";
import type { ExportList } from "./lists.server";

/** The bulk change that is undone. */
type Undone = Pick<Row<"bulkChanges">, "at" | "accountId">;

/** What an Undo did with a batch of records. */
interface UndoneBatch {
  undone: number;
  /** The names of the records that stay as they are: someone has changed them since, or their stock number is taken. */
  skipped: string[];
}

/** Reverses what a bulk change did to a batch of records, according to the history. */
export async function undoBatch(list: ExportList, ids: readonly string[], of: Undone): Promise<UndoneBatch> {
  const changes = await findChanges(list, ids, of);
  const changedSince = await findChangedSince(list, changes);
  const skipped: string[] = [];
  for (const change of changes) {
    const isUndone = !changedSince.has(change.recordId) && (await undoChange(list, change, of));
    if (!isUndone) skipped.push(change.recordName);
  }
  return { undone: changes.length - skipped.length, skipped };
}

type RecordedChange = Pick<Row<"changes">, "id" | "recordId" | "recordName" | "action" | "before" | "after">;

function findChanges(
  { recordKind }: ExportList,
  ids: readonly string[],
  of: Undone,
): Promise<RecordedChange[]> {
  return db
    .selectFrom("changes")
    .select(["id", "recordId", "recordName", "action", "before", "after"])
    .where("recordId", "in", ids)
    .where("recordKind", "=", recordKind)
    .where("at", "=", of.at)
    .where("accountId", "=", of.accountId)
    .where("source", "=", "page")
    .where("action", "in", ["changed", "deleted"])
    .orderBy("id")
    .execute();
}

async function undoChange(
  list: ExportList,
  { recordId: id, action, before, after }: RecordedChange,
  { at }: Undone,
): Promise<boolean> {
  if (action === "deleted") {
    return (await restoreRecord({ kind: list.recordKind, id })).outcome === "restored";
  }
  const [was, is] = [before, after].map((fields) => JSON.parse(fields ?? "{}") as BulkFields);
  if (was?.status !== undefined || is?.lostReason !== undefined)
    return (await list.undoStatus(id, { status: was?.status, lostReason: was?.lostReason, at })) > 0;
  if (is?.spamAt !== undefined) return (await list.work?.undoSpam(id)) ?? false;
  if (was?.assigneeId !== undefined || is?.assigneeId !== undefined)
    return ((await list.work?.undoAssign(id, was?.assigneeId ?? null)) ?? 0) > 0;
  if (was?.price !== undefined) return ((await list.setPrice?.(id, was.price)) ?? 0) > 0;
  // Without a location before, the history has none.
  if (was?.location !== undefined || is?.location !== undefined)
    return ((await list.move?.([id], was?.location)) ?? 0) > 0;
  return false;
}

/** What a bulk change may have changed, as the history has it. */
interface BulkFields {
  status?: string;
  lostReason?: string;
  spamAt?: string;
  assigneeId?: string;
  price?: number;
  location?: string;
}

async function findChangedSince(
  { recordKind }: ExportList,
  changes: readonly RecordedChange[],
): Promise<Set<string>> {
  if (changes.length === 0) return new Set();
  const own = new Map(changes.map(({ recordId, id }) => [recordId, id]));
  const last = await db
    .selectFrom("changes")
    .select(["recordId", ({ fn }) => fn.max("id").as("id")])
    .where("recordId", "in", [...own.keys()])
    .where("recordKind", "=", recordKind)
    .groupBy("recordId")
    .execute();
  return new Set(last.filter(({ recordId, id }) => id !== own.get(recordId)).map(({ recordId }) => recordId));
}
