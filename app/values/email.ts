import { z } from "zod";

/** The longest email address that mail can be sent to (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;

/**
 * A required email address, trimmed. `missing` and `malformed` are the form's error messages;
 * an address that is too long counts as malformed.
 */
export function emailSchema({ missing, malformed }: { missing: string; malformed: string }) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing, abort: true })
    .max(MAX_EMAIL_LENGTH, { error: malformed, abort: true })
    .refine(isEmail, { error: malformed });
}

// The browser's own check, plus a dot in the domain, because `name@host` is not reachable from the internet.
function isEmail(text: string): boolean {
  return z.regexes.html5Email.test(text) && /@[^@]+\.[^@.]{2,}$/.test(text);
}
