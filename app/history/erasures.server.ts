import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { forgetResponses } from "~/http/idempotency.server";

/*
 * What was deleted for good at the wish of whoever it was about, and passkeys that were taken off. A restore would bring it back, so it
 * notes here what of it is due (backup/restore.server.ts), and the site erases that again before it answers (customers/erase.server.ts).
 */

type Erasure = Pick<Row<"erasures">, "recordKind" | "recordId" | "extent">;

/** Notes that a record was erased, in the transaction that erases it, and forgets what was answered of it. */
export async function noteErasure(
  recordKind: Erasure["recordKind"],
  recordId: string,
  { at, extent = "whole" }: { at: Date; extent?: Erasure["extent"] },
): Promise<void> {
  const erased = { extent, erasedAt: at.toISOString(), isDue: 0 };
  await db
    .insertInto("erasures")
    .values({ recordKind, recordId, ...erased })
    .onConflict((conflict) => conflict.columns(["recordKind", "recordId"]).doUpdateSet(erased))
    .execute();
  await forgetResponses(recordId);
}

/** What a restore has brought back and is to be erased again. */
export function listDueErasures(): Promise<Erasure[]> {
  return db
    .selectFrom("erasures")
    .select(["recordKind", "recordId", "extent"])
    .where("isDue", "=", 1)
    .where("extent", "!=", "none")
    .orderBy("recordId")
    .execute();
}

/** Whether the site before a restore still had a record, in whole or in part: that is no part of what is due. */
export async function findNotErased(): Promise<(recordKind: Erasure["recordKind"], id: string) => boolean> {
  const rows = await db
    .selectFrom("erasures")
    .select(["recordKind", "recordId"])
    .where("extent", "in", ["none", "part"])
    .execute();
  const keys = new Set(rows.map(({ recordKind, recordId }) => `${recordKind} ${recordId}`));
  return (recordKind, id) => keys.has(`${recordKind} ${id}`);
}

/** Notes that everything due is erased. */
export async function settleErasures(): Promise<void> {
  await db.deleteFrom("erasures").where("extent", "=", "none").execute();
  await db.updateTable("erasures").set({ isDue: 0 }).where("isDue", "=", 1).execute();
}
