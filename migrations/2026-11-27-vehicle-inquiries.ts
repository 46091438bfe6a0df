import { type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
type AnyDb = Kysely<any>;

/** Questions and test drives asked for on a retail vehicle's page, with the vehicle as it was offered then. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("vehicleInquiries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .addColumn("updatedBy", "text")
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("notes", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("assigneeId", "text", (column) => column.references("administrators.id").onDelete("set null"))
    .addColumn("answerDueAt", "text")
    .addColumn("firstAnsweredAt", "text")
    .addColumn("spamAt", "text")
    .addColumn("deletedAt", "text")
    .addColumn("customerName", "text", (column) => column.notNull())
    .addColumn("customerPhone", "text")
    .addColumn("customerEmail", "text")
    .addColumn("about", "text", (column) => column.notNull())
    .addColumn("message", "text")
    .addColumn("vehicleId", "text", (column) => column.references("retailVehicles.id").onDelete("set null"))
    .addColumn("stockNumber", "text", (column) => column.notNull())
    .addColumn("vin", "text")
    .addColumn("vehicleYear", "text")
    .addColumn("vehicleMake", "text")
    .addColumn("vehicleModel", "text")
    .addColumn("vehicleTrim", "text")
    .addColumn("priceCents", "integer")
    .execute();
  await createIndexes(db);
}

/** The same as those of the other requests (2026-11-24-request-work.ts), and one for deleting a vehicle. */
async function createIndexes(db: AnyDb): Promise<void> {
  const rest = ["assigneeId", "firstAnsweredAt", "answerDueAt", "spamAt", "deletedAt"];
  const isListed = sql<boolean>`"spamAt" is null and "deletedAt" is null`;
  const isWaiting = sql<boolean>`"firstAnsweredAt" is null and "spamAt" is null and "deletedAt" is null`;
  const isSpam = sql<boolean>`"spamAt" is not null and "deletedAt" is null`;
  const isDeleted = sql<boolean>`"deletedAt" is not null`;
  const indexes: [name: string, columns: string[], where: typeof isListed][] = [
    ["Newest", ["createdAt", "id", "status", ...rest], isListed],
    ["Status", ["status", "createdAt", "id", ...rest], isListed],
    [
      "Waiting",
      ["answerDueAt", "id", "status", "createdAt", ...rest.filter((name) => name !== "answerDueAt")],
      isWaiting,
    ],
    ["Spam", ["createdAt", "id", "status", ...rest], isSpam],
    ["Deleted", ["createdAt", "id", "status", ...rest], isDeleted],
  ];
  for (const [name, columns, where] of indexes) {
    await db.schema
      .createIndex(`vehicleInquiries${name}`)
      .on("vehicleInquiries")
      .columns(columns)
      .where(where)
      .execute();
  }
  await db.schema.createIndex("vehicleInquiriesVehicle").on("vehicleInquiries").column("vehicleId").execute();
}
