import type { Kysely } from "kysely";

/** A restore leaves who gets in as it is, so what has ended need not be noted for it. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db
    .deleteFrom("erasures")
    .where("recordKind", "in", ["passkey", "apiToken", "recoveryCode"])
    .execute();
}
