import type { Kysely } from "kysely";
import { createTrigger } from "../app/db/triggers";

/** What is set in the browser, with a number that every change raises, as the inventories have it. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("settings")
    .addColumn("section", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .addColumn("updatedBy", "text")
    .execute();
  await db.insertInto("inventoryVersions").values({ inventory: "settings", number: 1 }).execute();
  for (const event of ["insert", "update", "delete"]) {
    await createTrigger(db, {
      name: `settingsVersion_${event}`,
      when: `after ${event}`,
      table: "settings",
      statement: `update "inventoryVersions" set number = number + 1 where inventory = 'settings'`,
      isOncePerWrite: true,
    });
  }
}
