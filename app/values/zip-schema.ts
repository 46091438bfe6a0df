import { optionalLine } from "./text";
import { formatZip, INVALID_ZIP, isPostalCode } from "./zip";

/** The most characters of another country's postal code. */
const MAX_LENGTH = 20;

/** A postal code that may be left out. Not in `zip.ts`, so that pages without a form do not load zod. */
export function optionalZip() {
  return optionalLine(MAX_LENGTH)
    .overwrite((code) => code && formatZip(code))
    .refine((code) => code === undefined || isPostalCode(code), { error: INVALID_ZIP });
}
