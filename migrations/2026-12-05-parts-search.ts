import { type Kysely, sql } from "kysely";

/** The indexes that the search for parts reads besides those of the lists. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  const inStock = sql<boolean>`"deletedAt" is null`;
  for (const name of ["partsEntry", "partsModel"]) await db.schema.dropIndex(name).execute();
  // With the id, which is the order of what is found, so that no search reads rows that it does not show.
  const indexes: [name: string, columns: string[]][] = [
    ["Make", ["make", "model", "year", "id", "status"]],
    ["Entry", ["entryId", "makeKey", "modelKey", "year", "status", "id"]],
    ["EntryNewest", ["entryId", "id", "status"]],
    ["Model", ["makeKey", "modelKey", "year", "status", "entryId", "id"]],
  ];
  for (const [name, columns] of indexes) {
    await db.schema
      .createIndex(`parts${name}`)
      .on("parts")
      .columns([...columns, "deletedAt"])
      .where(inStock)
      .execute();
  }
  // Few parts fit more than their own car.
  await sql`create index ${sql.ref("partsFits")} on parts ("entryId", "fitKeys", "status", id, "deletedAt")
    where "deletedAt" is null and "fitKeys" <> ''`.execute(db);
  await sql`create index ${sql.ref("partsInterchange")} on parts (lower(interchange), id, status, "deletedAt")
    where "deletedAt" is null`.execute(db);
}
