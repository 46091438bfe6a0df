import { sql } from "kysely";
import { business } from "~/business/business.server";
import { startOfDay } from "~/business/business-hours";
import { db } from "~/db/connection.server";
import { dayInTimeZone } from "~/values/format";
import type { IsoDay } from "~/values/typed-date";

/** A draft that nobody has saved today. */
interface LeftDraft {
  id: string;
  customerName: string | null;
  totalCents: number;
  /** The day it was last saved. */
  savedOn: IsoDay;
  /** How many parts and vehicles it holds. */
  held: number;
}

/** The drafts that were last saved before a day, oldest first. One with a deposit is left out: its customer will come back. */
export async function listLeftDrafts(
  today: IsoDay,
  limit: number,
): Promise<{ drafts: LeftDraft[]; total: number }> {
  const left = db
    .selectFrom("sales")
    .where("status", "=", "draft")
    // As in the condition of its index (migrations/2027-01-10-sold-by-car.ts).
    .where(sql<boolean>`"status" <> 'completed'`)
    .where("deletedAt", "is", null)
    .where("updatedAt", "<", startOfDay(business.timeZone, today).toISOString())
    .where(
      sql<boolean>`not exists (select 1 from "payments" where "payments"."saleId" = "sales"."id" and "takenAt" is not null)`,
    );
  const held = sql<number>`(select count(*) from "saleLines" where "saleLines"."saleId" = "sales"."id" and "kind" in ('part', 'vehicle'))`;
  const rows = await left
    .select(["id", "customerName", "totalCents", "updatedAt", held.as("held")])
    .orderBy("updatedAt")
    .orderBy("id")
    .limit(limit)
    .execute();
  const { total } = await left.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  return {
    drafts: rows.map(({ updatedAt, ...draft }) => ({
      ...draft,
      held: Number(draft.held),
      savedOn: dayInTimeZone(business.timeZone, new Date(updatedAt)),
    })),
    total: Number(total),
  };
}
