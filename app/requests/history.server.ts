import { business } from "~/business/business.server";
import { leavesOf, toColumns } from "~/collections/columns";
import { actor, now } from "~/context.server";
import { matchRequest } from "~/customers/match.server";
import { db, transaction } from "~/db/connection.server";
import type { NewRow } from "~/db/schema";
import { type FieldValues, type HistoryRecord, recordChange } from "~/history/changes.server";
import { formatDateTime, formatDay } from "~/values/format";
import { formatReference } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import { findDuplicate } from "./duplicate.server";
import type { RequestNote } from "./note";
import { indexRequest, newRequestColumns, searchTextOf, toRequest } from "./record.server";
import type { RequestCollection, RequestOf, RequestRow } from "./request";
import { LOST_REASONS, type LostReason } from "./work";

/** Columns that follow from the others, or that the history already has. */
const OWN_COLUMNS = [
  "id",
  "createdAt",
  "updatedAt",
  "updatedBy",
  "deletedAt",
  "answerDueAt",
  "firstAnsweredAt",
  "quotedAt",
  "appointmentSetAt",
  "keptUntil",
  "vehicleNumbers",
  "vehicleId",
  "partId",
  "purchaseId",
  "customerId",
  "searchText",
  "isSimplifiedRequest",
  "duplicateOf",
  "foldedInto",
  "notes",
];

/**
 * Stores a customer's new request, with the first line of its history, and finds or makes its customer. The result doesn't say which: the
 * sender must not learn who else has asked from the same number.
 * @param columns those that do not follow from its fields
 */
export async function createRequest<Kind extends RequestCollection>(
  kind: Kind,
  values: Partial<RequestOf<Kind>>,
  columns: { vehicleNumbers?: string | null } = {},
): Promise<RequestOf<Kind>> {
  const fields = { ...toColumns(kind, values), ...columns, ...newRequestColumns(now()) };
  return transaction(async () => {
    const duplicateOf = await findDuplicate(kind, fields as unknown as RequestRow, now());
    const row = (await db
      .insertInto(kind.table)
      .values({ ...fields, duplicateOf, searchText: searchTextOf(kind, fields) } as NewRow<"partRequests"> &
        NewRow<"repairRequests"> &
        NewRow<"vehicleInquiries"> &
        NewRow<"offeredCars">)
      .returningAll()
      .executeTakeFirstOrThrow()) as RequestRow;
    const change = {
      record: toRequestRecord(kind, row),
      action: "created",
      after: toHistoryValues(row),
    } as const;
    await recordChange(change);
    await indexRequest(kind, row);
    await matchRequest(kind, row, { teaches: actor().accountId !== undefined });
    return toRequest(kind, row);
  });
}

/** What the history calls a request: its reference, because a customer's name must not outlive the request. */
export function toRequestRecord(
  { recordKind, prefix }: Pick<RequestCollection, "recordKind" | "prefix">,
  { id }: Pick<RequestRow, "id">,
): HistoryRecord {
  return { kind: recordKind, id, name: formatReference(prefix, id) };
}

/** A request's columns, as its history stores them. */
export function toHistoryValues(row: Partial<RequestRow>): FieldValues {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !OWN_COLUMNS.includes(name)));
}

/** Records what a write changed in a request, or that it was deleted or restored, and updates what a search finds it by. */
export async function recordRequestChange(
  kind: RequestCollection,
  { before, after }: { before: RequestRow; after: RequestRow },
): Promise<void> {
  const wasDeleted = before.deletedAt !== null;
  const isDeleted = after.deletedAt !== null;
  const action = wasDeleted === isDeleted ? "changed" : isDeleted ? "deleted" : "restored";
  await recordChange({
    record: toRequestRecord(kind, after),
    action,
    before: toHistoryValues(before),
    after: { ...toHistoryValues(after), ...addedNotes(before, after) },
  });
  await indexRequest(kind, after);
}

/** The notes that were added, as one field. */
function addedNotes(before: Pick<RequestRow, "notes">, after: Pick<RequestRow, "notes">): FieldValues {
  const [stored, now] = [before, after].map(({ notes }) => JSON.parse(notes) as RequestNote[]);
  const added = (now ?? []).slice(stored?.length ?? 0).map(({ content }) => content);
  return added.length > 0 ? { note: added.join("\n\n") } : {};
}

/** The labels of the columns in a request's history, in their order: whose it is comes first. */
export function historyLabels({ fields }: Pick<RequestCollection, "fields">): Record<string, string> {
  const leaves = leavesOf(fields);
  const isCustomer = ({ column }: { column: string }) => column.startsWith("customer");
  const labels = [...leaves.filter(isCustomer), ...leaves.filter((leaf) => !isCustomer(leaf))].map(
    ({ column, field }) => [column, field.label],
  );
  return {
    status: "Status",
    note: "Note",
    estimate: "Estimate",
    offer: "Our offer",
    assigneeId: "",
    spamAt: "",
    ...Object.fromEntries(labels),
  };
}

/** A stored value as staff read it; empty for none. */
export function requestFieldText(
  name: string,
  value: unknown,
  { statuses, accounts }: { statuses: Record<string, string>; accounts: ReadonlyMap<string, string> },
): string {
  if (value === undefined || value === null) return "";
  const text = String(value);
  if (name === "status") return statuses[text] ?? text;
  if (name === "assigneeId") return accounts.get(text) ?? "a removed account";
  if (name === "lostReason") return LOST_REASONS[text as LostReason] ?? text;
  if (name.endsWith("Cents")) return formatExactPrice(Number(value) / 100);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(`${text}T00:00:00.000Z`);
  // `spamAt` and its like.
  if (name.endsWith("At")) return formatDateTime(text, business.timeZone) || text;
  return text;
}
