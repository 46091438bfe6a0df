import { type Kysely, sql } from "kysely";

/** The parts of a donor that is gone are found by its number, which they keep. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create index "partsDonorNumber" on "parts" (lower("donorStockNumber"), "id")
    where "deletedAt" is null`.execute(db);
}
