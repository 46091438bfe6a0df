import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { may, ROLES, type Role } from "~/accounts/roles";
import { allOf, type Condition } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import type { AddressList, MailCauseKind, Row } from "~/db/schema";
import { STAFF_ROWS_PER_PAGE, type StaffPage } from "~/lists/staff";
import { pageWithin } from "~/lists/window";
import { refreshSettings } from "~/settings/store.server";
import { DAY_MS } from "~/values/days";
import { normalizeLine } from "~/values/normalize";
import { addressesOn, isMailOn, mailDomain } from "./settings.server";
import type { RenderedMail } from "./template.server";

/** How long a message stays in the outbox, sent or not, in milliseconds. */
const MAIL_LIFETIME_MS = 90 * DAY_MS;

/** How many confirmations one address may be sent within a day: anyone can type anyone's, so nobody is flooded with them. */
const MAX_CONFIRMATIONS = 5;
export const CONFIRMATION_PERIOD_SECONDS = 24 * 60 * 60;

/** A message as stored. */
export type Mail = Row<"outbox">;

const LINK_KEY = /([?&]key=)[^\s"&<>]+/g;

/** A message's text for others to read: anyone with the key of a link in it can see the request, or end the alert. */
export function withoutLinkKeys(text: string): string {
  return text.replace(LINK_KEY, "$1…");
}

/** A message for one recipient; both addresses are valid ones. */
export interface NewMail extends RenderedMail {
  to: string;
  replyTo?: string | undefined;
  /** Where a mail program's Unsubscribe button posts to. */
  unsubscribeUrl?: string | undefined;
  /** The record that it is about. */
  cause: { kind: MailCauseKind; id: string };
  /** The account that it tells about requests: it isn't sent once that account may no longer see them, or has another address. */
  accountId?: string | undefined;
  /** Set by `queueMailToList`. */
  addressList?: AddressList;
  /** Set by `queueConfirmation`. */
  isConfirmation?: boolean;
}

const NOTICE_DELAY_MS = 200;

type Listener = () => void;
const listeners = new Set<Listener>();

/**
 * Calls `listener` shortly after this process has queued a message. By then its transaction has most likely ended; if not, the
 * job's next run finds the message.
 * @returns a function that ends it
 */
export function onMailQueued(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Queues a message to an address that was only typed, not verified.
 * @returns false, and queues nothing, if the address has been sent the most confirmations that it may within a day
 */
export async function queueConfirmation(mail: NewMail, now: Date): Promise<boolean> {
  if ((await countConfirmations(mail.to, now)) >= MAX_CONFIRMATIONS) return false;
  await queueMail({ ...mail, isConfirmation: true }, now);
  return true;
}

/** The confirmations to an address within the last day, however it is capitalized. */
async function countConfirmations(to: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("outbox")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("createdAt", ">", new Date(now.getTime() - CONFIRMATION_PERIOD_SECONDS * 1000).toISOString())
    .where("isConfirmation", "=", 1)
    .where(({ fn }) => fn<string>("lower", ["to"]), "=", to.toLowerCase())
    .executeTakeFirstOrThrow();
  return count;
}

/** Queues a message to each address of a list in Settings; it is not sent to one that is taken off the list before. */
export async function queueMailToList(
  addressList: AddressList,
  mail: Omit<NewMail, "to">,
  now: Date,
): Promise<void> {
  for (const to of addressesOn(addressList)) await queueMail({ ...mail, to, addressList }, now);
}

/** Queues a message, in the transaction that stores what it is about; does nothing where mail is off. */
export async function queueMail(
  {
    to,
    replyTo,
    unsubscribeUrl,
    subject,
    text,
    html,
    cause,
    accountId,
    addressList,
    isConfirmation = false,
  }: NewMail,
  now: Date,
): Promise<void> {
  if (!isMailOn()) return;
  const createdAt = now.toISOString();
  await db
    .insertInto("outbox")
    .values({
      messageId: `<${randomUUID()}@${mailDomain()}>`,
      createdAt,
      // A line break would start another header.
      to: normalizeLine(to),
      replyTo: replyTo === undefined ? null : normalizeLine(replyTo),
      unsubscribeUrl: unsubscribeUrl ?? null,
      subject: normalizeLine(subject),
      text,
      html,
      causeKind: cause.kind,
      causeId: cause.id,
      accountId: accountId ?? null,
      addressList: addressList ?? null,
      nextAttemptAt: createdAt,
      isConfirmation: isConfirmation ? 1 : 0,
    })
    .execute();
  notify();
}

function notify(): void {
  for (const listener of listeners) setTimeout(listener, NOTICE_DELAY_MS).unref();
}

/** The messages that a role sees: what is sent to accounts tells their addresses, which only owners see. */
function visibleTo(role: Role): Condition {
  return may(role, "settings", "see")
    ? allOf([])
    : sql<boolean>`${sql.ref("causeKind")} <> 'account' and ${sql.ref("accountId")} is null`;
}

/** One page of what a role sees of the outbox, newest first. */
export async function findMailPage(requestedPage: number, role: Role): Promise<StaffPage<Mail>> {
  const { count } = await db
    .selectFrom("outbox")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(visibleTo(role))
    .executeTakeFirstOrThrow();
  const { page, pages } = pageWithin(requestedPage, count, STAFF_ROWS_PER_PAGE);
  const entries = await db
    .selectFrom("outbox")
    .selectAll()
    .where(visibleTo(role))
    .orderBy("id", "desc")
    .limit(STAFF_ROWS_PER_PAGE)
    .offset((page - 1) * STAFF_ROWS_PER_PAGE)
    .execute();
  return { entries, total: count, all: count, page, pages };
}

const HEAD_COLUMNS = [
  ...(["messageId", "createdAt", "to", "subject", "causeKind", "causeId"] as const),
  ...(["status", "attempts", "nextAttemptAt", "sentAt", "lastError"] as const),
] as const;
/** A message and its state, without what it says. */
export type MailHead = Pick<Mail, (typeof HEAD_COLUMNS)[number]>;

/** The messages about these records, oldest first. */
export async function findMailAbout(recordIds: readonly string[]): Promise<MailHead[]> {
  if (recordIds.length === 0) return [];
  return db
    .selectFrom("outbox")
    .select(HEAD_COLUMNS)
    .where("causeId", "in", recordIds)
    .orderBy("id")
    .execute();
}

/** How many messages have failed that a role sees. */
export async function countFailedMail(role: Role): Promise<number> {
  const { count } = await db
    .selectFrom("outbox")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("status", "=", "failed")
    .where(visibleTo(role))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Makes a message that has failed or was dismissed, or waits for its next attempt, due now and gives it all its attempts again.
 * @param messageId which one: its number is given again after a restore of an older backup
 * @returns false if it was sent, is being sent or does not exist for this role
 */
export async function sendAgain(messageId: string, role: Role, now: Date): Promise<boolean> {
  await dropMailOfFormerStaff();
  const mail = await db
    .selectFrom("outbox")
    .select(["id", "to", "addressList"])
    .where("messageId", "=", messageId)
    .executeTakeFirst();
  if (mail && (await dropUnlessListed(mail))) return false;
  const time = now.toISOString();
  const { numUpdatedRows } = await db
    .updateTable("outbox")
    .set({ status: "waiting", attempts: 0, nextAttemptAt: time, isUnreachable: 0 })
    .where("messageId", "=", messageId)
    .where(visibleTo(role))
    .where("status", "<>", "sent")
    .where((eb) => eb.or([eb("lockedUntil", "is", null), eb("lockedUntil", "<=", time)]))
    .executeTakeFirst();
  notify();
  return numUpdatedRows > 0n;
}

/**
 * Dismisses a failed message: it no longer counts as failed, and can still be sent again.
 * @returns false if it has not failed or does not exist for this role
 */
export async function dismissMail(messageId: string, role: Role): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("outbox")
    .set({ status: "dismissed" })
    .where("messageId", "=", messageId)
    .where(visibleTo(role))
    .where("status", "=", "failed")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const TOLD_ROLES = ROLES.filter((role) => may(role, "requests", "see"));

/**
 * Deletes unsent mail to accounts that may no longer see requests: they were removed or turned off, or have another role. Mail to an
 * address that the account has given up goes too, since its mailbox may be someone else's.
 */
export async function dropMailOfFormerStaff(): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where("status", "<>", "sent")
    .where("accountId", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("administrators")
            .select("administrators.id")
            .whereRef("administrators.id", "=", "outbox.accountId")
            .whereRef("administrators.email", "=", "outbox.to")
            .where("turnedOffAt", "is", null)
            .where("role", "in", TOLD_ROLES),
        ),
      ),
    )
    .execute();
}

/**
 * Deletes a message, unless it was sent, whose address was taken off its list in Settings since it was queued: its mailbox may belong to
 * someone who must hear of no more customers. Asked about a stored one, so that the settings are no older than it.
 * @returns whether it must not be sent
 */
export async function dropUnlessListed({
  id,
  to,
  addressList,
}: Pick<Mail, "id" | "to" | "addressList">): Promise<boolean> {
  if (addressList === null) return false;
  await refreshSettings();
  if (addressesOn(addressList).includes(to)) return false;
  await db.deleteFrom("outbox").where("id", "=", id).where("status", "<>", "sent").execute();
  return true;
}

/** Deletes the messages about these records, with the personal data in them. */
export async function deleteMailAbout(recordIds: readonly string[]): Promise<void> {
  if (recordIds.length > 0) await db.deleteFrom("outbox").where("causeId", "in", recordIds).execute();
}

/** Deletes the messages to an account, about it or about requests, with its addresses in them. */
export async function deleteMailTo(accountId: string): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where(({ or, eb }) => or([eb("causeId", "=", accountId), eb("accountId", "=", accountId)]))
    .execute();
}

/** Deletes the messages that are older than 90 days. */
export async function deleteOldMail(now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - MAIL_LIFETIME_MS).toISOString();
  await db.deleteFrom("outbox").where("createdAt", "<=", oldest).execute();
}
