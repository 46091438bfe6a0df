import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";

// The library tries at first use whether it may make code of a text, which our content policy forbids and reports.
if (typeof document !== "undefined") z.config({ jitless: true });

/**
 * A form checked against its schema, in the browser and on the server alike, as conform's submission: the
 * value, or the reply that shows the form again with every word. The schemas know blank from missing
 * themselves (see models/text.ts), so conform leaves the values as they were typed.
 */
export function checkForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  return parseWithZod(form, { schema, disableAutoCoercion: true });
}
