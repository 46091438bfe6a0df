import { sql } from "kysely";
import { db } from "./connection.server";
import type { Database } from "./schema";

/** A column that names a record of another table by its id. */
export type Reference = readonly [table: keyof Database, column: string];

/** Whether a row of another table names this record. */
export async function isReferredTo(id: string, references: readonly Reference[]): Promise<boolean> {
  for (const [table, column] of references) {
    const found =
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(db);
    if (found.rows.length > 0) return true;
  }
  return false;
}
