import { type Kysely, sql } from "kysely";

/**
 * A request as work: the day on which to follow up, why one was lost, and of which other one it is a duplicate. An account's email
 * address tells its owner of what they are assigned.
 */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["partRequests", "repairRequests", "vehicleInquiries"]) {
    for (const name of ["followUpOn", "lostReason", "duplicateOf", "foldedInto"]) {
      await db.schema.alterTable(table).addColumn(name, "text").execute();
    }
    await db.schema
      .createIndex(`${table}FollowUp`)
      .on(table)
      .columns(["followUpOn", "id", "status", "createdAt", "assigneeId", "firstAnsweredAt", "answerDueAt"])
      .where(sql<boolean>`"followUpOn" is not null and "spamAt" is null and "deletedAt" is null`)
      .execute();
  }
  await db.schema.alterTable("administrators").addColumn("email", "text").execute();
}
