import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { business } from "~/business/business.server";
import { now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { createRateLimiter } from "~/http/rate-limits.server";
import { openSealed, seal } from "~/http/sealed.server";
import { truncate } from "~/values/format";
import { queueAccountMail } from "./account-mail.server";
import { type Administrator, findLastChange, recordAccount } from "./administrator.server";
import { hasSecondFactor, readSecondFactor } from "./factor-state.server";
import { randomReadable } from "./readable.server";
import { appPurpose, RECOVERY_CODES } from "./second-factor";
import { endSessions, findSessionById } from "./session.server";

/*
 * What an account is asked for after its password: a code of an app on its phone, or one of ten recovery codes. Passkeys are in
 * passkeys.server.ts.
 */

/** Every authenticator app takes these, and many take no others. */
const TOTP_OPTIONS = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** A phone's clock may be this many periods off. */
const WINDOW = 1;
/** As RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** The longest name of the business, in characters: apps show about half of it, and the QR code says it twice. */
const MAX_ISSUER_LENGTH = 40;

/** Wrong codes of the app from any address: someone trying them has the password, and may have many addresses. */
const WRONG_CODES = { points: 20, duration: 24 * 60 * 60 };

const wrongCodes = () => createRateLimiter("wrongCodes", WRONG_CODES);

/** A secret for an authenticator app, which is stored once a code of it was typed. */
export interface NewTotp {
  /** As the app takes it, typed or in a QR code. */
  secret: string;
  uri: string;
}

/** An app that is being set up: in which session, and the newest change of the account when its password was typed. */
export interface TotpSetUp {
  secret: string;
  sessionId: string;
  lastChange: number;
}

/** A new secret for an account's app. */
export function newTotp(username: string): NewTotp {
  const totp = totpOf(new Secret({ size: SECRET_BYTES }).base32, username);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The same secret again, for a form that is shown again. */
export function totpFrom(secret: string, username: string): NewTotp {
  return { secret, uri: totpOf(secret, username).toString() };
}

/**
 * Stores the secret of an account's app, if the code is one of it.
 * @param options.sessionId where it is set up; the account's other sessions end, since they came in without it
 * @param options.lastChange the account's when the set-up began: one set-up is one change, and none is over another
 * @returns the recovery codes if these are the first of the account, empty if it has some; `over` if the account was changed since, or
 * the session has ended
 */
export async function turnOnTotp(
  account: Administrator,
  { secret, code, sessionId, lastChange }: TotpSetUp & { code: string },
): Promise<string[] | "wrong" | "over"> {
  const step = stepOf(secret, code, now());
  const codes = await transaction(async () => {
    if (!(await isSessionOf(account.id, sessionId))) return "over";
    if ((await findLastChange(account.id)) !== lastChange) return "over";
    if (step === undefined) return "wrong";
    const isFirst = !(await hasSecondFactor(account.id));
    await db
      .updateTable("administrators")
      .set({ totpSecret: seal(appPurpose(account.id), secret), totpUsedStep: step })
      .where("id", "=", account.id)
      .execute();
    await noteFactor(
      account,
      { after: "Authenticator app" },
      "An authenticator app was set up for your account.",
    );
    await endSessions(account.id, { keep: sessionId });
    return isFirst ? makeRecoveryCodes(account.id) : [];
  });
  // What was guessed was the code of another app.
  if (typeof codes !== "string") await wrongCodes().delete(account.id);
  return codes;
}

/**
 * Whether a session is still the account's, in the transaction that adds a second factor: a reset ends it, and nothing started before a
 * reset may exist afterwards.
 */
export async function isSessionOf(administratorId: string, sessionId: string): Promise<boolean> {
  return (await findSessionById(sessionId, now()))?.user._id === administratorId;
}

/** Takes the app off an account; false if it has none. */
export async function turnOffTotp(account: Administrator): Promise<boolean> {
  return transaction(async () => {
    const { numUpdatedRows } = await db
      .updateTable("administrators")
      .set({ totpSecret: null, totpUsedStep: null })
      .where("id", "=", account.id)
      .where("totpSecret", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await noteFactor(
      account,
      { before: "Authenticator app" },
      "The authenticator app was removed from your account.",
    );
    await dropUselessCodes(account.id);
    return true;
  });
}

/** New recovery codes in place of those that an account has. */
export async function replaceRecoveryCodes(account: Administrator): Promise<string[]> {
  return transaction(async () => {
    const codes = await makeRecoveryCodes(account.id);
    await noteFactor(
      account,
      { after: "New recovery codes" },
      "New recovery codes were made for your account.",
    );
    return codes;
  });
}

/**
 * Takes app, passkeys and recovery codes off an account, and signs it out everywhere, since the phone that was lost may be signed in;
 * false if it has none.
 */
export async function resetSecondFactor(account: Administrator): Promise<boolean> {
  return transaction(async () => {
    if (!(await hasSecondFactor(account.id))) return false;
    await db
      .updateTable("administrators")
      .set({ totpSecret: null, totpUsedStep: null })
      .where("id", "=", account.id)
      .execute();
    await db.deleteFrom("passkeys").where("administratorId", "=", account.id).execute();
    await dropUselessCodes(account.id);
    await endSessions(account.id, {});
    await noteFactor(
      account,
      { before: "On", after: "Reset" },
      "The second factor of your account was reset, and you're signed out everywhere: your password alone signs you in until you set up another.",
    );
    return true;
  });
}

/** What came of a code: `blocked` after too many wrong ones of the app. */
type CodeCheck = "right" | "wrong" | "blocked";

/** Uses up a code of the account's app, or a recovery code: neither works twice. */
export async function takeCode(account: Administrator, typed: string): Promise<CodeCheck> {
  const code = typed.replace(/[\s-]/g, "").toLowerCase();
  if (!/^\d{6}$/.test(code)) return (await takeRecoveryCode(account, code)) ? "right" : "wrong";
  const wrong = wrongCodes();
  // Counted before it is checked, so that parallel guesses all count.
  const { consumedPoints } = await wrong.penalty(account.id);
  if (consumedPoints > WRONG_CODES.points) {
    if (consumedPoints === WRONG_CODES.points + 1)
      await queueAccountMail(
        account,
        "Someone who knows your password typed too many wrong codes. If that wasn't you, change your password now.",
      );
    return "blocked";
  }
  if (!(await takeTotp(account, code))) return "wrong";
  await wrong.delete(account.id);
  return "right";
}

async function takeTotp({ id, totpSecret }: Administrator, code: string): Promise<boolean> {
  const secret = totpSecret === null ? undefined : openSealed(appPurpose(id), totpSecret);
  const step = secret === undefined ? undefined : stepOf(secret, code, now());
  if (step === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable("administrators")
    .set({ totpUsedStep: step })
    .where("id", "=", id)
    .where("totpSecret", "=", totpSecret)
    .where(({ or, eb }) => or([eb("totpUsedStep", "is", null), eb("totpUsedStep", "<", step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function takeRecoveryCode(account: Administrator, code: string): Promise<boolean> {
  const hash = hashOf(account.id, code);
  return transaction(async () => {
    const { numDeletedRows } = await db.deleteFrom("recoveryCodes").where("id", "=", hash).executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    const { recoveryCodes: left } = await readSecondFactor(account.id);
    await noteFactor(
      account,
      { before: "Recovery code" },
      `One of your account's recovery codes was used. ${left === 1 ? "1 is" : `${left} are`} left.`,
    );
    return true;
  });
}

/** @returns the codes, of which only hashes are stored */
export async function makeRecoveryCodes(administratorId: string): Promise<string[]> {
  // 79 bits each.
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomReadable({ groups: 4, length: 4 }));
  await db.deleteFrom("recoveryCodes").where("administratorId", "=", administratorId).execute();
  await db
    .insertInto("recoveryCodes")
    .values(codes.map((code) => ({ id: hashOf(administratorId, code.replaceAll("-", "")), administratorId })))
    .execute();
  return codes;
}

/** Without an app and a passkey a password is enough, and a code would be of no use. */
export async function dropUselessCodes(administratorId: string): Promise<void> {
  if (await hasSecondFactor(administratorId)) return;
  await db.deleteFrom("recoveryCodes").where("administratorId", "=", administratorId).execute();
}

/** Puts a change of an account's second factor in its history, and tells its owner by mail. */
export async function noteFactor(
  account: Pick<Administrator, "id" | "username" | "email">,
  { before, after }: { before?: string; after?: string },
  sentence: string,
): Promise<void> {
  await recordAccount("changed", account, {
    ...(before === undefined ? {} : { before: { secondFactor: before } }),
    ...(after === undefined ? {} : { after: { secondFactor: after } }),
  });
  await queueAccountMail(account, sentence);
}

/** The time step that a code is of, undefined for a wrong one. */
function stepOf(secret: string, code: string, time: Date): number | undefined {
  const delta = totpOf(secret, "").validate({
    token: code.replace(/\s/g, ""),
    timestamp: time.getTime(),
    window: WINDOW,
  });
  return delta === null ? undefined : Math.floor(time.getTime() / 1000 / TOTP_OPTIONS.period) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    ...TOTP_OPTIONS,
    issuer: truncate(business.name.replaceAll(":", " "), MAX_ISSUER_LENGTH),
    label,
    secret: Secret.fromBase32(secret),
  });
}

function hashOf(administratorId: string, code: string): string {
  return createHash("sha256")
    .update(JSON.stringify([administratorId, code]))
    .digest("base64url");
}
