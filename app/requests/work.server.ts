import { type Expression, sql } from "kysely";
import { type Db, db } from "~/db/connection.server";
import { deleteMailAbout } from "~/mail/outbox.server";
import { mergeNotes, type RequestNote, type RequestUpdate } from "./note";
import { PART_REQUESTS } from "./part.server";
import {
  REQUEST_TABLES,
  type RequestKind,
  type RequestRow,
  type StaffRequest,
  toStaffRequest,
} from "./record.server";
import { DELETED_DAYS } from "./work";
import type { Quote } from "./work-schema";

/*
 * What staff do with a request. Two people may act at the same time: notes are only added, and each change is one statement
 * that applies only if nobody else has changed the same thing since the form was opened.
 */

/** Who acts on a request, and when. */
export interface Actor {
  author: string;
  now: Date;
}

/**
 * The outcome of an action. `changed`: someone else has changed the same thing since the form was opened, and `request` is what
 * is stored now. `not-found`: there is no such request, or it is deleted.
 */
export type Worked<Request> =
  | { outcome: "done" | "changed"; request: StaffRequest<Request> }
  | { outcome: "not-found" };

/** Updates status and notes, as the API does; a field that is left out is not changed. Undefined if there is no such request. */
export async function updateRequest<Request extends { _id: string }>(
  kind: RequestKind<Request>,
  id: string,
  update: RequestUpdate,
  by: Actor,
): Promise<Request | undefined> {
  const row = await db.transaction().execute((within) => updateRow(kind, id, update, by, within));
  return row && kind.toRecord(row);
}

/** Adds a note, signed by its author. */
export async function addNote<Request extends { _id: string }>(
  kind: RequestKind<Request>,
  id: string,
  content: string,
  by: Actor,
): Promise<Worked<Request>> {
  const notes = [{ content, author: undefined, timestamp: undefined }];
  const row = await db.transaction().execute((within) => updateRow(kind, id, { notes }, by, within));
  return row ? { outcome: "done", request: toStaffRequest(kind, row) } : { outcome: "not-found" };
}

/** Changes the status. @param change.seen the status that the form was opened with */
export async function changeStatus<Request extends { _id: string }>(
  kind: RequestKind<Request>,
  id: string,
  { status, seen }: { status: string; seen: string },
  by: Actor,
): Promise<Worked<Request>> {
  const columns = { status, ...(status === "pending" ? {} : answeredAt(by)) };
  return changeUnlessChanged(kind, id, columns, { column: "status", seen }, by);
}

/** Assigns a request to an account, or to nobody. @param change.seen the assignee that the form was opened with */
export async function assignRequest<Request extends { _id: string }>(
  kind: RequestKind<Request>,
  id: string,
  { assigneeId, seen }: { assigneeId: string | null; seen: string | null },
  by: Actor,
): Promise<Worked<Request>> {
  return changeUnlessChanged(kind, id, { assigneeId }, { column: "assigneeId", seen }, by);
}

/**
 * Quotes a price for a part. A request that is fulfilled or cancelled keeps its status; any other becomes quoted.
 * @param options.seen the `quotedAt` that the form was opened with; null for no quote
 */
export async function quotePart(
  id: string,
  { price, warranty, validUntil }: Quote,
  { seen, ...by }: Actor & { seen: string | null },
) {
  const columns = {
    quoteCents: Math.round(price * 100),
    quoteWarranty: warranty ?? null,
    quoteValidUntil: validUntil ?? null,
    quotedAt: by.now.toISOString(),
    status: sql<string>`case when status in ('fulfilled', 'cancelled') then status else 'quoted' end`,
    ...answeredAt(by),
  };
  return changeUnlessChanged(PART_REQUESTS, id, columns, { column: "quotedAt", seen }, by);
}

/** Marks a request as spam, or as none: spam is in no list but its own. */
export async function markSpam<Request extends { _id: string }>(
  kind: RequestKind<Request>,
  id: string,
  isSpam: boolean,
  by: Actor,
): Promise<Worked<Request>> {
  const row = await changeRow(kind, id, { spamAt: isSpam ? by.now.toISOString() : null }, by);
  return row ? { outcome: "done", request: toStaffRequest(kind, row) } : { outcome: "not-found" };
}

/** Deletes a request: only staff pages find it then, and can restore it for 30 days. False if there is none to delete. */
export async function deleteRequest(
  { table }: AnyKind,
  id: string,
  { now, author }: Actor,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ deletedAt: now.toISOString(), updatedAt: now.toISOString(), updatedBy: author })
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets the status of several requests, whatever it was, and leaves those that have it already; returns how many. */
export async function changeStatuses(
  { table }: AnyKind,
  ids: readonly string[],
  status: string,
  by: Actor,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable(table as "partRequests")
    .set({
      status,
      ...(status === "pending" ? {} : answeredAt(by)),
      updatedAt: by.now.toISOString(),
      updatedBy: by.author,
    })
    .where("id", "in", ids)
    .where("status", "!=", status)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes several requests, as `deleteRequest` does; returns how many. */
export async function deleteRequests(
  { table }: AnyKind,
  ids: readonly string[],
  { now, author }: Actor,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ deletedAt: now.toISOString(), updatedAt: now.toISOString(), updatedBy: author })
    .where("id", "in", ids)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Restores a deleted request; false if there is none. */
export async function restoreRequest(
  { table }: AnyKind,
  id: string,
  { author, now }: Actor,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ deletedAt: null, updatedAt: now.toISOString(), updatedBy: author })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the requests for good that were deleted more than 30 days ago, and the mail about them. */
export async function removeDeletedRequests(now: Date): Promise<void> {
  const expiry = new Date(now.getTime() - DELETED_DAYS * 86_400_000).toISOString();
  await db.transaction().execute(async (within) => {
    for (const table of REQUEST_TABLES) {
      const removed = await within
        .deleteFrom(table)
        .where("deletedAt", "<=", expiry)
        .returning("id")
        .execute();
      await deleteMailAbout(
        removed.map(({ id }) => id),
        within,
      );
    }
  });
}

type AnyKind = Pick<RequestKind<{ _id: string }>, "table">;

async function updateRow(
  { table }: AnyKind,
  id: string,
  { status, notes = [] }: RequestUpdate,
  by: Actor,
  within: Db,
): Promise<RequestRow | undefined> {
  const updatedAt = by.now.toISOString();
  // Written first, so that nobody else can write between this and the rest of the transaction.
  const locked = await within
    .updateTable(table)
    .set({ ...(status ? { status } : {}), updatedAt, updatedBy: by.author })
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .returning(["notes", "firstAnsweredAt"])
    .executeTakeFirst();
  if (!locked) return undefined;
  const stored = JSON.parse(locked.notes) as RequestNote[];
  const merged = mergeNotes(notes, stored, by);
  const isAnswered = merged.length > stored.length || (status !== undefined && status !== "pending");
  const row = await within
    .updateTable(table)
    .set({
      notes: JSON.stringify(merged),
      firstAnsweredAt: locked.firstAnsweredAt ?? (isAnswered ? updatedAt : null),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as RequestRow;
}

/** What a form changes, and its value when the form was opened. */
interface Seen {
  column: "status" | "assigneeId" | "quotedAt";
  seen: string | null;
}

async function changeUnlessChanged<Request extends { _id: string }>(
  kind: RequestKind<Request>,
  id: string,
  columns: Columns,
  { column, seen }: Seen,
  by: Actor,
): Promise<Worked<Request>> {
  const row = await changeRow(kind, id, columns, by, { column, seen });
  if (row) return { outcome: "done", request: toStaffRequest(kind, row) };
  const stored = (await db
    .selectFrom(kind.table)
    .selectAll()
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst()) as RequestRow | undefined;
  if (!stored) return { outcome: "not-found" };
  const request = toStaffRequest(kind, stored);
  // A form that is posted twice finds its own change.
  return { outcome: stored[column] === columns[column] ? "done" : "changed", request };
}

type Columns = { [Name in keyof RequestRow]?: RequestRow[Name] | Expression<RequestRow[Name]> };

async function changeRow(
  { table }: AnyKind,
  id: string,
  columns: Columns,
  { now, author }: Actor,
  seen?: Seen,
): Promise<RequestRow | undefined> {
  let change = db
    // Of the columns that only part requests have, only `quotePart` sets any.
    .updateTable(table as "partRequests")
    .set({ ...columns, updatedAt: now.toISOString(), updatedBy: author })
    .where("id", "=", id)
    .where("deletedAt", "is", null);
  if (seen) {
    change = change.where(sql<boolean>`${sql.ref(seen.column)} is not distinct from ${seen.seen}`);
  }
  return (await change.returningAll().executeTakeFirst()) as RequestRow | undefined;
}

function answeredAt({ now }: Actor): Columns {
  return { firstAnsweredAt: sql<string>`coalesce(${sql.ref("firstAnsweredAt")}, ${now.toISOString()})` };
}
