import { uniqueKey } from "~/collections/collection";
import { selectRecords } from "~/collections/store.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import type { PartFields } from "./parts";

/** The vehicle that a part is from, as the part's row has it. */
export interface PartSource {
  donorId: string | undefined;
  donorStockNumber: string | undefined;
  year: number;
  make: string;
  model: string;
  trim: string | undefined;
  vin: string | undefined;
  mileage: number | undefined;
  /** The day on which the donor came in; undefined if that is not known. */
  dateAcquired: string | undefined;
}

/**
 * The vehicle of a part: its donor if it names one, otherwise what was typed. A donor that has been removed since leaves the part as it
 * was.
 * @returns undefined if no dismantled vehicle has the stock number
 */
export async function findSource(
  fields: Partial<Pick<PartFields, "donor" | "year" | "make" | "model" | "mileage">>,
  stored: Row<"parts"> | undefined,
): Promise<PartSource | undefined> {
  const { donor: stockNumber, year = 0, make = "", model = "", mileage } = fields;
  const typed = { year, make, model, mileage, trim: undefined, vin: undefined, dateAcquired: undefined };
  if (stockNumber === undefined) return { ...typed, donorId: undefined, donorStockNumber: undefined };
  const isSame = uniqueKey(stockNumber) === uniqueKey(stored?.donorStockNumber ?? "");
  const donor = isSame
    ? // In the trash it is still the donor.
      await db
        .selectFrom("dismantledVehicles")
        .selectAll()
        .where("id", "=", stored?.donorId ?? "")
        .executeTakeFirst()
    : await selectRecords("dismantledVehicles")
        .selectAll()
        .where("stockNumberKey", "=", uniqueKey(stockNumber))
        .executeTakeFirst();
  if (donor) return toSource(donor as Row<"dismantledVehicles">);
  if (!isSame || !stored) return undefined;
  const { year: storedYear, make: storedMake, model: storedModel } = stored;
  return {
    ...{ year: storedYear, make: storedMake, model: storedModel },
    donorId: stored.donorId ?? undefined,
    donorStockNumber: stored.donorStockNumber ?? undefined,
    trim: stored.trim ?? undefined,
    vin: stored.vin ?? undefined,
    mileage: stored.mileage ?? undefined,
    dateAcquired: undefined,
  };
}

function toSource(donor: Row<"dismantledVehicles">): PartSource {
  const { id, stockNumber, year, make, model, trim, vin, mileage, dateAcquired } = donor;
  return {
    donorId: id,
    donorStockNumber: stockNumber,
    ...{ year, make, model, dateAcquired },
    vin: vin || undefined,
    mileage: mileage ?? undefined,
    trim: trim ?? undefined,
  };
}
