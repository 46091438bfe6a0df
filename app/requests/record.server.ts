import { business } from "~/business/business.server";
import { addBusinessHours } from "~/business/business-hours";
import { fromColumns } from "~/collections/columns";
import { hideEntry, longTextColumns, storeEntries } from "~/collections/search-index.server";
import type { SearchedRecord } from "~/collections/search-words";
import { db, transaction } from "~/db/connection.server";
import { formatReference } from "~/values/id";
import { newId } from "~/values/id.server";
import { foldText } from "~/values/normalize";
import { phoneDigits } from "~/values/phone";
import type { RequestNote } from "./note";
import type { RequestCollection, RequestOf, RequestRow } from "./request";
import { DUE_SOON_HOURS } from "./work";

/** The request with this id, unless it is deleted. */
export async function findRequest<Kind extends RequestCollection>(
  kind: Kind,
  id: string,
): Promise<RequestOf<Kind> | undefined> {
  const row = await findRequestRow(kind, id);
  return row?.deletedAt === null ? toRequest(kind, row) : undefined;
}

/** A request as staff pages have it: also who changed it last and when, and when it was deleted. */
export type StaffRequest<Request> = Request & {
  updatedAt: string;
  updatedBy: string | undefined;
  deletedAt: string | undefined;
  /** The id of the earlier request that it seems to repeat, and of the one that it was folded into. */
  duplicateOf: string | undefined;
  foldedInto: string | undefined;
};

/** The request with this id for a staff page, deleted or not. */
export async function findStaffRequest<Kind extends RequestCollection>(
  kind: Kind,
  id: string,
): Promise<StaffRequest<RequestOf<Kind>> | undefined> {
  const row = await findRequestRow(kind, id);
  return row && toStaffRequest(kind, row);
}

/** The row with this id, deleted or not. */
export async function findRequestRow(
  { table }: Pick<RequestCollection, "table">,
  id: string,
): Promise<RequestRow | undefined> {
  const row = await db.selectFrom(table).selectAll().where("id", "=", id).executeTakeFirst();
  return row as RequestRow | undefined;
}

/** A row as the API's record; empty columns become undefined. */
export function toRequest<Kind extends RequestCollection>(kind: Kind, row: RequestRow): RequestOf<Kind> {
  const { _id, createdAt, status, ...others }: Record<string, unknown> = fromColumns(kind, row);
  const request: Record<string, unknown> = { _id, createdAt, status, ...others };
  const vehicleInfo = asSent(request.vehicleInfo as object, row.vehicleNumbers);
  return { ...request, vehicleInfo } as unknown as RequestOf<Kind>;
}

/** A described vehicle as it was sent: the fields that `vehicleNumbers` names are numbers. */
function asSent(vehicleInfo: object, vehicleNumbers: string | null | undefined): object {
  const numbers: string[] = JSON.parse(vehicleNumbers ?? "[]");
  const sent = Object.entries(vehicleInfo).map(([name, value]) => [
    name,
    numbers.includes(name) ? Number(value) : value,
  ]);
  return Object.fromEntries(sent);
}

/** The column `vehicleNumbers`: the names of the fields that were sent as numbers; null for none. */
export function numberNames(vehicleInfo: Record<string, unknown>): string | null {
  const names = Object.keys(vehicleInfo).filter((name) => typeof vehicleInfo[name] === "number");
  return names.length > 0 ? JSON.stringify(names) : null;
}

/** A stored request as staff read it: what its sender sees, and what only staff know. */
export function toStaffRequest<Kind extends RequestCollection>(
  kind: Kind,
  row: RequestRow,
): StaffRequest<RequestOf<Kind>> {
  const { updatedAt, updatedBy, deletedAt, duplicateOf, foldedInto } = row;
  return {
    ...toRequest(kind, row),
    updatedAt,
    updatedBy: updatedBy ?? undefined,
    deletedAt: deletedAt ?? undefined,
    duplicateOf: duplicateOf ?? undefined,
    foldedInto: foldedInto ?? undefined,
  };
}

const SEARCH_COLUMNS = [
  "customerName",
  "customerEmail",
  "customerPhone",
  "vin",
  "vehicleYear",
  "vehicleMake",
  "vehicleModel",
  "vehicleTrim",
] as const satisfies readonly (keyof RequestRow)[];

/** What a search of the staff's list looks in: also the reference, and the phone number's bare digits. */
export function searchTextOf(
  { prefix, searchColumns }: Pick<RequestCollection, "prefix" | "searchColumns">,
  row: { id: string; customerPhone?: string | null },
): string {
  const columns: Partial<RequestRow> = row;
  const texts = [...SEARCH_COLUMNS, ...searchColumns].map((name) => columns[name] ?? "");
  return foldText(
    [formatReference(prefix, row.id), ...texts, phoneDigits(row.customerPhone ?? "")].join(" "),
  );
}

/** Stores what a search of everything finds a request by, or removes it where the request is deleted or spam. */
export async function indexRequest(kind: RequestCollection, row: RequestRow): Promise<void> {
  if (row.deletedAt !== null || row.spamAt !== null) return hideEntry(kind.recordKind, row.id);
  await storeEntries([{ id: row.id, record: toSearchedRequest(kind, row) }]);
}

/** What a search of everything finds a request by: also what its customer and staff have written. */
export function toSearchedRequest(kind: RequestCollection, row: RequestRow): SearchedRecord {
  const columns = row as object as Record<string, string | null>;
  const notes = JSON.parse(row.notes) as RequestNote[];
  return {
    kind: kind.recordKind,
    numbers: [formatReference(kind.prefix, row.id)],
    values: [row.customerPhone, row.customerEmail, row.vin].filter((value) => value !== null),
    names: searchTextOf(kind, row),
    text: [
      ...longTextColumns(kind).map((name) => columns[name] ?? ""),
      ...notes.map(({ content }) => content),
    ].join(" "),
  };
}

/** Writes the search text of the requests that an older version stored; returns how many. */
export async function fillRequestSearchText(kind: RequestCollection): Promise<number> {
  const rows = await db.selectFrom(kind.table).selectAll().where("searchText", "=", "").execute();
  if (rows.length === 0) return 0;
  await transaction(async () => {
    for (const row of rows) {
      const searchText = searchTextOf(kind, row);
      await db.updateTable(kind.table).set({ searchText }).where("id", "=", row.id).execute();
    }
  });
  return rows.length;
}

/** The columns that every new request begins with. */
export function newRequestColumns(now: Date) {
  const createdAt = now.toISOString();
  return {
    id: newId(now),
    createdAt,
    updatedAt: createdAt,
    status: "pending",
    notes: "[]",
    answerDueAt: answerDueAt(now),
  };
}

/** Writes when an answer is due for the open requests of a version that did not store it; returns how many. */
export async function fillAnswerDueAt({ table }: Pick<RequestCollection, "table">): Promise<number> {
  const rows = await db
    .selectFrom(table)
    .select(["id", "createdAt"])
    .where("firstAnsweredAt", "is", null)
    .where("answerDueAt", "is", null)
    .execute();
  if (rows.length === 0) return 0;
  await transaction(async () => {
    for (const { id, createdAt } of rows) {
      await db
        .updateTable(table)
        .set({ answerDueAt: answerDueAt(new Date(createdAt)) })
        .where("id", "=", id)
        .execute();
    }
  });
  return rows.length;
}

/** Until when an answer is due soon. */
export function dueSoonUntil(now: Date): Date {
  return addBusinessHours(business.hours, business.timeZone, now, DUE_SOON_HOURS);
}

function answerDueAt(received: Date): string {
  return addBusinessHours(business.hours, business.timeZone, received, business.answerHours).toISOString();
}
