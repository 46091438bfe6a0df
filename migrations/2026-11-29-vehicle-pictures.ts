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
  await coverPublicList(db);
}

/**
 * The public list asks whether a vehicle has year, make and model. With these in the indexes of its sort orders, deep pages never
 * touch the table, whose rows have grown.
 */
async function coverPublicList(db: AnyDb): Promise<void> {
  const indexes: Record<string, string[]> = {
    Newest: ["dateAcquired", "id", "status", "searchText", "year", "make", "model"],
    Year: ["year", "id", "status", "make", "model"],
    Mileage: ["mileage", "id", "status", "year", "make", "model"],
    Price: ["priceCents", "id", "status", "year", "make", "model"],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema.dropIndex(`retailVehicles${name}`).execute();
    await db.schema.createIndex(`retailVehicles${name}`).on("retailVehicles").columns(columns).execute();
  }
}
