import { z } from "zod";
import { isBlank } from "./text";
import { withoutThousands } from "./thousands";

/**
 * A whole number as a number or as typed; commas between thousands and spaces are ignored.
 * @param range.sign what may follow it: `%`
 * @param messages.missing for an empty one
 */
export function wholeNumber(
  { min, max, sign = "" }: { min: number; max: number | (() => number); sign?: string },
  { malformed, missing = malformed }: { malformed: string; missing?: string | undefined },
) {
  const isInRange = (figure: number) => figure >= min && figure <= (typeof max === "number" ? max : max());
  return z
    .union([z.number(), z.string()], { error: ({ input }) => (isBlank(input) ? missing : malformed) })
    .transform((given, context) => {
      const figure = typeof given === "number" ? given : parseWholeNumber(given, sign);
      if (Number.isSafeInteger(figure) && isInRange(figure)) return figure;
      context.addIssue({ code: "custom", message: isBlank(given) ? missing : malformed });
      return z.NEVER;
    })
    .pipe(z.number().int());
}

/** NaN for anything but digits, commas between thousands, spaces, and the sign at the end. */
function parseWholeNumber(text: string, sign: string): number {
  const typed = text.replace(/\s/g, "");
  const digits = withoutThousands(sign && typed.endsWith(sign) ? typed.slice(0, -sign.length) : typed);
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}
