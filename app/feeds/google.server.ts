import type { PublicRetailVehicle } from "~/vehicles/retail-vehicles";
import type { FeedInventory } from "./inventory-feed.server";

/** What keeps a vehicle out of both feeds for Google: neither can say that a sale is pending, and each VIN may be there once. */
export function googleProblems(
  { status, vin }: PublicRetailVehicle,
  { repeatedVins }: FeedInventory,
): string[] {
  return [
    ...(status === "pending" ? ["sale pending"] : []),
    ...(repeatedVins.has(vin) ? ["another vehicle has the same VIN"] : []),
  ];
}
