import { business } from "~/business/business.server";
import { db, transaction } from "~/db/connection.server";
import type { NewRow } from "~/db/schema";
import { type FieldValues, type HistoryRecord, recordChange } from "~/history/changes.server";
import { formatDateTime, formatDay } from "~/values/format";
import { formatReference } from "~/values/id";
import { formatExactPrice } from "~/values/money";
import type { RequestNote } from "./note";
import { type RequestKind, type RequestRow, searchTextOf } from "./record.server";

/** Columns that follow from the others, or that the history has by itself. */
const OWN_COLUMNS = [
  "id",
  "createdAt",
  "updatedAt",
  "updatedBy",
  "deletedAt",
  "answerDueAt",
  "firstAnsweredAt",
  "quotedAt",
  "vehicleNumbers",
  "vehicleId",
  "searchText",
  "isSimplifiedRequest",
  "notes",
];

/** Stores a customer's new request, with the first line of its history. */
export async function insertRequest<Request extends { _id: string }>(
  kind: RequestKind<Request>,
  values:
    | Omit<NewRow<"partRequests">, "searchText">
    | Omit<NewRow<"repairRequests">, "searchText">
    | Omit<NewRow<"vehicleInquiries">, "searchText">,
): Promise<RequestRow> {
  return transaction(async () => {
    const row = (await db
      .insertInto(kind.table)
      .values({ ...values, searchText: searchTextOf(kind, values) } as NewRow<"partRequests"> &
        NewRow<"repairRequests"> &
        NewRow<"vehicleInquiries">)
      .returningAll()
      .executeTakeFirstOrThrow()) as RequestRow;
    const change = {
      record: toRequestRecord(kind, row),
      action: "created",
      after: toHistoryValues(row),
    } as const;
    await recordChange(change);
    return row;
  });
}

/** What the history calls a request: its reference, because a customer's name must not outlive the request. */
export function toRequestRecord(
  { recordKind, prefix }: Pick<RequestKind<{ _id: string }>, "recordKind" | "prefix">,
  { id }: Pick<RequestRow, "id">,
): HistoryRecord {
  return { kind: recordKind, id, name: formatReference(prefix, id) };
}

/** A request's columns, as its history stores them. */
export function toHistoryValues(row: Partial<RequestRow>): FieldValues {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !OWN_COLUMNS.includes(name)));
}

/** Records what a write has changed in a request, or that it was deleted or restored. */
export async function recordRequestChange(
  kind: Parameters<typeof toRequestRecord>[0],
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
}

/** The notes that were added, as one field. */
function addedNotes(before: Pick<RequestRow, "notes">, after: Pick<RequestRow, "notes">): FieldValues {
  const [stored, now] = [before, after].map(({ notes }) => JSON.parse(notes) as RequestNote[]);
  const added = (now ?? []).slice(stored?.length ?? 0).map(({ content }) => content);
  return added.length > 0 ? { note: added.join("\n\n") } : {};
}

/** The labels of the fields in a request's history, in their order. A column without one is named by its own words. */
export const REQUEST_HISTORY_LABELS: Record<string, string> = {
  status: "Status",
  note: "Note",
  assigneeId: "Assigned to",
  spamAt: "Spam since",
  customerName: "Name",
  customerPhone: "Phone",
  customerEmail: "Email",
  vin: "VIN",
  vehicleYear: "Year",
  vehicleMake: "Make",
  vehicleModel: "Model",
  vehicleTrim: "Trim",
  vehicleEngineSize: "Engine size",
  vehicleMileage: "Mileage",
  partSystem: "System",
  partComponent: "Component",
  partOtherComponent: "Other component",
  partAdditionalInfo: "Additional info",
  quoteCents: "Quote",
  quoteWarranty: "Warranty",
  quoteValidUntil: "Valid until",
  addressStreet: "Street",
  addressCity: "City",
  addressState: "State",
  addressZipCode: "ZIP code",
  contactMethod: "Contact by",
  about: "About",
  stockNumber: "Stock #",
  priceCents: "Price then",
};

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
  if (name.endsWith("Cents")) return formatExactPrice(Number(value) / 100);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(`${text}T00:00:00.000Z`);
  // `spamAt` and its like.
  if (name.endsWith("At")) return formatDateTime(text, business.timeZone) || text;
  return text;
}
