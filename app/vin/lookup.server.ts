import { business } from "~/business/business.server";
import { config, isVariableSet } from "~/config.server";
import { findCarInStock } from "~/vehicles/in-stock.server";
import { vinCache } from "./cache.server";
import { VIN_DATABASE_PATH } from "./database.server";
import { openVinDecoder } from "./decoder.server";
import { type FormUpdate, toFormUpdate } from "./form-fields";
import { nhtsaLookup } from "./online.server";
import { vinSchema } from "./schema";
import type { InventoryType } from "./validate";
import type { VinDecodeResult } from "./vehicle-info";

/** A decode with its inventory status. */
interface VinLookup {
  result: VinDecodeResult;
  /** The inventory that the vehicle is in, if any. */
  inventoryType: InventoryType | null;
}

/**
 * Decodes a valid VIN and looks it up in our inventories.
 * @param options.exceptId the vehicle that is being edited, which does not count as found
 */
export async function lookUpVin(
  vin: string,
  options: { exceptId?: string | undefined } = {},
): Promise<VinLookup> {
  const [result, inStock] = await Promise.all([decoder.decode(vin), findCarInStock(vin, options)]);
  return { result, inventoryType: inStock?.inventoryType ?? null };
}

/** Looks up the VIN in a posted vehicle form; returns the values and messages for the form. `exceptId` as in `lookUpVin`. */
export async function decodeIntoForm(kind: string, form: FormData, exceptId?: string): Promise<FormUpdate> {
  const vin = vinSchema.safeParse(form.get("vin"));
  if (vin.success) return toFormUpdate(kind, await lookUpVin(vin.data, { exceptId }));
  const message = vin.error.issues[0]?.message ?? "";
  return toFormUpdate(kind, { result: { outcome: "rejected", message }, inventoryType: null });
}

const decoder = openVinDecoder({
  databasePath: VIN_DATABASE_PATH,
  cache: vinCache,
  online: nhtsaLookup({ fetch }),
  isOnline: () => (isVariableSet("VIN_ONLINE") ? config.VIN_ONLINE : business.vinOnline),
});

/** Every make and model that a VIN can name. */
export const listVinModels = () => decoder.listModels();
