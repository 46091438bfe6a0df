import { type Kysely, sql } from "kysely";
import { createCollectionTable } from "../app/db/collection-table";
import { refuseWrites } from "../app/db/triggers";

/** What changes in a sale once it is completed: that it is voided, and what follows from its customer. Everything else stays. */
const FROZEN = [
  ...["number", "customerName", "customerPhone", "customerEmail", "customerAddress", "taxExemptNumber"],
  ...["clerk", "delivery", "shipTo", "taxRate", "taxPlace", "completedAt", "soldOn", "createdAt"],
  ...["goodsCents", "discountCents", "taxCents", "totalCents", "paidCents", "accountCents"],
];

/** Sales with their lines and payments, the series that number them, and what the yard owes its customers as store credit. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await createSales(db);
  await createLines(db);
  await createPayments(db);
  await createStoreCredits(db);
  await db.schema
    .createTable("numberSeries")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("next", "integer", (column) => column.notNull())
    .execute();
  // The sale that has it: a draft holds it, a completed one has sold it.
  for (const table of ["parts", "retailVehicles"]) {
    await db.schema.alterTable(table).addColumn("saleId", "text").execute();
    await db.schema
      .createIndex(`${table}Sale`)
      .on(table)
      .column("saleId")
      .where(sql<boolean>`"saleId" is not null`)
      .execute();
  }
  await keepCompleted(db);
}

// biome-ignore lint/suspicious/noExplicitAny: see above
async function createSales(db: Kysely<any>): Promise<void> {
  await createCollectionTable(db, "sales", {
    fields: (table) =>
      table
        .addColumn("number", "integer")
        .addColumn("status", "text", (column) => column.notNull())
        .addColumn("customerId", "text", (column) => column.references("customers.id").onDelete("set null"))
        .addColumn("customerName", "text")
        .addColumn("customerPhone", "text")
        .addColumn("customerEmail", "text")
        .addColumn("customerAddress", "text")
        .addColumn("taxExemptNumber", "text")
        .addColumn("clerkId", "text")
        .addColumn("clerk", "text", (column) => column.notNull())
        .addColumn("partRequestId", "text")
        .addColumn("delivery", "text", (column) => column.notNull())
        .addColumn("shipTo", "text")
        .addColumn("carrier", "text")
        .addColumn("tracking", "text")
        .addColumn("weightPounds", "real")
        .addColumn("lengthInches", "real")
        .addColumn("widthInches", "real")
        .addColumn("heightInches", "real")
        .addColumn("taxRate", "integer", (column) => column.notNull())
        .addColumn("taxPlace", "text")
        .addColumn("notes", "text")
        .addColumn("goodsCents", "integer", (column) => column.notNull())
        .addColumn("discountCents", "integer", (column) => column.notNull())
        .addColumn("taxCents", "integer", (column) => column.notNull())
        .addColumn("totalCents", "integer", (column) => column.notNull())
        .addColumn("paidCents", "integer", (column) => column.notNull())
        .addColumn("accountCents", "integer", (column) => column.notNull())
        .addColumn("completedAt", "text")
        .addColumn("soldOn", "text")
        .addColumn("voidedAt", "text")
        .addColumn("voidedBy", "text")
        .addColumn("voidReason", "text")
        .addColumn("typed", "text"),
  });
  await db.schema
    .createIndex("salesNumber")
    .on("sales")
    .column("number")
    .unique()
    .where(sql<boolean>`"number" is not null`)
    .execute();
  const filtered = ["status", "clerk", "customerId", "soldOn", "deletedAt"];
  for (const [name, columns] of [
    ["Newest", ["createdAt", "id"]],
    ["Total", ["totalCents", "id"]],
  ] as const) {
    await db.schema
      .createIndex(`sales${name}`)
      .on("sales")
      .columns([...columns, ...filtered])
      .where(sql<boolean>`"deletedAt" is null`)
      .execute();
  }
  for (const [name, columns] of [
    ["Day", ["soldOn", "id"]],
    ["Customer", ["customerId", "createdAt", "id"]],
    ["Request", ["partRequestId"]],
  ] as const) {
    await db.schema
      .createIndex(`sales${name}`)
      .on("sales")
      .columns([...columns])
      .where(sql<boolean>`${sql.ref(columns[0])} is not null`)
      .execute();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: see above
async function createLines(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("saleLines")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("saleId", "text", (column) => column.notNull().references("sales.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("partId", "text")
    .addColumn("vehicleId", "text")
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("stockNumber", "text")
    .addColumn("vin", "text")
    .addColumn("entryId", "text")
    .addColumn("donorId", "text")
    .addColumn("year", "integer")
    .addColumn("make", "text")
    .addColumn("model", "text")
    .addColumn("quantity", "integer", (column) => column.notNull())
    // Null in a draft whose price is not known yet.
    .addColumn("priceCents", "integer")
    .addColumn("percent", "integer")
    .addColumn("isTaxed", "integer", (column) => column.notNull())
    .addColumn("taxRate", "integer", (column) => column.notNull())
    .addColumn("taxPlace", "text")
    .addColumn("amountCents", "integer", (column) => column.notNull())
    .addColumn("discountCents", "integer", (column) => column.notNull())
    .addColumn("taxCents", "integer", (column) => column.notNull())
    .addColumn("warranty", "text")
    .addColumn("warrantyDays", "integer")
    // What the part or vehicle was before the draft held it.
    .addColumn("heldBefore", "text")
    .addUniqueConstraint("saleLinesPosition", ["saleId", "position"])
    .execute();
  for (const column of ["partId", "vehicleId", "donorId"]) {
    await db.schema
      .createIndex(`saleLines${column.charAt(0).toUpperCase()}${column.slice(1)}`)
      .on("saleLines")
      .columns([column, "saleId"])
      .where(sql<boolean>`${sql.ref(column)} is not null`)
      .execute();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: see above
async function createPayments(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("payments")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("saleId", "text", (column) => column.notNull().references("sales.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("method", "text", (column) => column.notNull())
    .addColumn("amountCents", "integer", (column) => column.notNull())
    .addColumn("tenderedCents", "integer")
    .addColumn("changeCents", "integer", (column) => column.notNull())
    .addColumn("reference", "text")
    // 1 for money that came in later for what was put on account.
    .addColumn("isForAccount", "integer", (column) => column.notNull())
    // Null in a draft, for what is only typed.
    .addColumn("takenAt", "text")
    .addColumn("takenOn", "text")
    .addColumn("takenBy", "text")
    .addUniqueConstraint("paymentsPosition", ["saleId", "position"])
    .execute();
  await db.schema
    .createIndex("paymentsDay")
    .on("payments")
    .columns(["takenOn", "method"])
    .where(sql<boolean>`"takenOn" is not null`)
    .execute();
}

/** What is given to a customer is above 0, what is used below; the sum is what they have. */
// biome-ignore lint/suspicious/noExplicitAny: see above
async function createStoreCredits(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("storeCredits")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("customerId", "text", (column) =>
      column.notNull().references("customers.id").onDelete("cascade"),
    )
    .addColumn("amountCents", "integer", (column) => column.notNull())
    .addColumn("saleId", "text")
    .addColumn("creditNoteId", "text")
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("by", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("storeCreditsCustomer").on("storeCredits").column("customerId").execute();
}

// biome-ignore lint/suspicious/noExplicitAny: see above
async function keepCompleted(db: Kysely<any>): Promise<void> {
  await refuseWrites(db, {
    name: "salesStay",
    when: `before update of ${FROZEN.map((name) => `"${name}"`).join(", ")}`,
    table: "sales",
    condition: `old."status" <> 'draft'`,
    message: "A completed sale never changes.",
  });
  await refuseWrites(db, {
    name: "salesStayCompleted",
    when: 'before update of "status"',
    table: "sales",
    condition: `old."status" = 'voided' or (old."status" = 'completed' and new."status" <> 'voided')`,
    message: "A completed sale can only be voided.",
  });
  for (const table of ["saleLines", "payments"]) {
    await refuseWrites(db, {
      name: `${table}Stay`,
      when: "before update",
      table,
      condition: `(select "status" from "sales" where "id" = old."saleId") <> 'draft'`,
      message: "A completed sale never changes.",
    });
  }
}
