import { type Kysely, sql } from "kysely";

/** When the car of a repair request is expected, for how long, and when that was last set. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("repairRequests").addColumn("appointmentAt", "text").execute();
  await db.schema.alterTable("repairRequests").addColumn("appointmentMinutes", "integer").execute();
  await db.schema.alterTable("repairRequests").addColumn("appointmentSetAt", "text").execute();
  await db.schema
    .createIndex("repairRequestsAppointment")
    .on("repairRequests")
    .columns(["appointmentAt", "id"])
    .where(sql<boolean>`"appointmentAt" is not null`)
    .execute();
}
