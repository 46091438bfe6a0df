import { z } from "zod";

/** The longest email address that mail can be sent to (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;

/**
 * A required email address, trimmed. `missing` and `malformed` are the form's error messages;
 * an address that is too long counts as malformed.
 */
export function emailSchema({ missing, malformed }: { missing: string; malformed: string }) {
  // Nothing aborts, which would keep a rule about the whole form from being checked as well.
  return z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .max(MAX_EMAIL_LENGTH, { error: malformed })
    .refine((email) => !mayBeEmail(email) || isEmail(email), { error: malformed });
}

/** False where another rule has said what is wrong. */
function mayBeEmail({ length }: string): boolean {
  return length > 0 && length <= MAX_EMAIL_LENGTH;
}

// The browser's own check, plus a dot in the domain, because `name@host` is not reachable from the internet.
function isEmail(text: string): boolean {
  return z.regexes.html5Email.test(text) && /@[^@]+\.[^@.]{2,}$/.test(text);
}
