import { type Kysely, sql } from "kysely";
import { refuseWrites } from "../app/db/triggers";

// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
type AnyDb = Kysely<any>;

/** The cars that people offer us, with their photos, and what we offer for each. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("offeredCars")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .addColumn("updatedBy", "text")
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("notes", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("searchText", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("assigneeId", "text", (column) => column.references("administrators.id").onDelete("set null"))
    .addColumn("answerDueAt", "text")
    .addColumn("firstAnsweredAt", "text")
    .addColumn("spamAt", "text")
    .addColumn("deletedAt", "text")
    .addColumn("customerId", "text", (column) => column.references("customers.id").onDelete("set null"))
    .addColumn("followUpOn", "text")
    .addColumn("lostReason", "text")
    .addColumn("duplicateOf", "text")
    .addColumn("foldedInto", "text")
    .addColumn("customerName", "text", (column) => column.notNull())
    .addColumn("customerPhone", "text")
    .addColumn("customerEmail", "text")
    .addColumn("vin", "text")
    .addColumn("vehicleYear", "text")
    .addColumn("vehicleMake", "text")
    .addColumn("vehicleModel", "text")
    .addColumn("vehicleTrim", "text")
    .addColumn("vehicleMileage", "text")
    .addColumn("vehicleNumbers", "text")
    .addColumn("location", "text")
    .addColumn("runs", "text")
    .addColumn("title", "text")
    .addColumn("message", "text")
    .addColumn("photoCount", "integer")
    .addColumn("purchaseId", "text")
    .execute();
  await createIndexes(db);
  await db.schema
    .createTable("requestPhotos")
    .addColumn("id", "text", (column) => column.primaryKey())
    // None yet: of a form that came back with an error.
    .addColumn("requestId", "text", (column) => column.references("offeredCars.id").onDelete("cascade"))
    .addColumn("webp", "text", (column) => column.notNull())
    .addColumn("imageUrl", "text")
    .addColumn("createdAt", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("requestPhotosRequest")
    .on("requestPhotos")
    .columns(["requestId", "createdAt"])
    .execute();
  await db.schema
    .createTable("carOffers")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("requestId", "text", (column) =>
      column.notNull().references("offeredCars.id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("amountCents", "integer", (column) => column.notNull())
    .addColumn("goodUntil", "text", (column) => column.notNull())
    .addColumn("madeAt", "text", (column) => column.notNull())
    .addColumn("madeBy", "text", (column) => column.notNull())
    .addColumn("answer", "text")
    .addColumn("answeredAt", "text")
    .addColumn("answeredBy", "text")
    .addUniqueConstraint("carOffersNumber", ["requestId", "number"])
    .execute();
  await refuseWrites(db, {
    name: "carOffersStay",
    when: 'before update of "requestId", "number", "amountCents", "goodUntil"',
    table: "carOffers",
    message: "An offer never changes.",
  });
}

/** The same as those of the other requests, whose lists have the same conditions. */
async function createIndexes(db: AnyDb): Promise<void> {
  const rest = ["assigneeId", "firstAnsweredAt", "answerDueAt", "spamAt", "deletedAt"];
  const isListed = sql<boolean>`"spamAt" is null and "deletedAt" is null`;
  const isWaiting = sql<boolean>`"firstAnsweredAt" is null and "spamAt" is null and "deletedAt" is null`;
  const isSpam = sql<boolean>`"spamAt" is not null and "deletedAt" is null`;
  const isDeleted = sql<boolean>`"deletedAt" is not null`;
  const isToFollowUp = sql<boolean>`"followUpOn" is not null and "spamAt" is null and "deletedAt" is null`;
  const isSomebodys = sql<boolean>`"customerId" is not null`;
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
    [
      "FollowUp",
      ["followUpOn", "id", "status", "createdAt", "assigneeId", "firstAnsweredAt", "answerDueAt"],
      isToFollowUp,
    ],
    ["Customer", ["customerId", "createdAt", "id", "status", "spamAt", "deletedAt"], isSomebodys],
  ];
  for (const [name, columns, where] of indexes) {
    await db.schema
      .createIndex(`offeredCars${name}`)
      .on("offeredCars")
      .columns(columns)
      .where(where)
      .execute();
  }
}
