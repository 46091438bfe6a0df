import { type Kysely, sql } from "kysely";

/** Stores what a search of the staff's lists looks in; the next start fills it in for the requests that are there. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["partRequests", "repairRequests", "vehicleInquiries"]) {
    await db.schema
      .alterTable(table)
      .addColumn("searchText", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    // Everything that a search reads, so that it reads no whole request.
    await db.schema.dropIndex(`${table}Newest`).execute();
    await db.schema
      .createIndex(`${table}Newest`)
      .on(table)
      .columns([
        "createdAt",
        "id",
        "status",
        "assigneeId",
        "firstAnsweredAt",
        "answerDueAt",
        "spamAt",
        "deletedAt",
        "searchText",
      ])
      .where(sql<boolean>`"spamAt" is null and "deletedAt" is null`)
      .execute();
  }
}
