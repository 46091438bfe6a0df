import { z } from "zod";

/** The longest address mail can be sent to (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;

/**
 * A required e-mail address, trimmed (specification, section 5). `missing` and `malformed` are the sentences of
 * the form it stands in; an address too long to send to is malformed.
 */
export function emailSchema({ missing, malformed }: { missing: string; malformed: string }) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing, abort: true })
    .max(MAX_EMAIL_LENGTH, { error: malformed, abort: true })
    .refine(isAddressShaped, { error: malformed });
}

// As a browser checks it, and with a dot: nobody outside `name@host` could answer that host.
function isAddressShaped(address: string): boolean {
  return z.regexes.html5Email.test(address) && /@[^@]+\.[^@.]{2,}$/.test(address);
}
