import { type Kysely, sql } from "kysely";
import { dropTrigger, refuseWrites } from "../app/db/triggers";

/** Every column of a line that never changes once its sale is completed. */
const FROZEN = [
  ...[
    "id",
    "saleId",
    "position",
    "kind",
    "partId",
    "vehicleId",
    "description",
    "stockNumber",
    "vin",
    "entryId",
  ],
  ...[
    "donorId",
    "year",
    "make",
    "model",
    "quantity",
    "priceCents",
    "percent",
    "isTaxed",
    "taxRate",
    "taxPlace",
  ],
  ...["amountCents", "discountCents", "taxCents", "warranty", "warrantyDays", "heldBefore"],
];

/** A line of a completed sale says its day, so that reports read lines alone, from an index in the order that they group by. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await dropTrigger(db, "saleLinesStay");
  await db.schema.alterTable("saleLines").addColumn("soldOn", "text").execute();
  await sql`update "saleLines" set "soldOn" =
    (select "soldOn" from "sales" where "id" = "saleLines"."saleId" and "status" = 'completed')`.execute(db);
  const isClosed = `(select "status" from "sales" where "id" = old."saleId") <> 'draft'`;
  await refuseWrites(db, {
    name: "saleLinesStay",
    when: `before update of ${FROZEN.map((name) => `"${name}"`).join(", ")}`,
    table: "saleLines",
    condition: isClosed,
    message: "A completed sale never changes.",
  });
  // A sale that is voided takes the day away.
  await refuseWrites(db, {
    name: "saleLinesStaySold",
    when: 'before update of "soldOn"',
    table: "saleLines",
    condition: `new."soldOn" is not null and ${isClosed}`,
    message: "A completed sale never changes.",
  });
  for (const name of ["saleLinesReports", "saleLinesDonorId"]) await db.schema.dropIndex(name).execute();
  await db.schema
    .createIndex("saleLinesDay")
    .on("saleLines")
    .columns([
      ...["soldOn", "kind", "taxRate", "taxPlace", "entryId", "amountCents", "discountCents", "taxCents"],
      ...["year", "make", "model"],
    ])
    .where(sql<boolean>`"soldOn" is not null`)
    .execute();
  await db.schema.createIndex("saleLinesSale").on("saleLines").columns(["saleId", "kind"]).execute();
  await db.schema
    .createIndex("saleLinesDonorId")
    .on("saleLines")
    .columns(["donorId", "kind", "soldOn", "amountCents", "discountCents"])
    .where(sql<boolean>`"donorId" is not null`)
    .execute();
}
