import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { db, transaction } from "~/db/connection.server";
import { log } from "~/http/log.server";
import { dropMailOfFormerStaff, dropUnlessListed, type Mail } from "./outbox.server";
import {
  createMailTransport,
  deliver,
  type MailTransport,
  SEND_TIMEOUT_MS,
  toProblem,
} from "./transport.server";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after each failed attempt the next one is made; after the last one, the message has failed. */
const RETRY_DELAYS_MS = [
  1 * MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
];

/** How long a message belongs to the process that sends it (docs/decisions/processes.md). */
const LOCK_MS = SEND_TIMEOUT_MS + 3 * MINUTE_MS;
const MAX_ERROR_LENGTH = 500;

/** The codes of nodemailer's errors that are about the server or the network, and not about the message. */
const UNREACHABLE = /^E(CONN\w*|TIMEDOUT|SOCKET|PIPE|DNS|TLS|REQUIRETLS|PROTOCOL|AUTH|NOAUTH|ABORT|PROXY)$/;

/**
 * Sends what is due, oldest first, until nothing is. If the server cannot be reached or rejects our login, that was one attempt
 * for every message that is due; when it can be reached again, they are all sent, in the order in which they were queued.
 */
export async function sendDueMail(now: Date): Promise<void> {
  // A look, which takes no lock, because most of the time there is nothing.
  if (!(await isAnyDue(now))) return;
  const started = performance.now();
  const clock = () => new Date(now.getTime() + performance.now() - started);
  const transport = await createMailTransport();
  try {
    await transport.verify();
  } catch (error) {
    log.warn({ error: new Error(toProblem(error)) }, "mail server unreachable");
    await noteUnreachable(error, clock());
    return;
  }
  await makeDueAfterOutage(clock());
  const sender = { lock: randomUUID(), clock };
  let mail = await claimNext(sender);
  while (mail && (await sendOne(transport, mail, sender))) mail = await claimNext(sender);
}

interface Sender {
  /** Names this run in the messages that it has locked. */
  lock: string;
  clock: () => Date;
}

/** Sends one message, unless it is for nobody any longer, and notes what came of it; false if the server was lost. */
async function sendOne(transport: MailTransport, mail: Mail, sender: Sender): Promise<boolean> {
  if (await dropUnlessListed(mail)) return true;
  const failure = await deliver(transport, mail).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const time = sender.clock();
  if (!failure) {
    // A link that opens an account must not lie here, and in backups, once it is on its way.
    const emptied = mail.causeKind === "account" ? { text: "", html: "" } : {};
    await note(mail, sender, { status: "sent", sentAt: time.toISOString(), lastError: null, ...emptied });
    return true;
  }
  const { error } = failure;
  const next = isPermanent(error) ? GIVEN_UP : afterAttempt(mail.attempts, time);
  if (next.status === "failed") log.warn({ mail: mail.id }, "mail failed");
  const isSecret = mail.causeKind === "account";
  await note(mail, sender, { ...next, lastError: toText(error, { isSecret }) });
  return !isUnreachable(error);
}

/**
 * Locks the oldest message that is due, those about accounts first: somebody is waiting for a link. The attempt counts from here, so that
 * a crash counts as one.
 */
async function claimNext({ lock, clock }: Sender): Promise<Mail | undefined> {
  // Again before each: an account may be turned off while a slow server takes the earlier ones.
  await dropMailOfFormerStaff();
  const now = clock();
  return db
    .updateTable("outbox")
    .set(({ eb }) => ({
      lockedBy: lock,
      lockedUntil: new Date(now.getTime() + LOCK_MS).toISOString(),
      attempts: eb("attempts", "+", 1),
    }))
    .where("id", "=", due(now).select("id").orderBy(isOfOthers).orderBy("id").limit(1))
    .returningAll()
    .executeTakeFirst();
}

const isOfOthers = sql`case when ${sql.ref("causeKind")} = 'account' then 0 else 1 end`;

/** Unlocks the message with its outcome, unless its lock has expired in the meantime and was taken. */
async function note({ id }: Mail, { lock }: Sender, outcome: Partial<Mail>): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ ...outcome, lockedBy: null, lockedUntil: null })
    .where("id", "=", id)
    .where("lockedBy", "=", lock)
    .execute();
}

async function noteUnreachable(error: unknown, now: Date): Promise<void> {
  const lastError = toText(error);
  // In one transaction, so that each attempt is counted once; a statement for each number of attempts, since thousands may be waiting.
  await transaction(async () => {
    for (let attempts = RETRY_DELAYS_MS.length; attempts >= 0; attempts--) {
      await db
        .updateTable("outbox")
        .set({ ...afterAttempt(attempts + 1, now), attempts: attempts + 1, isUnreachable: 1, lastError })
        .where("id", "in", due(now).where("attempts", "=", attempts).select("id"))
        .execute();
    }
  });
}

async function makeDueAfterOutage(now: Date): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ nextAttemptAt: now.toISOString(), isUnreachable: 0 })
    .where("status", "=", "waiting")
    .where("isUnreachable", "=", 1)
    .execute();
}

async function isAnyDue(now: Date): Promise<boolean> {
  return (await due(now).select("id").limit(1).executeTakeFirst()) !== undefined;
}

/**
 * What may be sent now. A message that would wait longer than the delay after its attempts got its time while the clock was ahead,
 * and does not wait until the clock is there again. A time may have been written a moment after this one read the clock, so
 * a message that waits a little longer does wait: it would go out twice.
 */
function due(now: Date) {
  const time = now.toISOString();
  const later = (delay: number) => new Date(now.getTime() + delay + LOCK_MS).toISOString();
  return db
    .selectFrom("outbox")
    .where("status", "=", "waiting")
    .where((eb) =>
      eb.or([
        eb("nextAttemptAt", "<=", time),
        ...[0, ...RETRY_DELAYS_MS].map((delay, attempts) =>
          eb.and([eb("attempts", "=", attempts), eb("nextAttemptAt", ">", later(delay))]),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb("lockedUntil", "is", null),
        eb("lockedUntil", "<=", time),
        eb("lockedUntil", ">", later(LOCK_MS)),
      ]),
    );
}

const GIVEN_UP = { status: "failed" } as const;

/** When to try again after this many attempts, or that it was the last one. */
function afterAttempt(attempts: number, now: Date) {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  if (delay === undefined) return GIVEN_UP;
  return { status: "waiting", nextAttemptAt: new Date(now.getTime() + delay).toISOString() } as const;
}

function isUnreachable(error: unknown): boolean {
  return UNREACHABLE.test(String((error as { code?: unknown }).code));
}

/** A 5xx about this message; a rejected login is the operator's to fix, so the message waits. */
function isPermanent(error: unknown): boolean {
  return !isUnreachable(error) && Number((error as { responseCode?: unknown }).responseCode) >= 500;
}

function toText(error: unknown, options?: Parameters<typeof toProblem>[1]): string {
  return toProblem(error, options).slice(0, MAX_ERROR_LENGTH);
}
