import type { z } from "zod";
import { business } from "~/business/business.server";
import { addBusinessHours } from "~/business/business-hours";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { newId } from "~/values/id.server";
import { ANSWER_HOURS } from "./work";
import type { workRecordFields } from "./work-schema";

/** What differs between part requests and repair requests, for the functions that both share. */
export interface RequestKind<Request extends { _id: string }> {
  table: RequestTable;
  /** The prefix of the customer's reference: `PR-7K3Q9D`. */
  prefix: "PR" | "RR";
  /** Columns that a search matches, in addition to customer and vehicle. */
  searchColumns: readonly string[];
  toRecord: (row: RequestRow) => Request;
}

export const REQUEST_TABLES = ["partRequests", "repairRequests"] as const;
export type RequestTable = (typeof REQUEST_TABLES)[number];

/** A row of either table; each `toRecord` reads only its own columns. */
export type RequestRow = Row<"partRequests"> & Row<"repairRequests">;

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
    spamAt: row.spamAt ?? undefined,
  };
}

type WorkColumns = Pick<RequestRow, "answerDueAt" | "firstAnsweredAt" | "assigneeId" | "spamAt">;
type WorkFields = z.output<z.ZodObject<typeof workRecordFields>>;

/** Writes when an answer is due for the open requests of a version that did not store it; returns how many. */
export async function fillAnswerDueAt(table: RequestTable): Promise<number> {
  const rows = await db
    .selectFrom(table)
    .select(["id", "createdAt"])
    .where("firstAnsweredAt", "is", null)
    .where("answerDueAt", "is", null)
    .execute();
  await db.transaction().execute(async (within) => {
    for (const { id, createdAt } of rows) {
      await within
        .updateTable(table)
        .set({ answerDueAt: answerDueAt(new Date(createdAt)) })
        .where("id", "=", id)
        .execute();
    }
  });
  return rows.length;
}

function answerDueAt(received: Date): string {
  return addBusinessHours(business.hours, business.timeZone, received, ANSWER_HOURS).toISOString();
}
