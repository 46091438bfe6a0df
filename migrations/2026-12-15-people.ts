import type { Kysely } from "kysely";

/** What each account may do, and whether it may sign in; and the links with which somebody chooses a password. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("administrators")
    .addColumn("role", "text", (column) => column.notNull().defaultTo("owner"))
    .execute();
  await db.schema.alterTable("administrators").addColumn("turnedOffAt", "text").execute();
  await db.schema
    .createTable("passwordLinks")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("administratorId", "text", (column) =>
      column.notNull().references("administrators.id").onDelete("cascade"),
    )
    .addColumn("expiresAt", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("passwordLinksAdministrator")
    .on("passwordLinks")
    .column("administratorId")
    .execute();
}
