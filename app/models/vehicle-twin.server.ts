import { db } from "~/db/connection.server";
import { stockNumberKey } from "./vehicle";
import type { VehicleTable } from "./vehicle.server";

/** How long a second post of a new vehicle's form is taken for the first one's echo, in milliseconds. */
const ECHO_MS = 10 * 60 * 1000;

/** The id of the vehicle that holds this stock number, where it was stored only just now. */
export async function findJustStored(
  { table, stockNumber }: { table: VehicleTable; stockNumber: string },
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom(table)
    .select("id")
    .where("stockNumberKey", "=", stockNumberKey(stockNumber))
    .where("createdAt", ">", new Date(now.getTime() - ECHO_MS).toISOString())
    .executeTakeFirst();
  return row?.id;
}
