import { type Expression, sql } from "kysely";
import { isAssignee } from "~/accounts/administrator.server";
import { business } from "~/business/business.server";
import { removeEntries } from "~/collections/search-index.server";
import { actor, now } from "~/context.server";
import { matchRequest, unmatchRequest } from "~/customers/match.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { forgetRecords, recordChange } from "~/history/changes.server";
import { noteOffer } from "~/interchange/offers.server";
import { deleteMailAbout } from "~/mail/outbox.server";
import { gradeFit } from "~/parts/neighbors.server";
import type { Part } from "~/parts/parts";
import { dayInTimeZone } from "~/values/format";
import { formatReference } from "~/values/id";
import { toCents } from "~/values/money";
import { MAX_MESSAGE_LENGTH } from "~/values/text";
import { type ExpectedVersion, isExpectedVersion, nextVersion } from "~/values/version";
import { holdForRequest, isOver, releaseHeldParts } from "./held-part.server";
import { recordRequestChange, toRequestRecord } from "./history.server";
import { REQUEST_KINDS } from "./kinds";
import { queueAssignedMail } from "./mail.server";
import { mergeNotes, type RequestNote, type RequestUpdate } from "./note";
import { isOpen } from "./open.server";
import { PART_REQUESTS } from "./part-requests";
import { findRequestRow, type StaffRequest, toRequest, toStaffRequest } from "./record.server";
import { type RequestCollection, type RequestOf, type RequestRow, toldFacts } from "./request";
import type { LostReason } from "./work";
import type { Quote } from "./work-schema";

/*
 * What staff do with a request. Two people may act at the same time: notes are only added, and each change is one transaction
 * that applies only if nobody else has changed the same thing since the form was opened.
 */

/**
 * The outcome of an action. `changed`: someone else has changed the same thing since the form was opened, and `request` is what
 * is stored now. `not-found`: there is no such request, or it is deleted.
 */
export type Worked<Kind extends RequestCollection = RequestCollection> =
  | { outcome: "done" | "changed"; request: StaffRequest<RequestOf<Kind>> }
  | { outcome: "not-found" };

/** The outcome of a write by the API; `changed`: the request's version isn't the expected one, and `request` is what is stored now. */
export type Written<Kind extends RequestCollection = RequestCollection> =
  | { outcome: "done" | "changed"; request: RequestOf<Kind> }
  | { outcome: "not-found" };

/** Updates status and notes, as the API does; a field that is left out is not changed. */
export async function updateRequest<Kind extends RequestCollection>(
  kind: Kind,
  id: string,
  update: RequestUpdate,
  options: WriteOptions = {},
): Promise<Written<Kind>> {
  const written = await writeExpected(kind, id, options, (before) => updateRow(kind, before, update));
  return "row" in written ? { outcome: written.outcome, request: toRequest(kind, written.row) } : written;
}

/** Adds a note, signed by its author. */
export async function addNote<Kind extends RequestCollection>(
  kind: Kind,
  id: string,
  content: string,
): Promise<Worked<Kind>> {
  const notes = [{ content, author: undefined, timestamp: undefined }];
  const written = await writeExpected(kind, id, {}, (before) => updateRow(kind, before, { notes }));
  return "row" in written
    ? { outcome: written.outcome, request: toStaffRequest(kind, written.row) }
    : written;
}

/** Changes the status. @param change.expectedVersion the status that the form was opened with */
export async function changeStatus<Kind extends RequestCollection>(
  kind: Kind,
  id: string,
  { status, expectedVersion }: { status: string; expectedVersion: string },
): Promise<Worked<Kind>> {
  return changeUnlessChanged(kind, id, statusColumns(status), { column: "status", expectedVersion });
}

/** A status that was not set by closing has no reason. */
function statusColumns(status: string) {
  return { status, lostReason: null, ...(isAnswer(status) ? answeredAt() : {}) };
}

/** Setting any status but the first answers the request. */
function isAnswer(status: string): boolean {
  return status !== "pending";
}

/** Closes a request as won, or as lost for a reason. @param change.expectedVersion the status that the form was opened with */
export async function closeRequest<Kind extends RequestCollection>(
  kind: Kind,
  id: string,
  { as, expectedVersion }: { as: "won" | LostReason; expectedVersion: string },
): Promise<Worked<Kind>> {
  return changeUnlessChanged(kind, id, closedColumns(kind, as), { column: "status", expectedVersion });
}

function closedColumns({ won, withdrawn }: RequestCollection, as: "won" | LostReason) {
  return as === "won" ? statusColumns(won) : { ...statusColumns(withdrawn), lostReason: as };
}

/**
 * Sets the day on which staff want to get back to the customer, or none.
 * @param change.expectedVersion the day that the form was opened with; null for none
 */
export async function followUp<Kind extends RequestCollection>(
  kind: Kind,
  id: string,
  { on, expectedVersion }: { on: string | null; expectedVersion: string | null },
): Promise<Worked<Kind>> {
  return changeUnlessChanged(kind, id, { followUpOn: on }, { column: "followUpOn", expectedVersion });
}

/**
 * Assigns a request to an account, which gets mail about it, or to nobody.
 * @param change.expectedVersion the assignee that the form was opened with
 */
export async function assignRequest<Kind extends RequestCollection>(
  kind: Kind,
  id: string,
  { assigneeId, expectedVersion }: { assigneeId: string | null; expectedVersion: string | null },
): Promise<Worked<Kind> | { outcome: "not-assignable" }> {
  return transaction(async () => {
    if (assigneeId !== null && !(await isAssignee(assigneeId))) return { outcome: "not-assignable" };
    const before = await findRequestRow(kind, id);
    const expected = { column: "assigneeId", expectedVersion } as const;
    const worked = await changeUnlessChanged(kind, id, { assigneeId }, expected);
    const isNew = before?.assigneeId !== assigneeId;
    if (worked.outcome === "done" && isNew && worked.request.assigneeId === assigneeId)
      await queueAssignedMail(kind, [worked.request], assigneeId);
    return worked;
  });
}

/** How many unfinished requests are assigned to an account. */
export async function countOpenRequests(accountId: string): Promise<number> {
  const ids = await Promise.all(REQUEST_KINDS.map((kind) => listOpenIds(kind, accountId)));
  return ids.flat().length;
}

/** Assigns an account's unfinished requests to another, which gets mail about them, or to nobody; returns how many there were. */
export async function handOverRequests({ from, to }: { from: string; to: string | null }): Promise<number> {
  let count = 0;
  for (const kind of REQUEST_KINDS) count += await assignRequests(kind, await listOpenIds(kind, from), to);
  return count;
}

async function listOpenIds(kind: RequestCollection, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom(kind.table)
    .select("id")
    .where("assigneeId", "=", accountId)
    .where(isOpen(kind))
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Quotes a price for a part. A request that is fulfilled or cancelled keeps its status; any other becomes quoted.
 * @param options.expectedVersion the `quotedAt` that the form was opened with; null for no quote
 */
export async function quotePart(
  id: string,
  quote: Quote,
  { expectedVersion }: { expectedVersion: string | null },
) {
  return changeUnlessChanged(PART_REQUESTS, id, quoteColumns(quote), { column: "quotedAt", expectedVersion });
}

function quoteColumns({ price, warranty, validUntil }: Quote) {
  return {
    quoteCents: toCents(price),
    quoteWarranty: warranty ?? null,
    quoteValidUntil: validUntil ?? null,
    quotedAt: now().toISOString(),
    status: sql<string>`case when status in ('fulfilled', 'cancelled') then status else 'quoted' end`,
    ...answeredAt(),
  };
}

/** Why a request is not answered with a part; nothing is changed then. */
export type PartAnswered =
  | { outcome: "done"; part: Part }
  | { outcome: "changed" | "not-found" | "over" | "taken" | "no-price" | "no-part" };

/**
 * Answers a part request with a part on the shelf: its price and warranty become the quote, and it is held for the request. Both or
 * neither.
 * @param answer.expectedVersion the `quotedAt` that the form was opened with; null for no quote
 */
export async function answerWithPart(
  id: string,
  { partId, expectedVersion }: { partId: string; expectedVersion: string | null },
): Promise<PartAnswered> {
  return transaction(async (): Promise<PartAnswered> => {
    const row = await findRequestRow(PART_REQUESTS, id);
    if (!row || row.deletedAt !== null) return { outcome: "not-found" };
    // Nothing would release the part: only the end of a request does.
    if (isOver(row)) return { outcome: "over" };
    if (row.quotedAt !== expectedVersion) return { outcome: "changed" };
    const held = await holdForRequest(PART_REQUESTS, { requestId: id, partId });
    if (held.outcome === "not-found") return { outcome: "no-part" };
    if (held.outcome !== "held") return { outcome: held.outcome };
    const { price = 0, warranty, heldUntil = "" } = held.part;
    const validUntil = dayInTimeZone(business.timeZone, new Date(heldUntil));
    await writeColumns(PART_REQUESTS, row, quoteColumns({ price, warranty, validUntil }));
    await notePartOffer(row, held.part);
    return { outcome: "done", part: held.part };
  });
}

/** Records how sure it was that the part fits, to count how each grade does. */
async function notePartOffer(request: Row<"partRequests">, part: Part): Promise<void> {
  const { vehicleYear, vehicleMake: make, vehicleModel: model } = request;
  const year = Number(vehicleYear);
  if (!make || !model || !Number.isInteger(year) || year <= 0) return;
  const car = { year, make, model };
  const { _id: partId, entryId } = part;
  const from = { year: part.year, make: part.make, model: part.model };
  const { grade } = await gradeFit(part, car);
  await noteOffer({ requestId: request.id, partId, entryId, grade, from, car });
}

/** Marks a request as spam or as not spam: spam is in no list but its own. */
export async function markSpam<Kind extends RequestCollection>(
  kind: Kind,
  id: string,
  isSpam: boolean,
): Promise<Worked<Kind>> {
  return transaction(async (): Promise<Worked<Kind>> => {
    const row = await changeRow(kind, id, { spamAt: isSpam ? now().toISOString() : null });
    if (!row) return { outcome: "not-found" };
    // Spam doesn't make anyone a customer.
    if (isSpam) await unmatchRequest(kind, row);
    else if (row.customerId === null) await matchRequest(kind, row);
    return { outcome: "done", request: toStaffRequest(kind, row) };
  });
}

/** The outcome of folding; `gone`: the earlier request is deleted, or was folded itself. */
export type Folded = { outcome: "done"; into: string } | { outcome: "not-found" } | { outcome: "gone" };

/**
 * Folds a duplicate into the earlier request, which gets what the duplicate says as a note; the duplicate is deleted, and its customer's
 * link opens the earlier one. Both or neither.
 */
export async function foldRequest(kind: RequestCollection, id: string): Promise<Folded> {
  return transaction(async (): Promise<Folded> => {
    const row = await findRequestRow(kind, id);
    if (!row || row.deletedAt !== null) return { outcome: "not-found" };
    const kept = row.duplicateOf ? await findRequestRow(kind, row.duplicateOf) : undefined;
    if (!kept || kept.deletedAt !== null) return { outcome: "gone" };
    const note = { content: foldNote(kind, row), author: undefined, timestamp: undefined };
    await updateRow(kind, kept, { notes: [note] });
    await writeColumns(kind, row, { deletedAt: now().toISOString(), foldedInto: kept.id });
    return { outcome: "done", into: kept.id };
  });
}

/** What a duplicate says, cut to a note's length. */
function foldNote(kind: RequestCollection, row: RequestRow): string {
  const request = toRequest(kind, row);
  const facts = toldFacts(kind, request, [...kind.subject, ...kind.sender, "customerInfo.email"]);
  const said = facts.map(([label, text]) => `${label}: ${text}`);
  const notes = request.notes.map(({ author, content }) => `${author}: ${content}`);
  const text = [`Folded in: ${formatReference(kind.prefix, row.id)}`, ...said, ...notes].join("\n");
  return text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : text;
}

/** Deletes a request: only staff pages find it then, and can restore it for 30 days. */
export async function deleteRequest<Kind extends RequestCollection>(
  kind: Kind,
  id: string,
  options: WriteOptions = {},
): Promise<Written<Kind>> {
  const columns = { deletedAt: now().toISOString() };
  const written = await writeExpected(kind, id, options, (before) => writeColumns(kind, before, columns));
  return "row" in written ? { outcome: written.outcome, request: toRequest(kind, written.row) } : written;
}

/** Sets the status of several requests from any other, and leaves those that have it already; returns how many. */
export async function changeStatuses(
  kind: RequestCollection,
  ids: readonly string[],
  status: string,
): Promise<number> {
  return (await changeRows(kind, ids, statusColumns(status), ({ status: stored }) => stored !== status))
    .length;
}

/** Closes several requests as won, or as lost for a reason; returns how many weren't already closed that way. */
export async function closeRequests(
  kind: RequestCollection,
  ids: readonly string[],
  as: "won" | LostReason,
): Promise<number> {
  const columns = closedColumns(kind, as);
  const { status, lostReason } = columns;
  const isOther = (row: RequestRow) => row.status !== status || row.lostReason !== lostReason;
  return (await changeRows(kind, ids, columns, isOther)).length;
}

/** Assigns several requests to an account, which gets one mail about them, or to nobody; returns how many it didn't have. */
export async function assignRequests(
  kind: RequestCollection,
  ids: readonly string[],
  assigneeId: string | null,
): Promise<number> {
  if (assigneeId !== null && !(await isAssignee(assigneeId))) return 0;
  const changed = await changeRows(kind, ids, { assigneeId }, (row) => row.assigneeId !== assigneeId);
  await queueAssignedMail(
    kind,
    changed.map((row) => toRequest(kind, row)),
    assigneeId,
  );
  return changed.length;
}

/** Marks several requests as spam, as `markSpam` does; returns how many weren't. */
export async function markAllSpam(kind: RequestCollection, ids: readonly string[]): Promise<number> {
  let changed = 0;
  for (const id of ids) {
    const row = await findRequestRow(kind, id);
    if (!row || row.deletedAt !== null || row.spamAt !== null) continue;
    await markSpam(kind, id, true);
    changed += 1;
  }
  return changed;
}

/** What a bulk action at that time changed in a request, as it was before. */
export interface StatusBefore {
  /** Undefined if it stayed as it was. */
  status?: string | undefined;
  lostReason?: string | null | undefined;
  at: string;
}

/**
 * Sets the status back to what it was before a bulk action; if that was the first answer, it never happened. Returns how many were changed.
 */
export async function undoStatus(
  kind: RequestCollection,
  id: string,
  { status, lostReason = null, at }: StatusBefore,
): Promise<number> {
  const firstAnsweredAt = sql<string | null>`nullif(${sql.ref("firstAnsweredAt")}, ${at})`;
  const columns = { ...(status === undefined ? {} : { status }), lostReason, firstAnsweredAt };
  return (await changeRow(kind, id, columns)) ? 1 : 0;
}

/** Assigns a request back to its assignee from before a bulk action; returns how many were changed. */
export async function undoAssign(
  kind: RequestCollection,
  id: string,
  assigneeId: string | null,
): Promise<number> {
  // An account that was removed or turned off since gets nothing assigned.
  const holder = assigneeId !== null && (await isAssignee(assigneeId)) ? assigneeId : null;
  return (await changeRow(kind, id, { assigneeId: holder })) ? 1 : 0;
}

/** Deletes several requests, as `deleteRequest` does; returns how many. */
export async function deleteRequests(kind: RequestCollection, ids: readonly string[]): Promise<number> {
  return (await changeRows(kind, ids, { deletedAt: now().toISOString() })).length;
}

/** Restores a deleted request; false if there is none. */
export async function restoreRequest(kind: RequestCollection, id: string): Promise<boolean> {
  if (await changeRow(kind, id, { deletedAt: null, foldedInto: null }, { isDeleted: true })) return true;
  // A form that is posted twice finds its own change.
  return (await findRequestRow(kind, id)) !== undefined;
}

/**
 * Removes deleted requests permanently, with the mail about them and their history, except for one line without personal data. One whose
 * customer approved an estimate stays in the trash for as long as that must be kept.
 * @param selection those deleted until then; with `id`, only this one
 * @returns how many
 */
export async function removeRequests(
  kind: RequestCollection,
  { until, id }: { until: Date; id?: string | undefined },
): Promise<number> {
  return transaction(async () => {
    const removed = await db
      .deleteFrom(kind.table)
      .where("deletedAt", "<=", until.toISOString())
      .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
      .$if("keptUntil" in kind.fields, (query) =>
        query.where(sql<boolean>`coalesce(${sql.ref("keptUntil")}, '') <= ${now().toISOString()}`),
      )
      .returning("id")
      .execute();
    const ids = removed.map(({ id }) => id);
    await deleteMailAbout(ids);
    await forgetRecords(kind.recordKind, ids);
    for (const row of removed) {
      await recordChange({ record: toRequestRecord(kind, row), action: "removed" });
    }
    await removeEntries(kind.recordKind, ids);
    return removed.length;
  });
}

/** What a write depends on. */
interface WriteOptions {
  /** The version that the change was made to; without it, any stored version is changed. */
  version?: ExpectedVersion;
}

type WrittenRow = { outcome: "done" | "changed"; row: RequestRow } | { outcome: "not-found" };

/** Writes a request that is not deleted and has the expected version. */
async function writeExpected(
  kind: RequestCollection,
  id: string,
  { version }: WriteOptions,
  write: (before: RequestRow) => Promise<RequestRow>,
): Promise<WrittenRow> {
  return transaction(async (): Promise<WrittenRow> => {
    const before = await findRequestRow(kind, id);
    if (!before || before.deletedAt !== null) return { outcome: "not-found" };
    return isExpectedVersion(version, before.updatedAt)
      ? { outcome: "done", row: await write(before) }
      : { outcome: "changed", row: before };
  });
}

async function updateRow(
  kind: RequestCollection,
  before: RequestRow,
  { status, notes = [], followUpOn, lostReason }: RequestUpdate,
): Promise<RequestRow> {
  const stored = JSON.parse(before.notes) as RequestNote[];
  const merged = mergeNotes(notes, stored, { author: author(), now: now() });
  const isAnswered = merged.length > stored.length || (status !== undefined && isAnswer(status));
  return writeColumns(kind, before, {
    ...(status && (status !== before.status || lostReason) ? { status, lostReason: lostReason ?? null } : {}),
    ...(followUpOn === undefined ? {} : { followUpOn }),
    notes: JSON.stringify(merged),
    ...(isAnswered ? answeredAt() : {}),
  });
}

/** What a form changes, and its value when the form was opened. */
interface ExpectedValue {
  column: "status" | "assigneeId" | "quotedAt" | "followUpOn";
  expectedVersion: string | null;
}

async function changeUnlessChanged<Kind extends RequestCollection>(
  kind: Kind,
  id: string,
  columns: Columns,
  { column, expectedVersion }: ExpectedValue,
): Promise<Worked<Kind>> {
  const row = await changeRow(kind, id, columns, { expected: { column, expectedVersion } });
  if (row) return { outcome: "done", request: toStaffRequest(kind, row) };
  const stored = await findRequestRow(kind, id);
  if (stored?.deletedAt !== null) return { outcome: "not-found" };
  const request = toStaffRequest(kind, stored);
  // A form that is posted twice finds its own change, and an untouched one changes nothing.
  const isKept = [stored[column], expectedVersion].includes(columns[column] as string | null);
  return { outcome: isKept ? "done" : "changed", request };
}

type Columns = { [Name in keyof RequestRow]?: RequestRow[Name] | Expression<RequestRow[Name]> };

interface ChangeOptions {
  expected?: ExpectedValue;
  isDeleted?: boolean;
}

/** Writes columns of a request, and the change to its history. @param options what must be true of the stored request */
async function changeRow(
  kind: RequestCollection,
  id: string,
  columns: Columns,
  { expected, isDeleted = false }: ChangeOptions = {},
): Promise<RequestRow | undefined> {
  return transaction(async () => {
    const before = await findRequestRow(kind, id);
    if (!before || (before.deletedAt !== null) !== isDeleted) return undefined;
    if (expected && before[expected.column] !== expected.expectedVersion) return undefined;
    return writeColumns(kind, before, columns);
  });
}

/** The same for several requests that are not deleted; returns those that were changed. */
async function changeRows(
  kind: RequestCollection,
  ids: readonly string[],
  columns: Columns,
  isMeant: (row: RequestRow) => boolean = () => true,
): Promise<RequestRow[]> {
  const changed: RequestRow[] = [];
  for (const id of ids) {
    const before = await findRequestRow(kind, id);
    if (!before || before.deletedAt !== null || !isMeant(before)) continue;
    changed.push(await writeColumns(kind, before, columns));
  }
  return changed;
}

/** Writes columns of a request as it was read in the same transaction, with the change to its history. */
export async function writeColumns(
  kind: RequestCollection,
  before: RequestRow,
  columns: Columns,
): Promise<RequestRow> {
  const after = (await db
    // Columns that only one kind has are set only for that kind: a quote for a part, an appointment for a repair.
    .updateTable(kind.table)
    .set({
      ...(await withoutFormerHolder(before)),
      ...columns,
      updatedAt: nextVersion(now(), before.updatedAt),
      updatedBy: author(),
    })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as RequestRow;
  await recordRequestChange(kind, { before, after });
  await releaseHeldParts(kind, { before, after });
  return after;
}

/**
 * An account that was turned off since, or has a role without requests, has handed over its open requests. One that comes back from the
 * trash, from spam or from being finished is then unassigned, instead of assigned to someone who can't see it.
 */
async function withoutFormerHolder({ assigneeId }: RequestRow): Promise<Columns> {
  return assigneeId === null || (await isAssignee(assigneeId)) ? {} : { assigneeId: null };
}

/** Who signs; empty for someone without an account. */
function author(): string {
  return actor().username ?? "";
}

/** The columns of a first answer, unless there was one before. */
export function answeredAt(): Columns {
  return { firstAnsweredAt: sql<string>`coalesce(${sql.ref("firstAnsweredAt")}, ${now().toISOString()})` };
}
