import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import { createTrigger } from "../app/db/triggers";

// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
type AnyDb = Kysely<any>;

const VEHICLE_TABLES = ["dismantledVehicles", "retailVehicles"];

/** Every table of release 1.0.0 (specification, section 3; decisions, section 4). */
export async function up(db: AnyDb): Promise<void> {
  await createVehicleTables(db);
  await createInventoryVersions(db);
  await createRequestTables(db);
  await createDrafts(db);
  await createIdempotencyKeys(db);
  await createVinDecodes(db);
  await createAccounts(db);
}

async function createVehicleTables(db: AnyDb): Promise<void> {
  await vehicleTable(db, "dismantledVehicles", { complete: true }).execute();
  await vehicleTable(db, "retailVehicles", { complete: false })
    .addColumn("priceCents", "integer")
    .addColumn("fuelType", "text")
    .addColumn("condition", "text")
    .addColumn("features", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("description", "text")
    .execute();

  for (const table of VEHICLE_TABLES) {
    await db.schema.createIndex(`${table}StockNumber`).on(table).column("stockNumberKey").unique().execute();
    await db.schema.createIndex(`${table}Vin`).on(table).column("vin").execute();
    // Each sort order has an index that also covers the list's conditions, so deep pages never touch the table. None starts
    // with a column of few values, such as the status: SQLite would pick that index and then sort every row.
    await createIndex(db, table, "Newest", ["dateAcquired", "id", "status", "searchText"]);
    await createIndex(db, table, "Year", ["year", "id", "status"]);
    await createIndex(db, table, "Mileage", ["mileage", "id", "status"]);
    await createIndex(db, table, "Stock", ["stockNumberKey", "id", "status"]);
    await createIndex(db, table, "Make", ["make", "model", "year", "id", "status"]);
  }
  await createIndex(db, "retailVehicles", "Price", ["priceCents", "id", "status"]);

  // Ids of deleted retail vehicles: their pages answer 410.
  await db.schema
    .createTable("removedVehicles")
    .addColumn("id", "text", (column) => column.primaryKey())
    .execute();
}

/** One counter per inventory, raised by triggers, so that a change by any process invalidates every cache. */
async function createInventoryVersions(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("inventoryVersions")
    .addColumn("inventory", "text", (column) => column.primaryKey())
    .addColumn("number", "integer", (column) => column.notNull())
    .execute();
  for (const table of VEHICLE_TABLES) {
    await db.insertInto("inventoryVersions").values({ inventory: table, number: 1 }).execute();
    for (const event of ["insert", "update", "delete"]) {
      await createTrigger(db, {
        name: `${table}Version_${event}`,
        when: `after ${event}`,
        table,
        statement: `update "inventoryVersions" set number = number + 1 where inventory = '${table}'`,
        isOncePerWrite: true,
      });
    }
  }
}

async function createRequestTables(db: AnyDb): Promise<void> {
  await requestTable(db, "partRequests")
    .addColumn("partSystem", "text", (column) => column.notNull())
    .addColumn("partComponent", "text", (column) => column.notNull())
    .addColumn("partOtherComponent", "text")
    .addColumn("partAdditionalInfo", "text")
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
    .execute();
  for (const table of ["partRequests", "repairRequests"]) {
    await createIndex(db, table, "Newest", ["createdAt", "id"]);
    await createIndex(db, table, "Status", ["status", "createdAt", "id"]);
  }
}

async function createDrafts(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("partRequestDrafts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("answers", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .execute();
  await createIndex(db, "partRequestDrafts", "Created", ["createdAt"]);
}

async function createIdempotencyKeys(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("idempotencyKeys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("bodyHash", "text", (column) => column.notNull())
    .addColumn("response", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .execute();
  await createIndex(db, "idempotencyKeys", "Created", ["createdAt"]);
}

async function createVinDecodes(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("vinDecodes")
    .addColumn("vin", "text", (column) => column.primaryKey())
    .addColumn("entry", "text", (column) => column.notNull())
    .addColumn("decodedAt", "text", (column) => column.notNull())
    .execute();
  await createIndex(db, "vinDecodes", "DecodedAt", ["decodedAt"]);
}

async function createAccounts(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("administrators")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("username", "text", (column) => column.notNull())
    .addColumn("usernameKey", "text", (column) => column.notNull().unique())
    .addColumn("passwordHash", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("administratorId", "text", (column) =>
      column.notNull().references("administrators.id").onDelete("cascade"),
    )
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("expiresAt", "text", (column) => column.notNull())
    .addColumn("endsAt", "text", (column) => column.notNull().check(sql`"endsAt" >= "expiresAt"`))
    .execute();
  await createIndex(db, "sessions", "Administrator", ["administratorId"]);
  await createIndex(db, "sessions", "Expiry", ["expiresAt"]);

  await db.schema
    .createTable("savedSubmissions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("administratorId", "text", (column) =>
      column.notNull().references("administrators.id").onDelete("cascade"),
    )
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("fields", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .execute();
  await createIndex(db, "savedSubmissions", "Administrator", ["administratorId", "createdAt"]);
}

/** @param options.complete whether year, make, model and mileage are required (specification, section 5) */
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

async function createIndex(db: AnyDb, table: string, name: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(`${table}${name}`).on(table).columns(columns).execute();
}
