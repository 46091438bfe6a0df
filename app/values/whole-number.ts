import { z } from "zod";
import { isBlank } from "./text";
import { withoutThousands } from "./thousands";

/** A whole number as a number or as typed; commas between thousands and spaces are ignored. `missing` is the message for an empty one. */
export function wholeNumber(
  { min, max }: { min: number; max: number | (() => number) },
  { malformed, missing = malformed }: { malformed: string; missing?: string | undefined },
) {
  const isInRange = (figure: number) => figure >= min && figure <= (typeof max === "number" ? max : max());
  return z
    .union([z.number(), z.string()], { error: ({ input }) => (isBlank(input) ? missing : malformed) })
    .transform((given, context) => {
      const figure = typeof given === "number" ? given : parseWholeNumber(given);
      if (Number.isSafeInteger(figure) && isInRange(figure)) return figure;
      context.addIssue({ code: "custom", message: isBlank(given) ? missing : malformed });
      return z.NEVER;
    })
    .pipe(z.number().int());
}

/** NaN for anything but digits, commas between thousands and spaces. */
function parseWholeNumber(text: string): number {
  const digits = withoutThousands(text.replace(/\s/g, ""));
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}
