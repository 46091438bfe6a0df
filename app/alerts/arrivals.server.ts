import { setImmediate as nextTurn } from "node:timers/promises";
import { toPublicRecord } from "~/collections/store.server";
import { db, transaction } from "~/db/connection.server";
import { PUBLIC_DISMANTLED_STATUSES } from "~/vehicles/dismantled";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import type { Wish } from "./alert";
import { type ArrivalAlert, expiryOf, selectActiveAlerts } from "./alert.server";
import { otherNames, whyLikely } from "./generation.server";
import { MAX_VEHICLES_IN_MAIL, queueArrivalMail } from "./mail.server";
import { type Arrival, indexByModel, modelKey, wishesFor } from "./match";

/** How many mails one alert gets in an hour; what arrives after them waits for the next. */
const MAX_MAILS_PER_HOUR = 5;

/** How many vehicles or alerts one transaction takes, so that nobody waits long for the write lock. */
const VEHICLES_AT_ONCE = 200;
const ALERTS_AT_ONCE = 25;
/** Within the number of parameters that a statement may have. */
const MATCHES_PER_INSERT = 1_000;
const HOUR_MS = 3_600_000;

/**
 * Compares the vehicles that have arrived since the last run with all alerts, and queues one mail for each alert that has a match.
 * Both steps note what they have done in the transaction that does it, so a crash loses no match and mails none twice.
 */
export async function mailNewArrivals(now: Date): Promise<void> {
  await matchNewArrivals(now);
  await mailMatches(now);
}

async function matchNewArrivals(now: Date): Promise<void> {
  // A look, which takes no lock, because most of the time there is nothing.
  if (!(await db.selectFrom("newArrivals").select("vehicleId").limit(1).executeTakeFirst())) return;
  for (let isMore = true; isMore; await nextTurn()) {
    isMore = await transaction(() => matchSome(now));
  }
}

async function matchSome(now: Date): Promise<boolean> {
  const arrivals = await db
    .selectFrom("newArrivals")
    .select("vehicleId")
    .orderBy("vehicleId")
    .limit(VEHICLES_AT_ONCE)
    .execute();
  if (arrivals.length === 0) return false;
  const ids = arrivals.map(({ vehicleId }) => vehicleId);
  const vehicles = await db
    .selectFrom("dismantledVehicles")
    .select(["id", "year", "make", "model"])
    .where("id", "in", ids)
    .where("deletedAt", "is", null)
    .where("status", "in", PUBLIC_DISMANTLED_STATUSES)
    .execute();
  const named = vehicles.map((vehicle) => ({ vehicle, names: otherNames(vehicle) }));
  const models = named.flatMap(({ vehicle, names }) => [vehicle.model, ...names]);
  const byModel = indexByModel(await findAlertsFor(models, now));
  const isLikely = (alert: Wish, arrival: Arrival) => whyLikely(alert, arrival) !== undefined;
  const matches = named.flatMap(({ vehicle, names }) =>
    wishesFor(vehicle, byModel, { isLikely, names }).map((alert) => ({
      alertId: alert.id,
      vehicleId: vehicle.id,
    })),
  );
  for (let start = 0; start < matches.length; start += MATCHES_PER_INSERT) {
    await db
      .insertInto("arrivalMatches")
      .values(matches.slice(start, start + MATCHES_PER_INSERT))
      .onConflict((conflict) => conflict.columns(["alertId", "vehicleId"]).doNothing())
      .execute();
  }
  // A row that can't be deleted, as of a database from elsewhere, would be read again without end.
  const deleted = await db.deleteFrom("newArrivals").where("vehicleId", "in", ids).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** The alerts for these models: of many thousand the few that may match, since the write lock is held during the search. */
async function findAlertsFor(names: readonly string[], now: Date) {
  if (names.length === 0) return [];
  const models = [...new Set(names.map(modelKey))];
  return selectActiveAlerts(now)
    .where("modelKey", "in", models)
    .select(["id", "make", "model", "yearFrom", "yearTo"])
    .execute();
}

async function mailMatches(now: Date): Promise<void> {
  const alerts = await db
    .selectFrom("arrivalMatches")
    .select("alertId as id")
    .distinct()
    .where("mailedAt", "is", null)
    .execute();
  for (let start = 0; start < alerts.length; start += ALERTS_AT_ONCE) {
    const ids = alerts.slice(start, start + ALERTS_AT_ONCE).map(({ id }) => id);
    await transaction(async () => {
      // Read again: they may have been mailed in the meantime (docs/decisions/processes.md).
      const toMail = await selectAlertsToMail(ids, now).selectAll().execute();
      for (const alert of toMail) await mailOne(alert, now);
    });
    await nextTurn();
  }
}

/** Those of these alerts that have matches that were not mailed, unless they have had their mails of this hour. */
function selectAlertsToMail(ids: readonly string[], now: Date) {
  const hourAgo = new Date(now.getTime() - HOUR_MS).toISOString();
  return selectActiveAlerts(now)
    .where("id", "in", ids)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("arrivalMatches")
          .select("vehicleId")
          .whereRef("alertId", "=", "arrivalAlerts.id")
          .where("mailedAt", "is", null),
      ),
    )
    .where(
      ({ selectFrom }) =>
        selectFrom("arrivalMatches")
          .whereRef("alertId", "=", "arrivalAlerts.id")
          .where("mailedAt", ">", hourAgo)
          // What went out while the clock was ahead does not count until then.
          .where("mailedAt", "<=", now.toISOString())
          .select(({ fn }) => fn.count<number>("mailedAt").distinct().as("mails")),
      "<",
      MAX_MAILS_PER_HOUR,
    );
}

async function mailOne(alert: ArrivalAlert, now: Date): Promise<void> {
  // What was scrapped or deleted in the meantime isn't mailed; if it comes back, it arrives again.
  await db
    .deleteFrom("arrivalMatches")
    .where("alertId", "=", alert.id)
    .where("mailedAt", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("dismantledVehicles")
            .select("id")
            .whereRef("id", "=", "arrivalMatches.vehicleId")
            .where("deletedAt", "is", null)
            .where("status", "in", PUBLIC_DISMANTLED_STATUSES),
        ),
      ),
    )
    .execute();
  const vehicles = db
    .selectFrom("arrivalMatches")
    .innerJoin("dismantledVehicles", "dismantledVehicles.id", "arrivalMatches.vehicleId")
    .where("alertId", "=", alert.id)
    .where("mailedAt", "is", null);
  const { total } = await vehicles
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await vehicles
    .selectAll("dismantledVehicles")
    .orderBy("dismantledVehicles.id", "desc")
    .limit(MAX_VEHICLES_IN_MAIL)
    .execute();
  const arrived = rows.map((row) => toPublicRecord(DISMANTLED_RECORDS, row));
  await queueArrivalMail({ alert, endsAt: expiryOf(alert), arrived, total }, now);
  await db
    .updateTable("arrivalMatches")
    .set({ mailedAt: now.toISOString() })
    .where("alertId", "=", alert.id)
    .where("mailedAt", "is", null)
    .execute();
}
