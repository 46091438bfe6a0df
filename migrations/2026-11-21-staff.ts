import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current schema
type AnyDb = Kysely<any>;

/** Staff's accounts, their sessions, and forms held for them until they have signed in again (decisions, section 4). */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("administrators")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("username", "text", (column) => column.notNull())
    .addColumn("usernameKey", "text", (column) => column.notNull().unique())
    .addColumn("passwordHash", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("administratorId", "text", (column) =>
      column.notNull().references("administrators.id").onDelete("cascade"),
    )
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("expiresAt", "text", (column) => column.notNull())
    .addColumn("endsAt", "text", (column) => column.notNull().check(sql`"endsAt" >= "expiresAt"`))
    .execute();
  await db.schema.createIndex("sessionsAdministrator").on("sessions").column("administratorId").execute();
  await db.schema.createIndex("sessionsExpiry").on("sessions").column("expiresAt").execute();

  await db.schema
    .createTable("heldForms")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("administratorId", "text", (column) =>
      column.notNull().references("administrators.id").onDelete("cascade"),
    )
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("fields", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("heldFormsAdministrator")
    .on("heldForms")
    .columns(["administratorId", "createdAt"])
    .execute();

  // Staff sort vehicles of every status: what an order and the status ask for stands in an index alone.
  for (const table of ["dismantledVehicles", "retailVehicles"]) {
    await db.schema
      .createIndex(`${table}Stock`)
      .on(table)
      .columns(["stockNumberKey", "id", "status"])
      .execute();
    await db.schema.dropIndex(`${table}Make`).execute();
    await db.schema
      .createIndex(`${table}Make`)
      .on(table)
      .columns(["make", "model", "year", "id", "status"])
      .execute();
  }
}
