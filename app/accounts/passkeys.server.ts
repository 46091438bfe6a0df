import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { business } from "~/business/business.server";
import { config } from "~/config.server";
import { now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { log } from "~/http/log.server";
import { type Administrator, findAdministratorById } from "./administrator.server";
import { hasSecondFactor } from "./factor-state.server";
import { MAX_PASSKEYS } from "./second-factor";
import { dropUselessCodes, isSessionOf, makeRecoveryCodes, noteFactor } from "./second-factor.server";
import { endSessions } from "./session.server";

/*
 * Passkeys: a key in a phone, a computer or a password manager that signs in alone, because it asks for a finger, a face or a PIN itself.
 */

/** Loaded with the first passkey: the package brings many certificates along, and most starts need none. */
const webauthn = () => import("@simplewebauthn/server");

/** The ways a browser reaches a passkey that we keep. */
const TRANSPORTS: AuthenticatorTransportFuture[] = [
  "ble",
  "cable",
  "hybrid",
  "internal",
  "nfc",
  "smart-card",
  "usb",
];

/** The site as passkeys know it: they belong to its public address, and need https, or this machine. */
const relyingParty = relyingPartyOf(config.PUBLIC_URL);

function relyingPartyOf(publicUrl: string | undefined): { id: string; origin: string } | undefined {
  if (publicUrl === undefined) return undefined;
  const { hostname, origin, protocol } = new URL(publicUrl);
  return protocol === "https:" || hostname === "localhost" ? { id: hostname, origin } : undefined;
}

/** Whether the site has what passkeys need. */
export function arePasskeysOn(): boolean {
  return relyingParty !== undefined;
}

/** What a browser is asked to make a passkey with; undefined where the site has none, `full` where the account has the most it may. */
export async function passkeyOptions({ id, username }: Pick<Administrator, "id" | "username">) {
  if (!relyingParty) return undefined;
  const known = await listPasskeys(id);
  if (known.length >= MAX_PASSKEYS) return "full";
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: business.name,
    rpID: relyingParty.id,
    userName: username,
    userID: new TextEncoder().encode(id),
    attestationType: "none",
    excludeCredentials: known.map((one) => ({ id: one.id, transports: toTransports(one.transports) })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

function listPasskeys(administratorId: string) {
  return db
    .selectFrom("passkeys")
    .select(["id", "transports"])
    .where("administratorId", "=", administratorId)
    .execute();
}

/** Of a credential's id in base64url: 1,023 bytes, as WebAuthn has it (section 4, Credential ID). */
const MAX_ID_LENGTH = Math.ceil((1023 * 4) / 3);

/**
 * Stores the passkey that a browser has made for a challenge.
 * @param options.sessionId where it is added; the account's other sessions end
 * @returns the recovery codes if it is the account's first second factor, else none; `full` if the account has the most it may; undefined
 * if it does not fit the challenge, or the session has ended
 */
export async function addPasskey(
  account: Administrator,
  {
    name,
    challenge,
    response,
    sessionId,
  }: { name: string; challenge: string; response: unknown; sessionId: string },
): Promise<string[] | "full" | undefined> {
  if (!relyingParty) return undefined;
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty;
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verified(response, async () => {
    await refuseCertificates(response as RegistrationResponseJSON);
    return verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      ...{ expectedOrigin, expectedRPID },
      requireUserVerification: true,
    });
  });
  if (!registrationInfo || registrationInfo.credential.id.length > MAX_ID_LENGTH) return undefined;
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  // As the browser says it, unsigned: it may be anything.
  const said: unknown[] = [transports].flat();
  return transaction(async () => {
    if (!(await isSessionOf(account.id, sessionId))) return undefined;
    // Checked again, because many may have been requested while there were few.
    if ((await listPasskeys(account.id)).length >= MAX_PASSKEYS) return "full";
    const isFirst = !(await hasSecondFactor(account.id));
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("passkeys")
      .values({
        ...{ id, name, counter, administratorId: account.id },
        publicKey: Buffer.from(publicKey).toString("base64url"),
        transports: TRANSPORTS.filter((one) => said.includes(one)).join(","),
        createdAt: now().toISOString(),
        lastUsedAt: null,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return undefined;
    // Without its name: both name and address are typed freely, so the mail could say anything to anyone.
    await noteFactor(account, { after: `Passkey ${name}` }, "A passkey was added to your account.");
    await endSessions(account.id, { keep: sessionId });
    return isFirst ? makeRecoveryCodes(account.id) : [];
  });
}

/** Takes a passkey off an account; false if it has none of this id. */
export async function removePasskey(account: Administrator, id: string): Promise<boolean> {
  return transaction(async () => {
    const removed = await db
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("administratorId", "=", account.id)
      .returning("name")
      .executeTakeFirst();
    if (!removed) return false;
    const { name } = removed;
    await noteFactor(account, { before: `Passkey ${name}` }, "A passkey was removed from your account.");
    await dropUselessCodes(account.id);
    return true;
  });
}

/** What a browser is asked for to sign in with a passkey; the browser shows which ones it has. */
export async function passkeySignInOptions() {
  if (!relyingParty) return undefined;
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({ rpID: relyingParty.id, userVerification: "required" });
}

/** The account whose passkey answered a challenge; undefined if none did. */
export async function findByPasskey(
  { challenge, response }: { challenge: string; response: unknown },
  time: Date,
): Promise<Administrator | undefined> {
  const answer = response as AuthenticationResponseJSON | undefined;
  const passkey =
    relyingParty &&
    typeof answer?.id === "string" &&
    (await db.selectFrom("passkeys").selectAll().where("id", "=", answer.id).executeTakeFirst());
  if (!passkey) return undefined;
  const { verifyAuthenticationResponse } = await webauthn();
  const { authenticationInfo } = await verified(answer, () =>
    verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
        transports: toTransports(passkey.transports),
      },
      requireUserVerification: true,
    }),
  );
  if (!authenticationInfo) return undefined;
  const { newCounter } = authenticationInfo;
  // Checked again, because it may have been removed in the meantime, or a copy of it may have answered at the same time.
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ counter: newCounter, lastUsedAt: time.toISOString() })
    .where("id", "=", passkey.id)
    .$if(newCounter > 0, (query) => query.where("counter", "<", newCounter))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  return findAdministratorById(passkey.administratorId);
}

/** What a check found, or nothing: the library throws for anything that doesn't fit. */
async function verified<Result extends { verified: boolean }>(
  response: unknown,
  check: () => Promise<Result>,
): Promise<Partial<Result>> {
  try {
    const result = await check();
    return result.verified && !isFromFrame(response) ? result : {};
  } catch (error) {
    log.info({ error }, "a passkey's answer does not fit");
    return {};
  }
}

/**
 * We ask for no attestation, so a browser sends none, or a self-signed one. For one with certificates the library would fetch any address
 * that they name.
 * @throws Error if it has certificates or can't be read
 */
async function refuseCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get("fmt");
  const isOwn = format === "packed" && attestation.get("attStmt").get("x5c") === undefined;
  if (format !== "none" && !isOwn)
    throw new Error(`A passkey with an attestation that nobody asked for: ${format}`);
}

/** Whether a browser asked from a frame on another site's page. The library leaves this check to us. */
function isFromFrame(response: unknown): boolean {
  const { clientDataJSON } = (response as AuthenticationResponseJSON).response;
  return JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()).crossOrigin === true;
}

function toTransports(stored: string): AuthenticatorTransportFuture[] {
  return stored.split(",").filter(Boolean) as AuthenticatorTransportFuture[];
}
