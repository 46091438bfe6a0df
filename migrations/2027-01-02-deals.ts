import { type Kysely, sql } from "kysely";
import { refuseWrites } from "../app/db/triggers";

/** What a deal has beside its sale: co-buyer, mileage, trade-in, delivery, and why it fell through. Of a completed one, delivery alone may change. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("deals")
    .addColumn("saleId", "text", (column) => column.primaryKey().references("sales.id").onDelete("cascade"))
    .addColumn("coBuyerName", "text")
    .addColumn("coBuyerAddress", "text")
    .addColumn("condition", "text")
    .addColumn("odometer", "integer")
    .addColumn("isMileageUnknown", "integer", (column) => column.notNull())
    .addColumn("tradeVin", "text")
    .addColumn("tradeYear", "integer")
    .addColumn("tradeMake", "text")
    .addColumn("tradeModel", "text")
    .addColumn("tradeOdometer", "integer")
    .addColumn("tradeCents", "integer", (column) => column.notNull())
    .addColumn("deliveredOn", "text")
    .addColumn("endedAt", "text")
    .addColumn("endedReason", "text")
    .execute();
  // What of a trade-in came off the price that is taxed.
  await db.schema
    .alterTable("sales")
    .addColumn("untaxedCents", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("purchases").addColumn("tradeSaleId", "text").execute();
  await db.schema
    .createIndex("purchasesTrade")
    .on("purchases")
    .column("tradeSaleId")
    .where(sql<boolean>`"tradeSaleId" is not null`)
    .execute();
  const frozen = [
    ...[
      "coBuyerName",
      "coBuyerAddress",
      "condition",
      "odometer",
      "isMileageUnknown",
      "tradeVin",
      "tradeYear",
    ],
    ...["tradeMake", "tradeModel", "tradeOdometer", "tradeCents", "endedAt", "endedReason"],
  ];
  await refuseWrites(db, {
    name: "dealsStay",
    when: `before update of ${frozen.map((name) => `"${name}"`).join(", ")}`,
    table: "deals",
    condition: `(select "status" from "sales" where "id" = old."saleId") <> 'draft'`,
    message: "A completed sale never changes.",
  });
  await refuseWrites(db, {
    name: "salesStayUntaxed",
    when: 'before update of "untaxedCents"',
    table: "sales",
    condition: `old."status" <> 'draft'`,
    message: "A completed sale never changes.",
  });
}
