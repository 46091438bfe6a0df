import { createHash } from "node:crypto";
import type { FormValues } from "./form";

/**
 * A hash of the text that each field was opened with, as JSON. The form carries it, so that saving it over a newer version changes only the
 * fields that were touched. The texts themselves could make the form larger than a form may be.
 */
export function hashValues(values: FormValues): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([name, text]) => [name, hashText(text)])),
  );
}

/** What `hashValues` has for a text. */
export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 8);
}
