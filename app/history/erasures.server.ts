import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { forgetResponses } from "~/http/idempotency.server";

/*
 * What was deleted permanently at the person's own request. A restore would bring it back, so it notes here what is due
 * (backup/restore.server.ts), and the site erases that again before it answers (customers/erase.server.ts).
 */

type Erasure = Pick<Row<"erasures">, "recordKind" | "recordId" | "extent" | "erasedAt">;

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
    .select(["recordKind", "recordId", "extent", "erasedAt"])
    .where("isDue", "=", 1)
    .orderBy("recordId")
    .execute();
}

/**
 * Whether the site before a restore still had a record, in whole or in part, when a customer had been erased already: it is no part of
 * what is due with that customer.
 */
type WasNotErased = (record: Pick<Erasure, "recordKind" | "recordId">, customer: Erasure) => boolean;

export async function findNotErased(): Promise<WasNotErased> {
  const rows = await db
    .selectFrom("erasures")
    .select(["recordKind", "recordId", "extent", "erasedAt"])
    .where("extent", "in", ["none", "part"])
    .execute();
  const keyOf = ({ recordKind, recordId }: Pick<Erasure, "recordKind" | "recordId">) =>
    `${recordKind} ${recordId}`;
  const noted = new Map(rows.map((row) => [keyOf(row), row]));
  return (record, { erasedAt }) => {
    const note = noted.get(keyOf(record));
    return note !== undefined && (note.extent === "part" || note.erasedAt >= erasedAt);
  };
}

/** Every note as it is, for `settleErasures`. */
export function listErasures(): Promise<Row<"erasures">[]> {
  return db.selectFrom("erasures").selectAll().execute();
}

/**
 * Marks everything due as erased, and only what was noted before: what else went with a customer was theirs in this backup, and what had to
 * stay in it may not have to in another.
 */
export async function settleErasures(noted: readonly Row<"erasures">[]): Promise<void> {
  await db.deleteFrom("erasures").execute();
  for (let start = 0; start < noted.length; start += ROWS_PER_INSERT)
    await db
      .insertInto("erasures")
      .values(noted.slice(start, start + ROWS_PER_INSERT).map((erasure) => ({ ...erasure, isDue: 0 })))
      .execute();
}

const ROWS_PER_INSERT = 500;
