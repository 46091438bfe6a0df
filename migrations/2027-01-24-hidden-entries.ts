import { type Kysely, sql } from "kysely";

const RECORDS = {
  accountPayment: "accountPayments",
  creditNote: "creditNotes",
  customer: "customers",
  dismantledVehicle: "dismantledVehicles",
  fitment: "fitments",
  oldSale: "oldSales",
  part: "parts",
  purchase: "purchases",
  retailVehicle: "retailVehicles",
  sale: "sales",
};
const REQUESTS = {
  offeredCar: "offeredCars",
  partRequest: "partRequests",
  repairRequest: "repairRequests",
  vehicleInquiry: "vehicleInquiries",
};

/** What is in the trash, and spam, has no entry in the search index any more. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  const hide = (kind: string, table: string, column: string) =>
    db
      .deleteFrom("searchEntries")
      .where("kind", "=", kind)
      .where(
        sql<boolean>`"recordId" in (select "id" from ${sql.table(table)} where ${sql.ref(column)} is not null)`,
      )
      .execute();
  for (const [kind, table] of Object.entries({ ...RECORDS, ...REQUESTS }))
    await hide(kind, table, "deletedAt");
  for (const [kind, table] of Object.entries(REQUESTS)) await hide(kind, table, "spamAt");
}
