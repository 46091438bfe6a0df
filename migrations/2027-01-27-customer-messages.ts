import { type Kysely, sql } from "kysely";

/** The requests that their customer has changed last, which Today counts on every visit: each kind's index has few rows. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["partRequests", "repairRequests", "vehicleInquiries", "offeredCars"])
    await db.schema
      .createIndex(`${table}Messages`)
      .on(table)
      .columns([
        ...["updatedBy", "createdAt", "id", "status", "assigneeId", "firstAnsweredAt", "answerDueAt"],
        ...["spamAt", "deletedAt"],
      ])
      .where(sql<boolean>`"updatedBy" = 'Customer' and "spamAt" is null and "deletedAt" is null`)
      .execute();
}
