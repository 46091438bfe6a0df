import { z } from "zod";
import { formatPhone, isPhoneNumber } from "./phone";

/**
 * A required phone number in any common format, stored as `(555) 555-5555`. `missing` and
 * `malformed` are the form's error messages. Not in `phone.ts`, so that pages without a form do not load zod.
 */
export function phoneSchema({ missing, malformed }: { missing: string; malformed: string }) {
  return (
    z
      .string({ error: missing })
      .trim()
      // Without `abort`, which would keep a rule about the whole form from being checked as well.
      .min(1, { error: missing })
      .refine((phone) => phone === "" || isPhoneNumber(phone), { error: malformed })
      .transform(formatPhone)
      .pipe(z.string())
  );
}
