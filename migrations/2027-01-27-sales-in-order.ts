import { type Kysely, sql } from "kysely";

/** What puts a sale in the order of its list: when it was completed, and until then, when it was begun. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("sales")
    .addColumn("listedAt", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await sql`update "sales" set "listedAt" = coalesce("completedAt", "createdAt")`.execute(db);
  await db.schema.dropIndex("salesNewest").execute();
  await db.schema
    .createIndex("salesNewest")
    .on("sales")
    .columns(["listedAt", "id", "status", "clerk", "customerId", "soldOn", "deletedAt"])
    .where(sql<boolean>`"deletedAt" is null`)
    .execute();
}
