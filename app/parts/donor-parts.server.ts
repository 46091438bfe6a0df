import type { Db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import type { ChangedBy } from "~/history/change";
import { updateVehicle } from "~/vehicles/inventory.server";
import { selectVehicles, toVehicle } from "~/vehicles/store.server";
import { PART_STORE } from "./part.server";

/** What a part takes over from its donor, the grade's date included. */
const TAKEN_OVER = [
  "stockNumber",
  "year",
  "make",
  "model",
  "trim",
  "vin",
  "mileage",
  "dateAcquired",
] as const satisfies (keyof Row<"dismantledVehicles">)[];

/** Makes the parts of a donor follow a change of it. */
export async function updatePartsOfDonor(
  donor: Row<"dismantledVehicles">,
  { before, ...options }: { before: Row<"dismantledVehicles">; now: Date; by: ChangedBy; within: Db },
): Promise<void> {
  if (TAKEN_OVER.every((name) => donor[name] === before[name])) return;
  const parts = await selectVehicles("parts", options.within)
    .selectAll()
    .where("donorId", "=", donor.id)
    .execute();
  for (const row of parts as Row<"parts">[]) {
    await updateVehicle(
      PART_STORE,
      row.id,
      { ...toVehicle(PART_STORE, row), donor: donor.stockNumber },
      options,
    );
  }
}

/** How many parts of a donor are in stock, by status. */
export async function countPartsOfDonor(donorId: string): Promise<Record<string, number>> {
  const rows = await selectVehicles("parts")
    .select((eb) => ["status", eb.fn.countAll<number>().as("count")])
    .where("donorId", "=", donorId)
    .groupBy("status")
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
