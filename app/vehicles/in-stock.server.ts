import type { NamedRecord } from "~/collections/collection";
import { selectRecords } from "~/collections/store.server";
import type { InventoryType } from "~/vin/validate";
import { PUBLIC_DISMANTLED_STATUSES } from "./dismantled";
import { DISMANTLED_VEHICLES } from "./dismantled-vehicles";
import { staffVehicleName } from "./inventory";
import { PUBLIC_RETAIL_STATUSES } from "./retail";
import { RETAIL_VEHICLES } from "./retail-vehicles";

/** A car that is in one of our inventories. */
interface CarInStock extends NamedRecord {
  inventoryType: InventoryType;
}

const INVENTORIES = [
  {
    inventoryType: "dismantled",
    table: "dismantledVehicles",
    path: DISMANTLED_VEHICLES.path,
    statuses: PUBLIC_DISMANTLED_STATUSES,
  },
  {
    inventoryType: "retail",
    table: "retailVehicles",
    path: RETAIL_VEHICLES.path,
    statuses: PUBLIC_RETAIL_STATUSES,
  },
] as const;

/**
 * The car of this VIN that is in stock: scrapped and sold ones are not.
 * @param options.exceptId the vehicle that is being edited, which does not count as found
 */
export async function findCarInStock(
  vin: string,
  { exceptId = "" }: { exceptId?: string | null | undefined } = {},
): Promise<CarInStock | undefined> {
  for (const { inventoryType, table, path, statuses } of INVENTORIES) {
    const row = await selectRecords(table)
      .select(["id", "stockNumber", "year", "make", "model"])
      .where("vin", "=", vin)
      .where("id", "!=", exceptId ?? "")
      .where("status", "in", statuses as readonly string[])
      .executeTakeFirst();
    if (!row) continue;
    const { id, stockNumber, year, make, model } = row;
    const named = {
      stockNumber,
      year: year ?? undefined,
      make: make ?? undefined,
      model: model ?? undefined,
    };
    return { inventoryType, name: staffVehicleName(named), to: `${path}/${id}` };
  }
  return undefined;
}

/** The other car of a vehicle's VIN that is in stock, unless it had this VIN before. */
export async function findOtherOfVin(
  { vin }: { vin?: string | null | undefined },
  stored: { _id: string; vin?: string | undefined } | undefined,
): Promise<CarInStock | undefined> {
  return vin && vin !== stored?.vin ? findCarInStock(vin, { exceptId: stored?._id }) : undefined;
}
