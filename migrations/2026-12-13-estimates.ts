import type { Kysely } from "kysely";
import { refuseWrites } from "../app/db/triggers";

/** The estimates of repair requests, each version a row; one that was sent never changes. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("estimates")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("requestId", "text", (column) =>
      column.notNull().references("repairRequests.id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .addColumn("updatedBy", "text", (column) => column.notNull())
    .addColumn("sentAt", "text")
    .addColumn("sentBy", "text")
    .addColumn("approvedAt", "text")
    .addColumn("approvedBy", "text")
    .addColumn("wantsOldParts", "integer", (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint("estimatesNumber", ["requestId", "number"])
    .execute();
  await refuseWrites(db, {
    name: "estimatesStay",
    when: 'before update of "content", "number", "requestId", "sentAt"',
    table: "estimates",
    condition: 'old."sentAt" is not null',
    message: "A sent estimate never changes.",
  });
  // Until when the law wants a request kept, with the estimate that its customer has approved.
  await db.schema.alterTable("repairRequests").addColumn("keptUntil", "text").execute();
}
