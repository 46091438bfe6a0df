import { type Kysely, sql } from "kysely";

/** The indexes that the search for parts reads besides those of the lists. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  const inStock = sql<boolean>`"deletedAt" is null`;
  // Every make and model of the parts, and the newest parts of one entry, without reading the table.
  const indexes: [name: string, columns: string[]][] = [
    ["Make", ["make", "model", "year", "id", "status"]],
    ["EntryNewest", ["entryId", "dateAcquired", "id", "status"]],
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
  await sql`create index ${sql.ref("partsInterchange")} on parts (lower(interchange), "deletedAt")
    where "deletedAt" is null`.execute(db);
}
