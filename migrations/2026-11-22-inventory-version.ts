import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current schema
type AnyDb = Kysely<any>;

/** One number that grows with every change of a vehicle, whichever process and connection makes it. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("inventoryVersion")
    .addColumn("number", "integer", (column) => column.notNull())
    .execute();
  await db.insertInto("inventoryVersion").values({ number: 1 }).execute();
  for (const table of ["dismantledVehicles", "retailVehicles"]) {
    for (const event of ["insert", "update", "delete"]) {
      await sql`create trigger ${sql.ref(`${table}Version_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
        begin update ${sql.table("inventoryVersion")} set number = number + 1; end`.execute(db);
    }
  }
}
