import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
type AnyDb = Kysely<any>;

/** A vehicle's pictures in order, as JSON; its one picture becomes the first. */
export async function up(db: AnyDb): Promise<void> {
  for (const table of ["dismantledVehicles", "retailVehicles"]) {
    await db.schema
      .alterTable(table)
      .addColumn("images", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
    await db
      .updateTable(table)
      // The URL of an uploaded picture has no character that JSON escapes.
      .set({ images: sql`'[{"imageUrl":"' || ${sql.ref("imageUrl")} || '","alt":""}]'` })
      .where("imageUrl", "is not", null)
      .execute();
  }
}
