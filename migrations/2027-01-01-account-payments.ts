import { type Kysely, sql } from "kysely";
import { refuseWrites } from "../app/db/triggers";

/**
 * What customers pay later of what was put on account: each a record with its number, that names the sales it pays. One that was wrong,
 * such as a check that bounced, is taken back by another below zero.
 */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("accountPayments")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("number", "integer", (column) => column.notNull().unique())
    .addColumn("customerId", "text")
    .addColumn("customerName", "text")
    .addColumn("method", "text", (column) => column.notNull())
    .addColumn("amountCents", "integer", (column) => column.notNull())
    // What the customer still owed after it.
    .addColumn("balanceCents", "integer", (column) => column.notNull())
    .addColumn("note", "text")
    .addColumn("takenAt", "text", (column) => column.notNull())
    .addColumn("takenOn", "text", (column) => column.notNull())
    .addColumn("takenBy", "text", (column) => column.notNull())
    .addColumn("takesBackId", "text", (column) => column.unique().references("accountPayments.id"))
    .execute();
  await db.schema
    .createIndex("accountPaymentsCustomer")
    .on("accountPayments")
    .columns(["customerId", "id"])
    .execute();
  await db.schema.alterTable("payments").addColumn("accountPaymentId", "text").execute();
  await db.schema
    .createIndex("paymentsAccountPayment")
    .on("payments")
    .columns(["accountPaymentId"])
    .where(sql<boolean>`"accountPaymentId" is not null`)
    .execute();
  await db.schema
    .createIndex("salesOnAccount")
    .on("sales")
    .columns(["customerId", "soldOn", "id"])
    .where(sql<boolean>`"accountCents" > 0`)
    .execute();
  await db.schema
    .createIndex("creditNotesOffAccount")
    .on("creditNotes")
    .columns(["saleId"])
    .where(sql<boolean>`"method" = 'account'`)
    .execute();
  // Its customer alone may change: two that become one.
  const frozen = ["number", "method", "amountCents", "balanceCents", "takenAt", "takenOn", "takesBackId"];
  await refuseWrites(db, {
    name: "accountPaymentsStay",
    when: `before update of ${frozen.map((name) => `"${name}"`).join(", ")}`,
    table: "accountPayments",
    message: "A payment never changes.",
  });
}
