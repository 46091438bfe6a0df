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
    .pipe(z.email({ error: malformed, pattern: z.regexes.html5Email }))
    .refine(hasDomainWithDot, { error: malformed });
}

// The browser's pattern takes `name@host`; nobody outside that host could answer it.
function hasDomainWithDot(address: string): boolean {
  return /@[^@]+\.[^@.]{2,}$/.test(address);
}
