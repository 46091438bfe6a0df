import { searchTextOfTexts } from "~/collections/search-text";
import { actor, now } from "~/context.server";
import { anyOf, columnIsLike } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import type { ChangeAction, RecordKind, Row } from "~/db/schema";
import { HISTORY_YEARS } from "./change";

/** Values of a record by field name; a field without a value is left out. */
export type FieldValues = Record<string, unknown>;

/** A record as its history knows it. */
export interface HistoryRecord {
  kind: RecordKind;
  id: string;
  /** What staff call it now: `2012 Honda Accord, stock # D000001`. It must not name a customer. */
  name: string;
}

/** What was done to a record. */
export interface Change {
  record: HistoryRecord;
  action: ChangeAction;
  /** The fields before and after, all or only the changed ones: only those that differ are stored. */
  before?: FieldValues;
  after?: FieldValues;
}

/**
 * Adds a change by the current actor to the history. A `changed` record whose fields are all the same adds nothing. It belongs in the
 * transaction that changes the record, so that neither exists without the other.
 * @throws Error outside of `actAs`
 */
export async function recordChange({ record, action, before = {}, after = {} }: Change): Promise<void> {
  const changed = changedFields(before, after);
  if (action === "changed" && changed.length === 0) return;
  const { accountId = null, username = null, source } = actor();
  await db
    .insertInto("changes")
    .values({
      at: now().toISOString(),
      recordKind: record.kind,
      recordId: record.id,
      recordName: record.name,
      searchText: searchTextOfTexts([record.name]),
      action,
      accountId,
      username,
      source,
      before: toJson(before, changed),
      after: toJson(after, changed),
    })
    .execute();
}

/** Deletes what the history says about these records, in the transaction that removes them permanently with the personal data in them. */
export async function forgetRecords(kind: RecordKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom("changes").where("recordKind", "=", kind).where("recordId", "in", ids).execute();
}

/** Removes these fields' values from what the history says about a record, in the transaction that removes the record: its lines stay. */
export async function forgetFields(
  { kind, id }: Pick<HistoryRecord, "kind" | "id">,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const patterns = names.map((name) => `%${JSON.stringify(name)}:%`);
  await rewrite(
    await db
      .deleteFrom("changes")
      .where("recordKind", "=", kind)
      .where("recordId", "=", id)
      .where(anyOf([columnIsLike("before", patterns), columnIsLike("after", patterns)]))
      .returningAll()
      .execute(),
    (line) => withoutFields(line, names),
  );
}

/** Removes the values of some fields from lines of the history, by the lines' numbers: who made the change and when stays. */
export async function forgetValues(fields: ReadonlyMap<number, readonly string[]>): Promise<void> {
  if (fields.size === 0) return;
  const lines = await db
    .deleteFrom("changes")
    .where("id", "in", [...fields.keys()])
    .returningAll()
    .execute();
  await rewrite(lines, (line) => withoutFields(line, fields.get(line.id) ?? []));
}

function withoutFields(
  { before, after }: Pick<Row<"changes">, "before" | "after">,
  names: readonly string[],
): Pick<Row<"changes">, "before" | "after"> {
  const without = (json: string | null) => {
    const values = JSON.parse(json ?? "{}") as FieldValues;
    return toJson(
      values,
      Object.keys(values).filter((name) => !names.includes(name)),
    );
  };
  return { before: without(before), after: without(after) };
}

/** The history can't be rewritten, so a line was deleted and is stored again under its number. */
async function rewrite(
  deleted: readonly Row<"changes">[],
  toValues: (line: Row<"changes">) => Pick<Row<"changes">, "before" | "after">,
): Promise<void> {
  for (const line of deleted)
    await db
      .insertInto("changes")
      .values({ ...line, ...toValues(line) })
      .execute();
}

/** Deletes the changes that are older than two years. */
export async function deleteOldChanges(now: Date): Promise<void> {
  const oldest = new Date(now);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - HISTORY_YEARS);
  await db.deleteFrom("changes").where("at", "<=", oldest.toISOString()).execute();
}

function changedFields(before: FieldValues, after: FieldValues): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const text = (value: unknown) => JSON.stringify(value ?? null);
  return names.filter((name) => text(before[name]) !== text(after[name]));
}

function toJson(values: FieldValues, names: readonly string[]): string | null {
  const known = names.filter((name) => values[name] !== undefined && values[name] !== null);
  return known.length > 0
    ? JSON.stringify(Object.fromEntries(known.map((name) => [name, values[name]])))
    : null;
}
