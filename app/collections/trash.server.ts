import { sql } from "kysely";
import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { forgetFields, forgetRecords, recordChange } from "~/history/changes.server";
import { type ExpectedVersion, isExpectedVersion } from "~/values/version";
import { findHolder } from "./records.server";
import { withVersion } from "./restricted.server";
import { indexRecord, removeEntries } from "./search-index.server";
import {
  findStoredRow,
  nameOfRow,
  type RecordTypes,
  type StoredCollection,
  tableOf,
  toHistoryRecord,
  toHistoryValues,
  type VersionedRecord,
} from "./store.server";

/*
 * A deleted record is in the trash for 30 days: its row stays, and with it its picture, but `selectRecords` leaves it out.
 */

/** The outcome of a delete. `changed` means that someone else has saved since; `current` is the item as stored now. */
export type Deleted<Item> =
  | { outcome: "deleted" }
  | { outcome: "changed"; current: VersionedRecord<Item> }
  | { outcome: "not-found" };

/**
 * Puts a record in the trash.
 * @param options.version the version that was to be deleted; without it, any stored version is
 */
export async function deleteRecord<T extends RecordTypes>(
  store: StoredCollection<T>,
  id: string,
  { version }: { version?: ExpectedVersion } = {},
): Promise<Deleted<T["record"]>> {
  return transaction(async (): Promise<Deleted<T["record"]>> => {
    const row = await findStoredRow(store, id);
    if (!row) return { outcome: "not-found" };
    if (!isExpectedVersion(version, row.updatedAt))
      return { outcome: "changed", current: withVersion(store, row) };
    await putInTrash(store, row);
    return { outcome: "deleted" };
  });
}

/** Puts records in the trash; returns how many there were. */
export async function deleteRecords<T extends RecordTypes>(
  store: StoredCollection<T>,
  ids: readonly string[],
): Promise<number> {
  return transaction(async () => {
    let deleted = 0;
    for (const id of ids) {
      const { outcome } = await deleteRecord(store, id);
      if (outcome === "deleted") deleted += 1;
    }
    return deleted;
  });
}

async function putInTrash<T extends RecordTypes>(store: StoredCollection<T>, row: T["row"]): Promise<void> {
  const deleted: T["row"] = await db
    .updateTable(tableOf(store))
    .set({ deletedAt: now().toISOString(), deletedBy: actor().username ?? null })
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await indexRecord(store, deleted);
  await store.afterDelete?.(row.id);
  await recordChange({ record: toHistoryRecord(store, row), action: "deleted" });
}

/**
 * Permanently removes a record that was never meant to be there, skipping the trash: an import that added it is undone.
 * @returns false if it is used by now
 */
export async function undoCreation<T extends RecordTypes>(
  store: StoredCollection<T>,
  row: T["row"],
): Promise<boolean> {
  if (await store.isUsed?.(row.id)) return false;
  await db.deleteFrom(tableOf(store)).where("id", "=", row.id).execute();
  await store.afterDelete?.(row.id);
  await recordRemoval(store, row);
  return true;
}

/** The outcome of a restore; `note` says what is not as it was, `holder` is the record that has its stock number now. */
export type Restored =
  | { outcome: "restored"; name: string; note?: string | undefined }
  | { outcome: "taken"; name: string; holder: string }
  | { outcome: "not-found" };

/**
 * Takes a record out of the trash, as it was except for what follows from others, unless another one has its stock number or another unique
 * value by now.
 */
export async function restoreFromTrash<T extends RecordTypes>(
  store: StoredCollection<T>,
  id: string,
): Promise<Restored> {
  return transaction(async (): Promise<Restored> => {
    const row = await findDeletedRow(store, id);
    if (!row) return { outcome: "not-found" };
    const name = nameOfRow(store, row);
    const holder = await findHolder(store, row);
    if (holder) return { outcome: "taken", name, holder: nameOfRow(store, holder) };
    const restored: T["row"] = await db
      .updateTable(tableOf(store))
      .set({ deletedAt: null, deletedBy: null })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await indexRecord(store, restored);
    await store.afterRestore?.(id);
    await recordChange({ record: toHistoryRecord(store, row), action: "restored" });
    return { outcome: "restored", name, note: await store.restoreNote?.(restored) };
  });
}

/**
 * Permanently removes records in the trash, with a last line in the history.
 * @param selection those deleted until then; with `id`, only this one; those that stay in the trash only for an erasure
 * @returns how many
 */
export async function removeFromTrash<T extends RecordTypes>(
  store: StoredCollection<T>,
  { until, id, isErasure = false }: { until: Date; id?: string | undefined; isErasure?: boolean },
): Promise<number> {
  return transaction(async () => {
    const removed = await db
      .deleteFrom(tableOf(store))
      .where("deletedAt", "<=", until.toISOString())
      .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
      .$if(store.staysInTrash !== undefined && !isErasure, (query) =>
        query.where(sql<boolean>`not (${store.staysInTrash?.condition})`),
      )
      .returningAll()
      .execute();
    for (const row of removed) {
      await recordRemoval(store, row);
      await store.afterRemove?.(row.id);
    }
    return removed.length;
  });
}

/**
 * The last line of a record's history, with all its fields except what is about people, which earlier lines lose too. If everything is,
 * only this line stays, without any fields. No search finds the record from now on.
 */
async function recordRemoval<T extends RecordTypes>(
  store: StoredCollection<T>,
  row: T["row"],
): Promise<void> {
  const record = toHistoryRecord(store, row);
  const { forgets = [] } = store;
  if (forgets === "all") {
    await forgetRecords(record.kind, [record.id]);
    await recordChange({ record, action: "removed" });
  } else {
    await forgetFields(record, forgets);
    const before = Object.entries(toHistoryValues(store, row)).filter(([name]) => !forgets.includes(name));
    await recordChange({ record, action: "removed", before: Object.fromEntries(before) });
  }
  await removeEntries(record.kind, [record.id]);
}

async function findDeletedRow<T extends RecordTypes>(
  store: StoredCollection<T>,
  id: string,
): Promise<T["row"] | undefined> {
  return db
    .selectFrom(tableOf(store))
    .selectAll()
    .where("id", "=", id)
    .where("deletedAt", "is not", null)
    .executeTakeFirst();
}
