import type { Kysely } from "kysely";
import { createTrigger } from "../app/db/triggers";

/** A vehicle that comes back from the bin arrives, as one that is new or changed does (2026-11-28-arrival-alerts.ts). */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await createTrigger(db, {
    name: "newArrivals_restore",
    when: `after update of "deletedAt"`,
    table: "dismantledVehicles",
    condition: `old."deletedAt" is not null and new."deletedAt" is null and exists (select 1 from "arrivalAlerts")`,
    statement: `insert into "newArrivals" select new.id where not exists (select 1 from "newArrivals" where "vehicleId" = new.id)`,
  });
}
