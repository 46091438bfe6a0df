import type { Kysely } from "kysely";

/** Mail that waits to be sent, was sent or failed; kept for 90 days. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("outbox")
    // Counts up, so mail goes out in the order in which it was written.
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("messageId", "text", (column) => column.notNull().unique())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("to", "text", (column) => column.notNull())
    .addColumn("replyTo", "text")
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("html", "text", (column) => column.notNull())
    .addColumn("causeKind", "text", (column) => column.notNull())
    .addColumn("causeId", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull().defaultTo("waiting"))
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("nextAttemptAt", "text", (column) => column.notNull())
    .addColumn("isUnreachable", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("lastError", "text")
    .addColumn("sentAt", "text")
    .addColumn("lockedBy", "text")
    .addColumn("lockedUntil", "text")
    .execute();
  await db.schema.createIndex("outboxDue").on("outbox").columns(["status", "nextAttemptAt"]).execute();
  await db.schema.createIndex("outboxCreatedAt").on("outbox").column("createdAt").execute();
}
