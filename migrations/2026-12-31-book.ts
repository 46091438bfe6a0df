import type { Kysely } from "kysely";
import { refuseWrites } from "../app/db/triggers";

/**
 * The book of cars and cores: what came in, what left, and corrections. A line is never changed or removed, which the database
 * refuses too, and names the line before it by its hash, which no two lines can.
 */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("bookLines")
    .addColumn("sequence", "integer", (column) => column.primaryKey())
    .addColumn("previousHash", "text", (column) => column.notNull().unique())
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("direction", "text", (column) => column.notNull())
    .addColumn("subjectKind", "text", (column) => column.notNull())
    .addColumn("subjectId", "text", (column) => column.notNull())
    .addColumn("corrects", "integer", (column) => column.references("bookLines.sequence"))
    .addColumn("by", "text")
    .addColumn("content", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("bookLinesSubject")
    .on("bookLines")
    .columns(["subjectId", "direction", "sequence"])
    .execute();
  await db.schema.createIndex("bookLinesDay").on("bookLines").columns(["day", "sequence"]).execute();
  for (const event of ["update", "delete"]) {
    await refuseWrites(db, {
      name: `bookLines_${event}`,
      when: `before ${event}`,
      table: "bookLines",
      message: "A line of the book is never changed or removed. A correction is a new line.",
    });
  }
}
