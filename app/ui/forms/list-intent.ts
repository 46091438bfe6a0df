import { z } from "zod";

/** The field of conform's own buttons. */
export const LIST_INTENT = "__intent__";

/**
 * Lets a form's buttons "Add" and "Remove" only add or remove a row in one of these lists: conform would obey for any field, and run out of
 * memory on `b[99999999]`. It is rewritten, since conform might read the other one of a duplicate key.
 */
export function keepListIntent(form: FormData, lists: readonly string[]): void {
  const intent = parseIntent(form.get(LIST_INTENT));
  const isOfList = intent !== undefined && lists.includes(intent.payload.name);
  if (isOfList) form.set(LIST_INTENT, JSON.stringify(intent));
  else form.delete(LIST_INTENT);
}

const index = z.number().int().nonnegative();
const intentSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("insert"),
    payload: z.object({ name: z.string(), defaultValue: z.record(z.string(), z.string()).optional() }),
  }),
  z.object({ type: z.literal("remove"), payload: z.object({ name: z.string(), index }) }),
]);

function parseIntent(text: FormDataEntryValue | null) {
  try {
    return intentSchema.safeParse(JSON.parse(String(text))).data;
  } catch {
    return undefined;
  }
}
