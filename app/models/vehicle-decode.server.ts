import { answerDecode, type DecodeAnswer } from "./vehicle-decode";
import { lookUpVin } from "./vehicle-lookup.server";
import type { InventoryType } from "./vin";
import { vinSchema } from "./vin-schema";

/**
 * The Decode button without script: looks up the VIN of a posted vehicle form. `fills` are to be written over what
 * was posted; a field that is not among them keeps what it has. Never throws for what was typed.
 */
export async function decodeIntoForm(kind: InventoryType, form: FormData): Promise<DecodeAnswer> {
  const vin = vinSchema.safeParse(form.get("vin"));
  if (vin.success) return answerDecode(kind, await lookUpVin(vin.data));
  const message = vin.error.issues[0]?.message ?? "";
  return answerDecode(kind, { result: { outcome: "refused", message }, inventoryType: null });
}
