import { business } from "~/business/business.server";
import { selectRecords } from "~/collections/store.server";
import { config, isVariableSet } from "~/config.server";
import { PUBLIC_DISMANTLED_STATUSES } from "~/vehicles/dismantled";
import { PUBLIC_RETAIL_STATUSES } from "~/vehicles/retail";
import { vinCache } from "./cache.server";
import { VIN_DATABASE_PATH } from "./database.server";
import { openVinDecoder } from "./decoder.server";
import { type FormUpdate, toFormUpdate } from "./form-fields";
import { nhtsaLookup } from "./online.server";
import { vinSchema } from "./schema";
import type { InventoryType } from "./validate";
import type { VinDecodeResult } from "./vehicle-info";

/** A decode with its inventory status. */
export interface VinLookup {
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
  const [result, inventoryType] = await Promise.all([
    decoder.decode(vin),
    findInventoryType(vin, options.exceptId ?? ""),
  ]);
  return { result, inventoryType };
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

// Scrapped and sold vehicles are no longer in the inventory.
async function findInventoryType(vin: string, exceptId: string): Promise<InventoryType | null> {
  const dismantled = await selectRecords("dismantledVehicles")
    .select("id")
    .where("vin", "=", vin)
    .where("id", "!=", exceptId)
    .where("status", "in", PUBLIC_DISMANTLED_STATUSES)
    .executeTakeFirst();
  if (dismantled) return "dismantled";
  const retail = await selectRecords("retailVehicles")
    .select("id")
    .where("vin", "=", vin)
    .where("id", "!=", exceptId)
    .where("status", "in", PUBLIC_RETAIL_STATUSES)
    .executeTakeFirst();
  return retail ? "retail" : null;
}
