import { type CreateTableBuilder, type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current schema
type AnyDb = Kysely<any>;

/** Vehicles, requests, the unfinished wizard and the VIN cache (specification, section 3). */
export async function up(db: AnyDb): Promise<void> {
  await vehicleTable(db, "dismantledVehicles", { complete: true }).execute();
  await vehicleTable(db, "retailVehicles", { complete: false })
    .addColumn("priceCents", "integer")
    .addColumn("fuelType", "text")
    .addColumn("condition", "text")
    .addColumn("features", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("description", "text")
    .execute();

  for (const table of ["dismantledVehicles", "retailVehicles"]) {
    await db.schema.createIndex(`${table}StockNumber`).on(table).column("stockNumberKey").unique().execute();
    await db.schema.createIndex(`${table}Vin`).on(table).column("vin").execute();
    // The choices of the filters (make, model and how many) come from this index alone.
    await db.schema.createIndex(`${table}Make`).on(table).columns(["make", "model", "status"]).execute();
    // A page deep in a list, and a search, are found in an index alone: it holds what the conditions ask for.
    // No index starts with the status or another column of few values: SQLite would take it, then sort every row.
    await db.schema
      .createIndex(`${table}Newest`)
      .on(table)
      .columns(["dateAcquired", "id", "status", "searchText"])
      .execute();
    await db.schema.createIndex(`${table}Year`).on(table).columns(["year", "id", "status"]).execute();
    await db.schema.createIndex(`${table}Mileage`).on(table).columns(["mileage", "id", "status"]).execute();
  }
  await db.schema
    .createIndex("retailVehiclesPrice")
    .on("retailVehicles")
    .columns(["priceCents", "id", "status"])
    .execute();

  await requestTable(db, "partRequests")
    .addColumn("partSystem", "text", (column) => column.notNull())
    .addColumn("partComponent", "text", (column) => column.notNull())
    .addColumn("partOtherComponent", "text")
    .addColumn("partAdditionalInfo", "text")
    .addColumn("draftId", "text", (column) => column.unique())
    .execute();
  await requestTable(db, "repairRequests")
    .addColumn("addressStreet", "text")
    .addColumn("addressCity", "text")
    .addColumn("addressState", "text")
    .addColumn("addressZipCode", "text")
    .addColumn("vehicleMileage", "text")
    .addColumn("serviceType", "text")
    .addColumn("otherServiceType", "text")
    .addColumn("message", "text")
    .addColumn("description", "text")
    .addColumn("urgency", "text")
    .addColumn("contactMethod", "text", (column) => column.notNull())
    .addColumn("isSimplifiedRequest", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("submissionId", "text", (column) => column.unique())
    .execute();
  for (const table of ["partRequests", "repairRequests"]) {
    await db.schema.createIndex(`${table}Newest`).on(table).columns(["createdAt", "id"]).execute();
    await db.schema.createIndex(`${table}Status`).on(table).columns(["status", "createdAt", "id"]).execute();
  }

  await db.schema
    .createTable("partRequestDrafts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("answers", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("partRequestDraftsCreated")
    .on("partRequestDrafts")
    .column("createdAt")
    .execute();

  await db.schema
    .createTable("vinDecodes")
    .addColumn("vin", "text", (column) => column.primaryKey())
    .addColumn("entry", "text", (column) => column.notNull())
    .addColumn("decodedAt", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("vinDecodesDecodedAt").on("vinDecodes").column("decodedAt").execute();
}

/** `complete`: year, make, model and mileage must be known (specification, section 5). */
function vehicleTable(
  db: AnyDb,
  name: string,
  { complete }: { complete: boolean },
): CreateTableBuilder<string, never> {
  return db.schema
    .createTable(name)
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("stockNumber", "text", (column) => column.notNull())
    .addColumn("stockNumberKey", "text", (column) => column.notNull())
    .addColumn("year", "integer", (column) => (complete ? column.notNull() : column))
    .addColumn("make", "text", (column) => (complete ? column.notNull() : column))
    .addColumn("model", "text", (column) => (complete ? column.notNull() : column))
    .addColumn("trim", "text")
    .addColumn("vin", "text", (column) => column.notNull())
    .addColumn("mileage", "integer", (column) =>
      (complete ? column.notNull() : column).check(sql`mileage >= 0`),
    )
    .addColumn("exteriorColor", "text")
    .addColumn("interiorColor", "text")
    .addColumn("transmission", "text")
    .addColumn("engineType", "text")
    .addColumn("driveType", "text")
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("imageUrl", "text")
    .addColumn("dateAcquired", "text", (column) => column.notNull())
    .addColumn("notes", "text")
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .addColumn("searchText", "text", (column) => column.notNull()) as CreateTableBuilder<string, never>;
}

function requestTable(db: AnyDb, name: string): CreateTableBuilder<string, never> {
  return db.schema
    .createTable(name)
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("notes", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("customerName", "text", (column) => column.notNull())
    .addColumn("customerPhone", "text")
    .addColumn("customerEmail", "text")
    .addColumn("vin", "text")
    .addColumn("vehicleYear", "text")
    .addColumn("vehicleMake", "text")
    .addColumn("vehicleModel", "text")
    .addColumn("vehicleTrim", "text")
    .addColumn("vehicleEngineSize", "text") as CreateTableBuilder<string, never>;
}
