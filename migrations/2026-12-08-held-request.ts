import { type Kysely, sql } from "kysely";

/**
 * The part request that a part is held for, which was only known by its reference, `PR-` and the last six characters of its id. A
 * reference that several requests have could be any of theirs, so such a hold is left to whoever reads it.
 */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("parts").addColumn("heldRequestId", "text").execute();
  const held = await db
    .selectFrom("parts")
    .select(["id", "heldFor"])
    .where("status", "=", "On hold")
    .where("heldUntil", "is not", null)
    .where("heldFor", "like", "PR-______")
    .execute();
  for (const { id, heldFor } of held) {
    const requests = await db
      .selectFrom("partRequests")
      .select("id")
      .where(sql<string>`'PR-' || upper(substr("id", length("id") - 5))`, "=", heldFor)
      .limit(2)
      .execute();
    if (requests.length !== 1) continue;
    await db.updateTable("parts").set({ heldRequestId: requests[0]?.id }).where("id", "=", id).execute();
  }
}
