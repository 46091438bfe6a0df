import type { Kysely } from "kysely";

/** Tokens that were revoked stay so whatever is restored, however many times. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  const revoked = await db
    .selectFrom("apiTokens")
    .select(["id", "revokedAt"])
    .where("revokedAt", "is not", null)
    .execute();
  for (const { id, revokedAt } of revoked)
    await db
      .insertInto("erasures")
      .values({ recordKind: "apiToken", recordId: id, extent: "whole", erasedAt: revokedAt, isDue: 0 })
      .execute();
}
