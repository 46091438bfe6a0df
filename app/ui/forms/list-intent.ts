import { z } from "zod";

/** The field of conform's own buttons. */
export const LIST_INTENT = "__intent__";

/**
 * Leaves a form what its buttons "Add" and "Remove" ask for, a row more or less in one of these lists, and nothing else: conform would do as
 * told with any field, and run out of memory on `b[99999999]`. It is written anew, since of a key that is there twice conform might read the
 * other one.
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
