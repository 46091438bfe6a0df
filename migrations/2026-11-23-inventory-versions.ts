import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current schema
type AnyDb = Kysely<any>;

/** A number for each inventory instead of one for both, so that what is made of one outlives a change of the other. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("inventoryVersions")
    .addColumn("inventory", "text", (column) => column.primaryKey())
    .addColumn("number", "integer", (column) => column.notNull())
    .execute();
  for (const table of ["dismantledVehicles", "retailVehicles"]) {
    await db.insertInto("inventoryVersions").values({ inventory: table, number: 1 }).execute();
    for (const event of ["insert", "update", "delete"]) {
      const trigger = sql.ref(`${table}Version_${event}`);
      await sql`drop trigger ${trigger}`.execute(db);
      await sql`create trigger ${trigger} after ${sql.raw(event)} on ${sql.table(table)} begin
        update ${sql.table("inventoryVersions")} set number = number + 1 where inventory = ${sql.lit(table)}; end`.execute(
        db,
      );
    }
  }
  await db.schema.dropTable("inventoryVersion").execute();
}
