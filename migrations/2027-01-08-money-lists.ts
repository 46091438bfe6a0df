import { type Kysely, sql } from "kysely";

/** Credit notes and payments on account become collections: with what every collection's table has, for lists, search and the API. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("accountPayments")
    .addColumn("createdAt", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db
    .updateTable("accountPayments")
    .set({ createdAt: sql.ref("takenAt") })
    .execute();
  for (const [table, prefix] of [
    ["creditNotes", "cn"],
    ["accountPayments", "p"],
  ] as const) {
    for (const name of ["updatedAt", "searchText"])
      await db.schema
        .alterTable(table)
        .addColumn(name, "text", (column) => column.notNull().defaultTo(""))
        .execute();
    for (const name of ["deletedAt", "deletedBy"])
      await db.schema.alterTable(table).addColumn(name, "text").execute();
    await db
      .updateTable(table)
      .set({
        updatedAt: sql.ref("createdAt"),
        searchText: sql`' ' || ${prefix} || '-' || "number" || ' ' || lower(coalesce("customerName", '')) || ' '`,
      })
      .execute();
    await db.schema
      .createIndex(`${table}Deleted`)
      .on(table)
      .columns(["deletedAt", "id"])
      .where(sql<boolean>`"deletedAt" is not null`)
      .execute();
    await db.schema
      .createIndex(`${table}Newest`)
      .on(table)
      .columns(["createdAt", "id"])
      .where(sql<boolean>`"deletedAt" is null`)
      .execute();
  }
}
