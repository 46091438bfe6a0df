import { type Kysely, sql } from "kysely";
import { createTrigger } from "../app/db/triggers";

// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
type AnyDb = Kysely<any>;

/** "Tell me when one arrives": who waits for what, which vehicles are to be compared with that, and what was told. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("arrivalAlerts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("make", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("yearFrom", "integer")
    .addColumn("yearTo", "integer")
    .addColumn("wishKey", "text", (column) => column.notNull().unique())
    .addColumn("askedAt", "text", (column) => column.notNull())
    .addColumn("confirmedAt", "text")
    .execute();
  await db.schema.createIndex("arrivalAlertsEmail").on("arrivalAlerts").column("email").execute();
  await db.schema
    .createTable("newArrivals")
    .addColumn("vehicleId", "text", (column) => column.primaryKey())
    .execute();
  await db.schema
    .createTable("arrivalMatches")
    .addColumn("alertId", "text", (column) =>
      column.notNull().references("arrivalAlerts.id").onDelete("cascade"),
    )
    .addColumn("vehicleId", "text", (column) => column.notNull())
    .addColumn("mailedAt", "text")
    .addPrimaryKeyConstraint("arrivalMatchesKey", ["alertId", "vehicleId"])
    .execute();
  await db.schema
    .createIndex("arrivalMatchesWaiting")
    .on("arrivalMatches")
    .column("alertId")
    .where(sql<boolean>`"mailedAt" is null`)
    .execute();
  await createTriggers(db);
  // The address of one-click unsubscribing, for mail that has one.
  await db.schema.alterTable("outbox").addColumn("unsubscribeUrl", "text").execute();
}

/**
 * Whichever way a vehicle is stored, it is noted in the same transaction: when it is new, and when it changes into another one or
 * another status. Without alerts nothing is noted.
 */
async function createTriggers(db: AnyDb): Promise<void> {
  const changed = ["year", "make", "model", "status"].map((name) => `old."${name}" <> new."${name}"`);
  const events = [
    ["insert", "insert", ""],
    ["update", "update of year, make, model, status", `(${changed.join(" or ")}) and `],
  ] as const;
  for (const [name, event, condition] of events) {
    await createTrigger(db, {
      name: `newArrivals_${name}`,
      when: `after ${event}`,
      table: "dismantledVehicles",
      condition: `${condition}exists (select 1 from "arrivalAlerts")`,
      statement: `insert into "newArrivals" select new.id where not exists (select 1 from "newArrivals" where "vehicleId" = new.id)`,
    });
  }
}
