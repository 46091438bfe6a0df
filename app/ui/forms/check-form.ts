import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";

// Zod would otherwise try `new Function` at first use, which the content security policy blocks and reports.
if (typeof document !== "undefined") z.config({ jitless: true });

/**
 * Checks a form against its schema, in the browser and on the server. Returns conform's submission: the value, or a reply that
 * shows the form again as typed. conform does not coerce, because the schemas handle blank text (values/text.ts).
 */
export function checkForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  return parseWithZod(form, { schema, disableAutoCoercion: true });
}

/** The form as typed, without a check. */
export function checkNothing(form: FormData) {
  return checkForm(form, z.object({}));
}
