import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";

/*
 * What was deleted for good at the wish of whoever it was about. A restore would bring it back, so it notes here what of it is due
 * (backup/restore.server.ts), and the site erases that again before it answers (customers/erase.server.ts).
 */

type Erasure = Pick<Row<"erasures">, "recordKind" | "recordId" | "extent">;

/** Notes that a record was erased, in the transaction that erases it. */
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
}

/** What a restore has brought back and is to be erased again. */
export function listDueErasures(): Promise<Erasure[]> {
  return db
    .selectFrom("erasures")
    .select(["recordKind", "recordId", "extent"])
    .where("isDue", "=", 1)
    .orderBy("recordId")
    .execute();
}

/** Notes that everything due is erased. */
export async function settleErasures(): Promise<void> {
  await db.updateTable("erasures").set({ isDue: 0 }).where("isDue", "=", 1).execute();
}
