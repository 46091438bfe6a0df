import { findStoredRow, nameOfRow, toHistoryRecord, toHistoryValues } from "~/collections/store.server";
import { now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { refuseWhileOnSale } from "~/sales/holding.server";
import { nextVersion } from "~/values/version";
import { RETAIL_RECORDS } from "./retail.server";

/** The outcome of what a sale does to a vehicle; `reason` says why it can't. */
type VehicleOnSale =
  | { outcome: "done"; before: Row<"retailVehicles"> }
  | { outcome: "refused"; reason: string };

/** Holds a vehicle for the draft of a sale: visitors see that its sale is pending. */
export function holdVehicleForSale(id: string, saleId: string): Promise<VehicleOnSale> {
  return change(id, saleId, ({ status }) =>
    status === "sold" ? "It's already sold." : { status: "pending", saleId },
  );
}

/** Marks the vehicle of a completed sale as sold. */
export function sellVehicleOnSale(id: string, saleId: string): Promise<VehicleOnSale> {
  return change(id, saleId, () => ({ status: "sold", saleId }));
}

/** Gives back a vehicle that a sale has, with the status that it had before. One that it has no more stays. */
export function releaseVehicleFromSale(
  id: string,
  saleId: string,
  before: string | undefined,
): Promise<VehicleOnSale> {
  return change(id, saleId, (row) =>
    row.saleId === saleId ? { status: before ?? "available", saleId: null } : {},
  );
}

async function change(
  id: string,
  saleId: string,
  toColumns: (row: Row<"retailVehicles">) => Partial<Row<"retailVehicles">> | string,
): Promise<VehicleOnSale> {
  return transaction(async (): Promise<VehicleOnSale> => {
    const stored = await findStoredRow(RETAIL_RECORDS, id);
    if (!stored) return { outcome: "refused", reason: "It was deleted." };
    if (stored.saleId !== null && stored.saleId !== saleId)
      return { outcome: "refused", reason: await refuseWhileOnSale(stored.saleId) };
    const columns = toColumns(stored);
    if (typeof columns === "string")
      return { outcome: "refused", reason: `${nameOfRow(RETAIL_RECORDS, stored)}: ${columns}` };
    if (Object.keys(columns).length === 0) return { outcome: "done", before: stored };
    const row = (await db
      .updateTable("retailVehicles")
      .set({ ...columns, updatedAt: nextVersion(now(), stored.updatedAt) })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow()) as Row<"retailVehicles">;
    await recordChange({
      record: toHistoryRecord(RETAIL_RECORDS, row),
      action: "changed",
      before: toHistoryValues(RETAIL_RECORDS, stored),
      after: toHistoryValues(RETAIL_RECORDS, row),
    });
    return { outcome: "done", before: stored };
  });
}
