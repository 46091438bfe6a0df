import { type Kysely, sql } from "kysely";

/**
 * When a dismantled vehicle left, so that one without a disposition date stays in one month of the NMVTIS report. Of those that have
 * left already, the last change is all that is known.
 */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("dismantledVehicles").addColumn("leftAt", "text").execute();
  await sql`update "dismantledVehicles" set "leftAt" = "updatedAt"
    where "status" = 'Scrapped' or coalesce("disposition", "dispositionDate", "disposedTo") is not null`.execute(
    db,
  );
}
