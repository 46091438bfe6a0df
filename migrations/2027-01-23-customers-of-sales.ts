import type { Kysely } from "kysely";

/** What the list of sales finds a customer's by: their name without case and accents, since `lower` of SQLite knows A to Z alone. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("sales")
    .addColumn("customerSearchText", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  const named = await db
    .selectFrom("sales")
    .select(["id", "customerName"])
    .where("customerName", "is not", null)
    .execute();
  for (const { id, customerName } of named)
    await db
      .updateTable("sales")
      .set({ customerSearchText: fold(customerName) })
      .where("id", "=", id)
      .execute();
}

function fold(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}
