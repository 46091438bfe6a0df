import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { actor, now } from "~/context.server";
import { sessionSecret } from "~/http/session-secret.server";
import { findSetting, storeSetting, watchSettings } from "./store.server";

/*
 * Secrets among the settings, such as the mail server's password: encrypted with a key derived from the session secret, in a row of
 * their own that is no section, so that no form, history, export or import has them. Each is bound to the settings that it is for:
 * whoever points the site to another server does not get the password with it.
 */

const SECRETS = "secrets";
const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const key = Buffer.from(hkdfSync("sha256", sessionSecret, "", "secrets of the settings", 32));

type Stored = Readonly<Record<string, string>>;

let stored: Stored = {};
watchSettings((settings) => {
  stored = toStored(settings.get(SECRETS));
});

/** `unusable` is one that was stored for other settings or under another session secret, and has to be typed again. */
export type SecretState = "none" | "stored" | "unusable";

/** Whether there is a secret of this name for these settings. */
export function secretState(name: string, boundTo: readonly unknown[]): SecretState {
  if (stored[name] === undefined) return "none";
  return readSecret(name, boundTo) === undefined ? "unusable" : "stored";
}

/** The secret; undefined if there is none for these settings. */
export function readSecret(name: string, boundTo: readonly unknown[]): string | undefined {
  const text = stored[name];
  if (text === undefined) return undefined;
  try {
    const bytes = Buffer.from(text, "base64url");
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(label(name, boundTo));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Stores a secret, or forgets it, in the transaction that stores the settings that it is for. */
export async function storeSecret(
  name: string,
  secret: string | undefined,
  boundTo: readonly unknown[],
): Promise<void> {
  const row = await findSetting(SECRETS);
  const { [name]: _former, ...others } = toStored(row && JSON.parse(row.value));
  const value = secret === undefined ? others : { ...others, [name]: encrypt(name, secret, boundTo) };
  const version = (row?.version ?? 0) + 1;
  await storeSetting(SECRETS, value, { version, at: now(), by: actor().username });
}

function encrypt(name: string, secret: string, boundTo: readonly unknown[]): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(label(name, boundTo));
  const closed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString("base64url");
}

function label(name: string, boundTo: readonly unknown[]): Buffer {
  return Buffer.from(JSON.stringify([name, ...boundTo.map((value) => value ?? null)]));
}

function toStored(value: unknown): Stored {
  const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
  return Object.fromEntries(entries.filter(([, text]) => typeof text === "string"));
}
