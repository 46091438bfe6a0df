import { searchTextOfTexts } from "~/collections/search-text";
import { searchTextHas } from "~/collections/search-text.server";
import { config } from "~/config.server";
import { allOf } from "~/db/conditions.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { noteErasure } from "~/history/erasures.server";
import { STAFF_ROWS_PER_PAGE, type StaffPage } from "~/lists/staff";
import { pageWithin } from "~/lists/window";
import { deleteMailAbout } from "~/mail/outbox.server";
import { isMailOn } from "~/mail/settings.server";
import { DAY_MS } from "~/values/days";
import { newId } from "~/values/id.server";
import { ALERT_DAYS, MAX_ALERTS, UNCONFIRMED_ALERT_DAYS, type Wish } from "./alert";
import type { AlertFields } from "./alert-schema";
import { queueConfirmationMail, queueRenewalMail } from "./mail.server";
import { makeKey, modelKey, wishKey } from "./match";

/** Asking again within this time is the same form sent twice. */
const DOUBLE_SUBMIT_MS = 60_000;
/** An expired alert is deleted with its mail, this many at a time. */
const DELETED_AT_ONCE = 500;

/** An alert as stored. */
export type ArrivalAlert = Row<"arrivalAlerts">;

/** True if visitors can be notified of arrivals: mail is set up, and its links can name this site. */
export function areAlertsOn(): boolean {
  return isMailOn() && config.PUBLIC_URL !== undefined;
}

/**
 * Stores an alert and the mail that asks to confirm it. Asking again for the same vehicle stores no second alert, but sends the link again:
 * to confirm the alert, or, if it is on, to renew it for a year.
 * @returns `too-many-mails`, and stores nothing, if its address may be sent no more today
 */
export async function requestAlert(
  { email, ...wish }: AlertFields,
  now: Date,
): Promise<"requested" | "too-many-mails"> {
  const key = JSON.stringify([email, wishKey(wish)]);
  const askedAt = now.toISOString();
  return transaction(async () => {
    const known = await db
      .selectFrom("arrivalAlerts")
      .selectAll()
      .where("wishKey", "=", key)
      .executeTakeFirst();
    if (known && now.getTime() - Date.parse(known.askedAt) < DOUBLE_SUBMIT_MS) return "requested";
    // One whose year is over may still be stored: it can be requested again.
    const isOn = known !== undefined && known.confirmedAt !== null && expiryOf(known) > now;
    const alert: ArrivalAlert = {
      ...(known ?? {
        id: newId(now),
        email,
        make: wish.make,
        model: wish.model,
        yearFrom: wish.yearFrom ?? null,
        yearTo: wish.yearTo ?? null,
        ...{ makeKey: makeKey(wish.make), modelKey: modelKey(wish.model) },
        wishKey: key,
        searchText: searchTextOfTexts([email, wish.make, wish.model, makeKey(wish.make)]),
      }),
      askedAt,
      confirmedAt: isOn ? known.confirmedAt : null,
    };
    const isQueued = isOn
      ? await queueRenewalMail(alert, expiryOf(alert), now)
      : await queueConfirmationMail(alert, now);
    if (!isQueued) return "too-many-mails";
    if (known) {
      const { confirmedAt } = alert;
      await db
        .updateTable("arrivalAlerts")
        .set({ askedAt, confirmedAt })
        .where("id", "=", known.id)
        .execute();
    } else {
      await db.insertInto("arrivalAlerts").values(alert).execute();
    }
    return "requested";
  });
}

/** One alert; undefined if it has ended. */
export async function findAlert(id: string, now: Date): Promise<ArrivalAlert | undefined> {
  const alert = await db.selectFrom("arrivalAlerts").selectAll().where("id", "=", id).executeTakeFirst();
  return alert && expiryOf(alert) > now ? alert : undefined;
}

/**
 * Starts an alert's year, or restarts it.
 * @returns `too-many` if its address has the most alerts that one may have
 */
export async function confirmAlert(id: string, now: Date): Promise<"confirmed" | "too-many" | "not-found"> {
  return transaction(async () => {
    const alert = await db
      .selectFrom("arrivalAlerts")
      .select(["email", "confirmedAt"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!alert) return "not-found";
    if (!alert.confirmedAt && (await countActiveAlerts(now, { email: alert.email })) >= MAX_ALERTS)
      return "too-many";
    await db
      .updateTable("arrivalAlerts")
      .set({ confirmedAt: now.toISOString() })
      .where("id", "=", id)
      .execute();
    return "confirmed";
  });
}

/** Deletes an alert permanently with all mail about it, including mail that waits to be sent; false if it had ended before. */
export async function endAlert(id: string, now: Date): Promise<boolean> {
  return transaction(async () => {
    const isEnded = await deleteAlerts([id]);
    if (isEnded) await noteErasure("arrivalAlert", id, { at: now });
    return isEnded;
  });
}

/** Deletes the alerts that nobody has confirmed for seven days, and those whose year is over. */
export async function deleteExpiredAlerts(now: Date): Promise<void> {
  const expired = await db
    .selectFrom("arrivalAlerts")
    .select("id")
    .where((eb) =>
      eb.or([
        eb.and([eb("confirmedAt", "is", null), eb("askedAt", "<=", daysBefore(now, UNCONFIRMED_ALERT_DAYS))]),
        eb("confirmedAt", "<=", daysBefore(now, ALERT_DAYS)),
      ]),
    )
    .execute();
  for (let start = 0; start < expired.length; start += DELETED_AT_ONCE) {
    const ids = expired.slice(start, start + DELETED_AT_ONCE).map(({ id }) => id);
    await transaction(() => deleteAlerts(ids));
  }
}

/** When an alert expires. */
export function expiryOf({ askedAt, confirmedAt }: Pick<ArrivalAlert, "askedAt" | "confirmedAt">): Date {
  return confirmedAt === null
    ? new Date(Date.parse(askedAt) + UNCONFIRMED_ALERT_DAYS * DAY_MS)
    : new Date(Date.parse(confirmedAt) + ALERT_DAYS * DAY_MS);
}

/** The alerts that are confirmed and not over. */
export function selectActiveAlerts(now: Date) {
  return db.selectFrom("arrivalAlerts").where("confirmedAt", ">", daysBefore(now, ALERT_DAYS));
}

/** How many alerts are active: all, or those of one address. */
export async function countActiveAlerts(now: Date, { email }: { email?: string } = {}): Promise<number> {
  let active = selectActiveAlerts(now);
  if (email !== undefined) active = active.where("email", "=", email);
  const { count } = await active
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** One page of all alerts, newest first; with `q`, those whose address, make and model have each of its words. */
export async function findAlertPage(
  q: string | undefined,
  requestedPage: number,
): Promise<StaffPage<ArrivalAlert>> {
  const all = await countAlerts(undefined);
  const total = q === undefined ? all : await countAlerts(q);
  const { page, pages } = pageWithin(requestedPage, total, STAFF_ROWS_PER_PAGE);
  const entries = await matching(q)
    .selectAll()
    .orderBy("id", "desc")
    .limit(STAFF_ROWS_PER_PAGE)
    .offset((page - 1) * STAFF_ROWS_PER_PAGE)
    .execute();
  return { entries, total, all, page, pages };
}

/** The vehicles that most people wait for, however they spell them, with how many do. */
export async function listMostWanted(now: Date, limit: number): Promise<(Wish & { count: number })[]> {
  return selectActiveAlerts(now)
    .select(({ fn }) => [
      fn.min("make").as("make"),
      fn.min("model").as("model"),
      "yearFrom",
      "yearTo",
      fn.countAll<number>().as("count"),
    ])
    .groupBy(["makeKey", "modelKey", "yearFrom", "yearTo"])
    .orderBy("count", "desc")
    .orderBy("make")
    .orderBy("model")
    .limit(limit)
    .execute();
}

async function deleteAlerts(ids: readonly string[]): Promise<boolean> {
  await deleteMailAbout(ids);
  const { numDeletedRows } = await db.deleteFrom("arrivalAlerts").where("id", "in", ids).executeTakeFirst();
  return numDeletedRows > 0n;
}

async function countAlerts(q: string | undefined): Promise<number> {
  const { count } = await matching(q)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function matching(q: string | undefined) {
  return db.selectFrom("arrivalAlerts").where(allOf(q === undefined ? [] : searchTextHas(q)));
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}
