import type { z } from "zod";
import { business } from "~/business/business.server";
import { addBusinessHours } from "~/business/business-hours";
import { db, transaction } from "~/db/connection.server";
import type { MailCauseKind, RecordKind, Row } from "~/db/schema";
import { formatReference, type ReferencePrefix } from "~/values/id";
import { newId } from "~/values/id.server";
import { foldText } from "~/values/normalize";
import { phoneDigits } from "~/values/phone";
import { ANSWER_HOURS, DUE_SOON_HOURS } from "./work";
import type { workRecordFields } from "./work-schema";

/** What differs between the kinds of requests, for the functions that all of them share. */
export interface RequestKind<Request extends { _id: string }> {
  table: RequestTable;
  /** What its history calls this kind. */
  recordKind: RecordKind;
  /** The prefix of the customer's reference: `PR-7K3Q9D`. */
  prefix: ReferencePrefix;
  /** Its name in the outbox. */
  mailCause: MailCauseKind;
  /** The statuses in which nothing is left to do. */
  finished: readonly string[];
  /** Columns that a search looks in, in addition to customer and vehicle. */
  searchColumns: readonly (keyof RequestRow)[];
  toRecord: (row: RequestRow) => Request;
  /** A request in words for the customer: `part request`, and what it is for; the latter as typed, undefined if unknown. */
  describe(request: Request): { noun: string; subject: string | undefined };
}

export const REQUEST_TABLES = ["partRequests", "repairRequests", "vehicleInquiries"] as const;
export type RequestTable = (typeof REQUEST_TABLES)[number];

/** A row of any of the tables; each `toRecord` reads only its own columns. */
export type RequestRow = Row<"partRequests"> & Row<"repairRequests"> & Row<"vehicleInquiries">;

/** The request with this id, unless it is deleted. */
export async function findRequest<Request extends { _id: string }>(
  { table, toRecord }: RequestKind<Request>,
  id: string,
): Promise<Request | undefined> {
  const row = await db
    .selectFrom(table)
    .selectAll()
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return row && toRecord(row as RequestRow);
}

/** A request as staff pages have it: also who changed it last and when, and when it was deleted. */
export type StaffRequest<Request> = Request & {
  updatedAt: string;
  updatedBy: string | undefined;
  deletedAt: string | undefined;
};

/** The request with this id for a staff page, deleted or not. */
export async function findStaffRequest<Request extends { _id: string }>(
  kind: RequestKind<Request>,
  id: string,
): Promise<StaffRequest<Request> | undefined> {
  const row = await db.selectFrom(kind.table).selectAll().where("id", "=", id).executeTakeFirst();
  return row && toStaffRequest(kind, row as RequestRow);
}

export function toStaffRequest<Request extends { _id: string }>(
  { toRecord }: RequestKind<Request>,
  row: RequestRow,
): StaffRequest<Request> {
  const { updatedAt, updatedBy, deletedAt } = row;
  return {
    ...toRecord(row),
    updatedAt,
    updatedBy: updatedBy ?? undefined,
    deletedAt: deletedAt ?? undefined,
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

/** What a search of the staff's list looks in: also the reference, and the phone number's digits alone. */
export function searchTextOf(
  { prefix, searchColumns }: Pick<RequestKind<{ _id: string }>, "prefix" | "searchColumns">,
  row: { id: string; customerPhone?: string | null },
): string {
  const columns: Partial<RequestRow> = row;
  const texts = [...SEARCH_COLUMNS, ...searchColumns].map((name) => columns[name] ?? "");
  return foldText(
    [formatReference(prefix, row.id), ...texts, phoneDigits(row.customerPhone ?? "")].join(" "),
  );
}

/** Writes the search text of the requests that an older version stored; returns how many. */
export async function fillRequestSearchText(kind: RequestKind<{ _id: string }>): Promise<number> {
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

/** The fields of a record that say what staff have done with it. */
export function workFields(row: WorkColumns): WorkFields {
  return {
    answerDueAt: row.answerDueAt ?? undefined,
    firstAnsweredAt: row.firstAnsweredAt ?? undefined,
    assigneeId: row.assigneeId ?? undefined,
    updatedAt: row.updatedAt,
    spamAt: row.spamAt ?? undefined,
  };
}

type WorkColumns = Pick<
  RequestRow,
  "answerDueAt" | "firstAnsweredAt" | "assigneeId" | "spamAt" | "updatedAt"
>;
type WorkFields = z.output<z.ZodObject<typeof workRecordFields>>;

/** Writes when an answer is due for the open requests of a version that did not store it; returns how many. */
export async function fillAnswerDueAt(table: RequestTable): Promise<number> {
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
  return addBusinessHours(business.hours, business.timeZone, received, ANSWER_HOURS).toISOString();
}
