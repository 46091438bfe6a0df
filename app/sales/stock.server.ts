import { sql } from "kysely";
import { findHolderOf } from "~/collections/records.server";
import { findStoredRow, nameOfRow } from "~/collections/store.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { holdForSale, type PartHold, releaseFromSale, sellOnSale } from "~/parts/actions.server";
import { undoPartLeft } from "~/parts/leaving.server";
import { partTitle } from "~/parts/part";
import { PART_RECORDS } from "~/parts/part.server";
import { isValidId } from "~/values/id";
import { formatSaleNumber } from "~/values/sale-number";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { holdVehicleForSale, releaseVehicleFromSale, sellVehicleOnSale } from "~/vehicles/retail-sale.server";
import { refuseWhileOnSale } from "./holding.server";

/*
 * The parts and vehicles of sales. A draft holds them, a completed sale has sold them, and a voided one gives them back; each has the id of
 * the one sale that has it, which is checked and written in one transaction.
 */

/** The part with this id or stock number. */
export async function findPart(idOrNumber: string): Promise<Row<"parts"> | undefined> {
  const byId = isValidId(idOrNumber) ? await findStoredRow(PART_RECORDS, idOrNumber) : undefined;
  return byId ?? findHolderOf(PART_RECORDS, idOrNumber);
}

/** The retail vehicle with this id or stock number. */
export async function findVehicle(idOrNumber: string): Promise<Row<"retailVehicles"> | undefined> {
  const byId = isValidId(idOrNumber) ? await findStoredRow(RETAIL_RECORDS, idOrNumber) : undefined;
  return byId ?? findHolderOf(RETAIL_RECORDS, idOrNumber);
}

/** Why a part can't be on a sale, naming it and who has it; undefined if it can. */
export async function refusePart(
  part: Row<"parts">,
  saleId: string | undefined,
): Promise<string | undefined> {
  const name = `${partTitle({ ...part })}, stock # ${part.stockNumber}`;
  if (part.saleId !== null && part.saleId !== saleId)
    return `${name}: ${await refuseWhileOnSale(part.saleId)}`;
  if (part.saleId === null && part.status === "Sold")
    return `${name}: it was already marked as sold${part.soldTo ? ` to ${part.soldTo}` : ""}.`;
  if (part.status === "Scrapped") return `${name}: it's scrapped.`;
  return undefined;
}

/** Why a vehicle can't be on a sale; undefined if it can. */
export async function refuseVehicle(
  vehicle: Row<"retailVehicles">,
  saleId: string | undefined,
): Promise<string | undefined> {
  const name = nameOfRow(RETAIL_RECORDS, vehicle);
  if (vehicle.saleId !== null && vehicle.saleId !== saleId)
    return `${name}: ${await refuseWhileOnSale(vehicle.saleId)}`;
  return vehicle.saleId === null && vehicle.status === "sold" ? `${name}: it's already sold.` : undefined;
}

/** A line as far as it is about stock. */
type StockLine = Pick<Row<"saleLines">, "kind" | "partId" | "vehicleId" | "heldBefore">;

/**
 * Holds what a line sells for a draft.
 * @returns what it was before, as JSON
 * @throws Error if someone else has it, which the caller has checked in the same transaction
 */
export async function holdStock(
  saleId: string,
  { kind, partId, vehicleId }: StockLine,
): Promise<string | null> {
  if (kind === "part" && partId) {
    const part = await findPart(partId);
    const held = await holdForSale(partId, {
      saleId,
      heldFor: `Sale ${formatSaleNumber({ id: saleId, number: null })}`,
    });
    if (!part || held.outcome !== "done") throw new Error(`Part ${partId} can't be held: ${held.outcome}`);
    const { status, heldFor, heldUntil, heldRequestId } = part;
    return JSON.stringify({ status, heldFor, heldUntil, heldRequestId } satisfies PartHold);
  }
  if (kind === "vehicle" && vehicleId) {
    const held = await holdVehicleForSale(vehicleId, saleId);
    if (held.outcome !== "done") throw new Error(`Vehicle ${vehicleId} can't be held: ${held.reason}`);
    return JSON.stringify({ status: held.before.status });
  }
  return null;
}

/** Gives back what a line has, also from the trash; what the sale doesn't have anymore stays as it is. */
export async function releaseStock(saleId: string, line: StockLine): Promise<void> {
  const { kind, partId, vehicleId, heldBefore } = line;
  const before = heldBefore === null ? undefined : JSON.parse(heldBefore);
  if (kind === "part" && partId) await releaseFromSale(partId, { saleId, before });
  if (kind === "vehicle" && vehicleId) await releaseVehicleFromSale(vehicleId, saleId, before?.status);
  await releaseDeleted(saleId, line);
}

/** Marks what a line sells as sold; returns why not, if it is gone or on another sale by now. */
export async function sellStock(
  saleId: string,
  { kind, partId, vehicleId, ...line }: StockLine & Pick<Row<"saleLines">, "amountCents" | "discountCents">,
  soldTo: string | null,
): Promise<string | undefined> {
  if (kind === "part" && partId) {
    const part = await findPart(partId);
    if (part?.saleId !== saleId)
      return part
        ? ((await refusePart(part, saleId)) ?? "It's no longer held for this sale.")
        : "It was deleted.";
    const priceCents = line.amountCents - line.discountCents;
    const sold = await sellOnSale(partId, { saleId, soldTo, priceCents });
    if (sold.outcome !== "done") throw new Error(`Part ${partId} can't be sold: ${sold.outcome}`);
  }
  if (kind === "vehicle" && vehicleId) {
    const sold = await sellVehicleOnSale(vehicleId, saleId);
    if (sold.outcome === "refused") return sold.reason;
  }
  return undefined;
}

/** Releases what is in the trash, which no page shows: restored, it is for sale again. */
export async function releaseDeleted(
  saleId: string,
  { kind, partId, vehicleId }: Pick<StockLine, "kind" | "partId" | "vehicleId">,
): Promise<void> {
  const isDeleted = sql<boolean>`${sql.ref("deletedAt")} is not null`;
  if (kind === "part" && partId) {
    const { numUpdatedRows } = await db
      .updateTable("parts")
      .set({
        ...{ saleId: null, status: "Available", heldFor: null },
        ...{ soldAt: null, soldTo: null, soldPriceCents: null },
      })
      .where("id", "=", partId)
      .where("saleId", "=", saleId)
      .where(isDeleted)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await undoPartLeft(partId);
  }
  if (kind === "vehicle" && vehicleId)
    await db
      .updateTable("retailVehicles")
      .set({ saleId: null, status: "available" })
      .where("id", "=", vehicleId)
      .where("saleId", "=", saleId)
      .where(isDeleted)
      .execute();
}
