import { createHash } from "node:crypto";
import { actor, now } from "~/context.server";
import { openSealed, seal } from "~/http/sealed.server";
import { findSetting, storeSetting, watchSettings } from "./store.server";

/*
 * Secrets among the settings, such as the mail server's password: encrypted with a key derived from the session secret, in a separate row
 * that is no section, so that no form, history, export or import has them. Each is bound to the settings that it is for: someone who points
 * the site to another server doesn't get the password with it.
 */

const SECRETS = "secrets";

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
  return text === undefined ? undefined : openSealed(purposeOf(name, boundTo), text);
}

/** Stores a secret, or forgets it, in the transaction that stores the settings that it is for. */
export async function storeSecret(
  name: string,
  secret: string | undefined,
  boundTo: readonly unknown[],
): Promise<void> {
  const row = await findSetting(SECRETS);
  const { [name]: _former, ...others } = toStored(row && JSON.parse(row.value));
  const value = secret === undefined ? others : { ...others, [name]: seal(purposeOf(name, boundTo), secret) };
  const version = (row?.version ?? 0) + 1;
  await storeSetting(SECRETS, value, { version, at: now(), by: actor().username });
}

/** Another one for other settings. Hashed, because a key's purpose has a longest length. */
function purposeOf(name: string, boundTo: readonly unknown[]): string {
  const settings = JSON.stringify(boundTo.map((value) => value ?? null));
  return `setting ${name} ${createHash("sha256").update(settings).digest("base64url")}`;
}

function toStored(value: unknown): Stored {
  const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
  return Object.fromEntries(entries.filter(([, text]) => typeof text === "string"));
}
